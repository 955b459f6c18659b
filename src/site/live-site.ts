import type { Config, Publication } from '#runtime/config/config.ts';
import { identityOf, type SiteIdentity } from '#runtime/config/site-config.ts';
import type { Deps } from '#runtime/deps.ts';
import { publicationOf, replaceSnapshot, type SiteHolder } from '#runtime/site-snapshot.ts';
import { readDeclaredSettings } from './declared-settings.ts';
import { readOwnPages } from './own-pages.ts';
import { readSections } from './sections.ts';
import { readSiteSettings } from './site-settings.ts';

type PlaceOfSite = Pick<Config, 'publication' | 'siteDefaults'>;

/** Gives a site the address and the defaults of the environment: before its settings are read, and when it has its port. */
export function placeSite(holder: SiteHolder, config: PlaceOfSite): void {
  const known = publicationOf(holder) ?? defaultPublication(config);
  replaceSnapshot(holder, {
    sections: holder.newest.sections,
    pages: holder.newest.pages,
    publication: { ...known, ...config.publication },
    httpHost: httpHostOf(config.publication.baseUrl),
  });
}

/** What the publication is without settings of chiefs. */
export function defaultPublication({ siteDefaults, publication }: PlaceOfSite): Publication {
  return { ...identityOf(siteDefaults), ...publication };
}

/**
 * Reads the settings of the site, its sections and its own pages, which together become the newest snapshot; and its keys. The
 * response cache calls it after each `site` line of the publication log, before it removes the old responses.
 */
export async function refreshSite(deps: Deps, config: PlaceOfSite): Promise<void> {
  await deps.rereadKeys();
  const { read } = deps.db;
  const stored = await readSiteSettings(read);
  const settings = await readDeclaredSettings(read);
  const sections = await readSections(read);
  const pages = await readOwnPages(read);
  const publication = { ...identityWith(config, stored), ...config.publication, settings };
  replaceSnapshot(deps.site, { publication, sections, pages, httpHost: httpHostOf(publication.baseUrl) });
}

function httpHostOf(baseUrl: string): string | null {
  const url = URL.parse(baseUrl);
  return url?.protocol === 'http:' ? url.host : null;
}

/** What the publication is with these stored settings: the defaults where nothing is stored. */
export function identityWith(
  { siteDefaults }: Pick<Config, 'siteDefaults'>,
  stored: Partial<SiteIdentity>,
): SiteIdentity {
  return identityOf({ ...siteDefaults, ...stored });
}

/** The publication as it would be with these settings, for a preview. */
export function publicationWith(
  config: Pick<Config, 'siteDefaults'>,
  publication: Publication,
  stored: Partial<SiteIdentity>,
): Publication {
  return { ...publication, ...identityWith(config, stored) };
}
