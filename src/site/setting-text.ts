import type { SiteDefaults, SiteIdentity, SiteLink } from '#config/site-config.ts';
import { Failure } from '#core/failure.ts';
import { checkSiteChange, type SiteChange, type SiteSetting } from './site-schema.ts';

// The settings as text, on the command line. Links are lines "Label | /address"; profiles are lines.

/** The settings that are typed; the logo is a file. */
export const TYPED_SETTINGS = [
  'name',
  'description',
  'byline',
  'contact',
  'postalAddress',
  'language',
  'timeZone',
  'accent',
  'navigation',
  'footer',
  'social',
] as Exclude<SiteSetting, 'logo'>[];
export type TypedSetting = (typeof TYPED_SETTINGS)[number];

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

/** A setting as text; empty where it has no value. */
export function printSetting(value: SiteDefaults[TypedSetting] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return value.map((item) => (typeof item === 'string' ? item : `${item.label} | ${item.href}`)).join('\n');
}

/**
 * Reads typed settings. An empty text, or the value of the environment, removes what is stored.
 * @throws validation_failed that names each wrong setting
 */
export function parseSettings(typed: Partial<Record<TypedSetting, string>>, defaults: SiteDefaults): SiteChange {
  const given: Partial<Record<SiteSetting, unknown>> = {};
  for (const name of TYPED_SETTINGS) {
    const text = typed[name]?.replaceAll('\r\n', '\n').trim();
    if (text === undefined) continue;
    const isDefault = text === '' || text === printSetting(defaults[name]);
    given[name] = isDefault ? null : parsed(name, text);
  }
  return checkSiteChange(given, SETTING_LABELS);
}

function parsed(name: TypedSetting, text: string): unknown {
  if (name === 'social') return linesOf(text);
  if (name === 'navigation' || name === 'footer') return linesOf(text).map((line) => linkOf(name, line));
  return text;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function linkOf(name: TypedSetting, line: string): SiteLink {
  const cut = line.lastIndexOf('|');
  if (cut > 0) return { label: line.slice(0, cut).trim(), href: line.slice(cut + 1).trim() };
  throw new Failure('validation_failed', `${SETTING_LABELS[name]}: the line “${line.slice(0, 80)}” has no address.`, {
    hint: 'Write each link as a line: Label | /address',
  });
}

/** Stored settings with a change: what the site will be. */
export function withChange(stored: Partial<SiteIdentity>, change: SiteChange): Partial<SiteIdentity> {
  const kept = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}
