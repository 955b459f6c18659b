import * as z from 'zod';
import { text } from '#core/text.ts';
import { isTimeZone } from '#runtime/config/env.ts';
import type { SiteIdentity } from '#runtime/config/site-config.ts';
import { contrast, isLegible, LEAST_CONTRAST, legibleShade, PAPER } from './colour.ts';

// The settings that chiefs change in the newsroom: what each may be. Labels are in the newsroom and on the command line.

const MOST_LINKS = 12;
const MOST_PROFILES = 10;

/** A path of this site such as `/imprint`, or an https address. */
const href = text({ min: 1, max: 300 })
  .overwrite((value) => value.trim())
  .refine(isLink, { error: 'must be a path of this site such as /about, or an address that begins with https://' });

const links = z
  .array(z.strictObject({ label: text({ min: 1, max: 40 }).overwrite((value) => value.trim()), href }))
  .max(MOST_LINKS, { error: `may have at most ${MOST_LINKS} links` })
  .refine((all) => new Set(all.map((link) => link.href)).size === all.length, { error: 'has an address twice' });

const line = (max: number) => text({ min: 1, max }).overwrite((value) => value.trim());

const contact = z
  .email({ error: 'must be an email address' })
  .max(254)
  .overwrite((value) => value.trim());

/** The address that readers write to, in its own form. */
export const contactSchema = z.strictObject({ contact });

export const siteSchema = z.strictObject({
  name: line(60),
  description: line(300),
  byline: line(120).nullable(),
  contact: contact.nullable(),
  language: line(35).refine(isLanguageTag, { error: 'must be a language tag such as en or de-AT' }),
  timeZone: line(60).refine(isTimeZone, { error: 'must be a time zone such as America/Chicago' }),
  postalAddress: line(300).nullable(),
  logo: z
    .strictObject({ hash: z.string().regex(/^[0-9a-f]{16}$/), width: z.int().min(1), height: z.int().min(1) })
    .nullable(),
  accent: z
    .string()
    .overwrite((value) => value.trim().toLowerCase())
    .regex(/^#[0-9a-f]{6}$/, { error: 'must be a colour such as #9a3412', abort: true })
    .refine((value) => isLegible(value), {
      error: ({ input }) => tooLight(String(input).trim().toLowerCase()),
    })
    .nullable(),
  navigation: links,
  footer: links,
  social: z
    .array(href.refine((value) => value.startsWith('https://'), { error: 'must begin with https://' }))
    .max(MOST_PROFILES, { error: `may have at most ${MOST_PROFILES} addresses` })
    .refine((all) => new Set(all).size === all.length, { error: 'has an address twice' }),
}) satisfies z.ZodType<SiteIdentity | { byline: null }>;

export type SiteSetting = keyof SiteIdentity;

/** The names of all settings, in the order of the page. */
export const SITE_SETTINGS = Object.keys(siteSchema.shape) as SiteSetting[];

/** New values by setting; null removes the stored value. */
export type SiteChange = { [Name in SiteSetting]?: SiteIdentity[Name] | null };

/** Whether text is a path of this site or an https address, and nothing that a browser would read in another way. */
function isLink(value: string): boolean {
  if (/[\s\\]/.test(value)) return false;
  const url = value.startsWith('/') ? URL.parse(value, 'https://own.example') : URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (value.startsWith('/')) return !value.startsWith('//') && url.host === 'own.example';
  return /^https:\/\/[^/]/.test(value) && url.protocol === 'https:' && url.hostname.includes('.');
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value)[0] === value;
  } catch {
    return false;
  }
}

function tooLight(colour: string): string {
  const ratio = (Math.floor(contrast(colour, PAPER.light) * 10) / 10).toFixed(1);
  return `has a contrast of ${ratio} to 1 with the light page, and needs ${LEAST_CONTRAST} to 1 or more; ${legibleShade(colour)} is the nearest darker shade that has it`;
}
