import type { SiteIdentity } from '#runtime/config/site-config.ts';
import type { SiteChange, SiteSetting } from './site-schema.ts';

/** The names of the settings in sentences and above fields. */
export const SETTING_LABELS: Record<SiteSetting, string> = {
  name: 'Name',
  description: 'Description',
  byline: 'Byline',
  contact: 'Email address for readers',
  postalAddress: 'Postal address',
  language: 'Language',
  timeZone: 'Time zone',
  logo: 'Logo',
  accent: 'Accent colour',
  navigation: 'Navigation',
  footer: 'Footer',
  social: 'Profiles elsewhere',
};

/** Stored settings with a change: what the site will be. */
export function withChange(stored: Partial<SiteIdentity>, change: SiteChange): Partial<SiteIdentity> {
  const kept = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}
