import * as z from 'zod';
import { fileVariable, readSecretFiles, SECRETS } from './secret-files.ts';

// The settings: the name of each environment variable, the values it may have, and its default.

/** A whole number. Each message gives the range, because it is all that the operator sees. */
const count = (least: number, most: number) =>
  z.coerce
    .number(`must be a whole number from ${least} to ${most}`)
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be a whole number from ${least} to ${most}`)
    .max(most, `must be a whole number from ${least} to ${most}`);
const seconds = (least: number, most: number) =>
  z.coerce
    .number(`must be a number of seconds from ${least} to ${most}`)
    .min(least, `must be a number of seconds from ${least} to ${most}`)
    .max(most, `must be a number of seconds from ${least} to ${most}`);
const onOff = z.enum(['on', 'off']);
const line = z.string().trim().min(1).max(300);
/** A secret that is sent in a header. */
const headerText = line.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII without spaces');
/** Some of these names, separated by commas. */
const listOf = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((given) => given.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(names, `must be some of ${names.join(', ')}, separated by commas`)));

/** What others may do with the articles; `render/discovery/licence.ts` has the terms. */
export const LICENCES = ['reserved', 'search-only', 'cc-by-4.0', 'cc0-1.0'] as const;
const httpsAddress = line.refine((text) => URL.parse(text)?.protocol === 'https:', {
  error: 'must be an https address',
});

const environmentSchema = z.object({
  HOST: line.default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  BASE_URL: z.string().optional(),
  FURTHER_HOSTS: line
    .toLowerCase()
    .regex(/^[a-z0-9.-]+(?:\s*,\s*[a-z0-9.-]+)*$/, {
      error: 'must be host names such as m.magazine.example, origin.example',
    })
    .transform((names) => names.split(/\s*,\s*/))
    .default([]),
  HSTS_SUBDOMAINS: onOff.default('off'),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  READ_URL: z.string().optional(),
  UPGRADE_BACKUP: onOff.default('on'),
  DATA_DIR: line.default('./data'),
  MEDIA_DIR: line.optional(),
  MEDIA_URL: line.optional(),
  MEDIA_KEY_ID: line.optional(),
  MEDIA_SECRET: line.optional(),
  FIRST_EDITOR_EMAIL: z.email().optional(),
  SITE_KEY: line.min(32, 'must have at least 32 characters; “plumbline keys move FILE” makes one').optional(),
  FIRST_EDITOR_PASSWORD: z.string().optional(),
  NODE_ENV: z.string().optional(),
  SAMPLE_EDITION: onOff.optional(),
  TRUSTED_PROXIES: count(0, 10).default(0),
  RATE_LIMITS: onOff.default('on'),
  SOCKETS_PER_ADDRESS: count(0, 4096).default(100),
  WORKERS: count(1, 64).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_ADDRESS: line.optional(),
  METRICS_PUBLIC: onOff.default('off'),
  EXPORT_DIR: line.optional(),
  CACHE_MEGABYTES: count(1, 65536).default(256),
  CDN_TAGS: listOf(['cache-groups', 'surrogate-key', 'cache-tag', 'xkey']).optional(),
  CDN_MAX_AGE: count(0, 86_400).optional(),
  PURGE_VARNISH: line.optional(),
  PURGE_VARNISH_SECRET: headerText.optional(),
  PURGE_FASTLY: line.regex(/^[A-Za-z0-9]+$/, 'must be the id of a Fastly service').optional(),
  PURGE_FASTLY_TOKEN: headerText.optional(),
  PURGE_CLOUDFLARE: line.regex(/^[A-Za-z0-9]+$/, 'must be the id of a Cloudflare zone').optional(),
  PURGE_CLOUDFLARE_TOKEN: headerText.optional(),
  PURGE_URLS: line.optional(),
  SMTP_URL: line.optional(),
  MAIL_FROM: z.email().optional(),
  IMPORT_ARCHIVE: onOff.default('off'),
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  CLIENT_DOCUMENTS: z.enum(['check', 'on', 'off']).default('check'),
  CLAIM_INTERVAL_SECONDS: seconds(0.05, 60).default(5),
  CLAIM_EXPIRES_SECONDS: seconds(1, 600).default(600),
  JOBS_SECONDS: seconds(0.05, 60).default(5),
  SOURCE_WATCH: z.enum(['off', 'daily']).default('off'),
  SOURCE_LOOKUP: z.enum(['off', 'proposals']).default('proposals'),
  REVIEW_BY: z.enum(['one', 'two']).default('one'),
  FIGURES_GATE: z.enum(['block', 'warn']).default('block'),
  GATE_LEVELS: line.optional(),
  QUOTATIONS: z.enum(['off', 'warn', 'gate']).default('warn'),
  NAMES: z.enum(['off', 'warn', 'gate']).default('warn'),
  PUBLICATION_NAME: line.default('Plumbline'),
  PUBLICATION_DESCRIPTION: line.default(
    'An independent online magazine about AI in construction work, for estimators, project managers, superintendents, trade principals and construction companies.',
  ),
  PUBLICATION_BYLINE: line.optional(),
  PUBLICATION_CONTACT: z.email().optional(),
  PUBLICATION_LANGUAGE: line.default('en'),
  CONTENT_LICENCE: z.enum(LICENCES).default('reserved'),
  PUBLICATION_TIME_ZONE: line
    .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago' })
    .default('UTC'),
  AD_DESK_EMAIL: z.email().optional(),
  INVOICE_FROM: z.string().trim().min(1).max(1000).optional(),
  INVOICE_BANK: line.optional(),
  INVOICE_TAX_NOTE: line.optional(),
  INVOICE_TAX_RATE: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, { error: 'must be a rate in percent such as 8.25' })
    .default('0')
    .transform(Number),
  INVOICE_DUE_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  INVOICE_REMINDER_DAYS: z
    .string()
    .regex(/^(none|[1-9]\d{0,2}(,[1-9]\d{0,2}){0,9})$/, {
      error: 'must be days after the due date such as 7,21, or none',
    })
    .default('7,21')
    .transform((days) =>
      days === 'none'
        ? []
        : days
            .split(',')
            .map(Number)
            .sort((number, other) => number - other),
    ),
  WEBSUB_HUB: httpsAddress.optional(),
  INDEXNOW_KEY: line.regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens').optional(),
  INDEXNOW_URL: httpsAddress.default('https://api.indexnow.org/indexnow'),
  CHROMIUM_PATH: line.optional(),
  BRIEF_FROM: z.email().optional(),
  BRIEF_POSTAL_ADDRESS: line.optional(),
  BRIEF_DKIM: z.enum(['own', 'relay']).default('own'),
  BRIEF_CONNECTIONS: count(1, 10).default(2),
  BRIEF_PER_MINUTE: count(1, 100_000).default(120),
  BRIEF_DOMAIN_PER_MINUTE: count(1, 100_000).default(30),
  BRIEF_STOP_SECONDS: count(0, 86_400).default(600),
  BOUNCE_HOST: z.hostname().max(200).optional(),
  BRIEF_DNS_SERVER: line
    .regex(/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d{1,5})?$/i, 'must be IP or IP:PORT')
    .optional(),
  BOUNCE_IMAP_URL: line.optional(),
  BOUNCE_FOLDER: line.regex(/^[\w. -]{1,60}$/, 'must be the plain name of a folder').default('Processed'),
  BOUNCE_SES_TOPIC: line
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of an SNS topic')
    .optional(),
  BOUNCE_POSTMARK_LOGIN: line
    .regex(/^[^:]+:.{16,}$/, 'must be NAME:PASSWORD with at least 16 characters of password')
    .optional(),
  BOUNCE_WEBHOOK_SECRET: line
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 random bytes in base64')
    .optional(),
});

export type Settings = z.infer<typeof environmentSchema>;

/** Environment variables by name, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/**
 * Reads and checks every setting. An empty variable counts as not set. A secret may be in the file that `NAME_FILE` names.
 * @throws Error that names each wrong setting and the values it may have
 */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const wrong: string[] = [];
  const read = environmentSchema.safeParse({ ...given, ...readSecretFiles(given, wrong) });
  for (const issue of read.error?.issues ?? []) wrong.push(`  ${issue.path.join('.')}: ${issue.message}`);
  if (read.success && wrong.length === 0) return read.data;
  throw new Error(
    `These settings are wrong:\n${wrong.join('\n')}\nSee docs/operations.md for the values of each setting.`,
  );
}

/** Whether this runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Names of other programs that are close to the name of a setting. */
const OTHER_PROGRAMS = new Set(['HOSTS', 'POST', 'PORTS']);

/**
 * Makes a warning for each environment variable that is almost a setting: misspelled, in small letters, or with the name of
 * the software in front. Without the warning, nobody would notice that the server ignores the variable.
 */
export function misspelledSettings(environment: Environment): string[] {
  const known = new Set([...SETTINGS, ...SECRETS.map(fileVariable), ...OTHER_PROGRAMS]);
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === '' || known.has(name)) return [];
    const bare = name.toUpperCase().replace(/^PLUMBLINE_/, '');
    const meant = SETTINGS.find((setting) => isAlmost(bare, setting) && !environment[setting]);
    if (meant)
      return [`Warning: the environment variable ${name} is not a setting and is ignored. Did you mean ${meant}?`];
    if (bare === name.toUpperCase()) return [];
    return [`Warning: the environment variable ${name} is not a setting and is ignored. See docs/operations.md.`];
  });
}

/** Whether two names differ by few mistakes: at most one in a short name, three in a long name. */
function isAlmost(given: string, setting: string): boolean {
  const most = setting.length < 8 ? 1 : setting.length < 12 ? 2 : 3;
  if (Math.abs(given.length - setting.length) > most || countForeign(given, setting) > most) return false;
  return distance(given, setting) <= most;
}

/** Counts the different letters that only the first name has: never more than there are mistakes, and quick to count. */
function countForeign(name: string, other: string): number {
  let count = 0;
  for (const letter of new Set(name)) if (!other.includes(letter)) count++;
  return count;
}

/** Counts letters left out, added, replaced, or swapped with a neighbour (optimal string alignment). */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the table of one published algorithm, the distance of Damerau and Levenshtein
function distance(name: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= name.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = name[row - 1] === other[column - 1];
      const swapped = row > 1 && name[row - 1] === other[column - 2] && name[row - 2] === other[column - 1];
      const steps = [(last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1)];
      if (column > 1 && swapped) steps.push((before[column - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}
