import type { Config, Publication } from '../config.ts';
import type { Deps } from '../runtime/deps.ts';
import { identityOf, type SiteIdentity } from '../site-config.ts';
import { readSiteSettings } from './site-settings.ts';

type LiveConfig = Pick<Config, 'publication' | 'siteDefaults'>;

/**
 * Reads the settings of the site and writes them into `config.publication`, which everything that prints reads. The response
 * cache calls it after each `site` line of the publication log, before it removes the old responses.
 */
export async function refreshSite(deps: Deps, config: LiveConfig): Promise<void> {
  const { value } = await deps.db.readPublished(readSiteSettings);
  Object.assign(config.publication, identityWith(config, value));
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
