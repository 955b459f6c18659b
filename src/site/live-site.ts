import type { Config, Publication } from '#config/config.ts';
import { identityOf, type SiteIdentity } from '#config/site-config.ts';
import type { Deps } from '#runtime/deps.ts';
import { renewSnapshot } from '#runtime/site-snapshot.ts';
import { readDeclaredSettings } from './declared-settings.ts';
import { readOwnPages } from './own-pages.ts';
import { readSections } from './sections.ts';
import { readSiteSettings } from './site-settings.ts';

type LiveConfig = Pick<Config, 'publication' | 'siteDefaults'>;

/**
 * Reads the settings of the site and writes them into `config.publication`, which everything that prints reads; its sections
 * and its own pages, which become the newest snapshot; and its keys. The response
 * cache calls it after each `site` line of the publication log, before it removes the old responses.
 */
export async function refreshSite(deps: Deps, config: LiveConfig): Promise<void> {
  await deps.rereadKeys();
  const { value } = await deps.db.readPublished(async (tx) => ({
    stored: await readSiteSettings(tx),
    declared: await readDeclaredSettings(tx),
    sections: await readSections(tx),
    pages: await readOwnPages(tx),
  }));
  Object.assign(config.publication, identityWith(config, value.stored), { settings: value.declared });
  const { sections, pages } = value;
  renewSnapshot(deps.site, { sections, pages, httpHost: httpHostOf(config.publication.baseUrl) });
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
export function publicationWith(config: LiveConfig, stored: Partial<SiteIdentity>): Publication {
  return { ...config.publication, ...identityWith(config, stored) };
}
