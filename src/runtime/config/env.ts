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

/** What others may do with the articles; `http/licence.ts` has the terms. */
export const LICENCES = ['reserved', 'search-only', 'cc-by-4.0', 'cc0-1.0'] as const;

const environmentSchema = z.object({
  HOST: line
    .default('127.0.0.1')
    .describe('The address to listen at. `0.0.0.0` means all addresses; use it only behind your own proxy.'),
  PORT: count(0, 65535).default(3000).describe('The port, 0 to 65535. `0` takes a free port.'),
  BASE_URL: z.string().optional().meta({
    default: '`http://127.0.0.1:PORT`',
    description:
      'The public origin, without a path. Links, feeds, emails and tokens are bound to it. Required with `NODE_ENV=production`.',
  }),
  FURTHER_HOSTS: line
    .toLowerCase()
    .regex(/^[a-z0-9.-]+(?:\s*,\s*[a-z0-9.-]+)*$/, {
      error: 'must be host names such as m.magazine.example, origin.example',
    })
    .transform((names) => names.split(/\s*,\s*/))
    .default([])
    .describe(
      'Host names that are answered as the host of `BASE_URL` is, separated by commas: the name by which a CDN calls the server. A GET by any other public name is redirected to `BASE_URL`.',
    ),
  DATABASE_URL: z.string().optional().meta({
    default: '`file:DATA_DIR/plumbline.db`',
    description: 'The database: `file:PATH` for SQLite, `postgres://USER:PASSWORD@HOST/DATABASE` for PostgreSQL.',
  }),
  DATABASE_DIRECT_URL: z
    .string()
    .optional()
    .describe(
      'The PostgreSQL server itself, when `DATABASE_URL` leads to a pooler such as PgBouncer ([more](operations.md#postgresql-and-several-processes)).',
    ),
  UPGRADE_BACKUP: onOff
    .default('on')
    .describe(
      '`on` writes a backup to `DATA_DIR/backups` before a new release changes the tables, and checks it. `off` is for those who make one themselves.',
    ),
  DATA_DIR: line
    .default('./data')
    .describe('The folder of the database file, on a local disk. The server makes it private to its user.'),
  MEDIA_DIR: line.optional().meta({
    default: '`DATA_DIR/media`',
    description: 'The folder for the files of pictures; several servers may share it.',
  }),
  MEDIA_URL: line
    .optional()
    .describe(
      'A bucket of S3-compatible storage in place of the folder: `s3://BUCKET?endpoint=https://HOST&region=REGION`. Without a region: `us-east-1`.',
    ),
  MEDIA_KEY_ID: line.optional().describe('The access key id for the bucket.'),
  MEDIA_SECRET: line.optional().describe('The secret access key for the bucket.'),
  FIRST_EDITOR_EMAIL: z
    .email()
    .optional()
    .describe(
      'With the next setting: creates the first chief. With `SMTP_URL` alone: emails this address the link that does.',
    ),
  SITE_KEY: line
    .min(32, 'must have at least 32 characters; “plumbline keys move FILE” makes one')
    .optional()
    .describe(
      'At least 32 characters that encrypt the keys of the site in its database ([keys](operations.md#keys)). `npx plumbline keys move FILE` makes one. Every server and command of the site needs it.',
    ),
  FIRST_EDITOR_PASSWORD: z
    .string()
    .optional()
    .describe('12 to 256 characters. Remove it from the environment after the first start.'),
  NODE_ENV: z
    .string()
    .optional()
    .describe(
      '`production` for a public server: no sample articles unless `SAMPLE_EDITION=on`, and `BASE_URL` is required.',
    ),
  SAMPLE_EDITION: onOff.optional().meta({
    default: '`on`, in production `off`',
    description: 'Whether an empty site starts with the sample articles.',
  }),
  TRUSTED_PROXIES: count(0, 10)
    .default(0)
    .describe(
      'How many of your proxies are in front of the server, 0 to 10. The address of a reader is that many places from the right of `X-Forwarded-For`.',
    ),
  RATE_LIMITS: onOff
    .default('on')
    .describe(
      '`off` keeps only the limits against guessing passwords and codes. For measurements on loopback; refused in production.',
    ),
  WORKERS: z
    .literal('1', 'must be 1: a server is one process; run several servers on PostgreSQL behind a proxy')
    .default('1')
    .describe(
      'Always `1`: a server is one process. [Several processes](operations.md#postgresql-and-several-processes) serve one site on PostgreSQL.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe(
      '`debug`, `info`, `warn`, `error` or `silent`. `info` has one line for each response that did not come from the cache.',
    ),
  METRICS_ADDRESS: line
    .optional()
    .describe(
      'Where the server publishes its metrics, as `HOST:PORT` ([more](operations.md#logs-metrics-and-health)).',
    ),
  METRICS_PUBLIC: onOff.default('off').describe('`on` allows a `METRICS_ADDRESS` that is not private.'),
  CACHE_MEGABYTES: count(1, 65536)
    .default(64)
    .describe('The size of the response cache of each process, in MiB, 1 to 65536.'),
  SMTP_URL: line
    .optional()
    .describe(
      'The mail server: `smtp://NAME:PASSWORD@HOST:PORT`, or `smtps://` for TLS from the first byte. Name and password are percent-encoded (`@` is `%40`).',
    ),
  MAIL_FROM: z.email().optional().meta({
    default: '`newsroom@` and the host; on loopback an example address',
    description: 'The sender of emails.',
  }),
  IMPORT_ARCHIVE: onOff
    .default('off')
    .describe(
      '`on` lets articles of an import go live [as an archive](import.md#archive), with a mark: their numbers were not settled here.',
    ),
  SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe('`required`: editors and chiefs without two-factor authentication reach only the page that sets it up.'),
  CLIENT_DOCUMENTS: z
    .enum(['check', 'on', 'off'])
    .default('check')
    .describe(
      'Whether OAuth clients may be known by the address of a document, which the server fetches. `check` announces it only while `claude.ai` or `chatgpt.com` can be reached; `on` always; `off` never.',
    ),
  CLAIM_INTERVAL_SECONDS: seconds(0.05, 60)
    .default(5)
    .describe('Seconds that an agent waits between two polls for its token, 0.05 to 60.'),
  CLAIM_EXPIRES_SECONDS: seconds(1, 600).default(600).describe("Seconds that an agent's code is valid, 1 to 600."),
  JOBS_SECONDS: seconds(0.05, 60)
    .default(5)
    .describe('Seconds between two runs of each background job, such as scheduled publications. 0.05 to 60.'),
  SOURCE_WATCH: z
    .enum(['off', 'daily'])
    .default('off')
    .describe(
      '`daily` requests every cited address once a day, slowly, from a separate process. If a source is gone or changed, its numbers are marked as to check again; nothing is unpublished.',
    ),
  SOURCE_LOOKUP: z
    .enum(['off', 'proposals'])
    .default('proposals')
    .describe(
      '`proposals`: the server opens the sources that agents name for numbers, and says whether the number is there. `off`: only when a person asks.',
    ),
  REVIEW_BY: z
    .enum(['one', 'two'])
    .default('one')
    .describe(
      '`two`: an editor who did not save the revision approves it, and another one publishes it, at every way to publish.',
    ),
  FIGURES_GATE: z
    .enum(['block', 'warn'])
    .default('block')
    .describe(
      '`block` or `warn`: whether a number that nobody settled stops a publication. With `warn` readers see that it is not settled.',
    ),
  GATE_LEVELS: line
    .optional()
    .describe(
      'Levels of single checks of the gate, as `no_sources=block,no_correction_note=block`. Checks: `no_byline`, `no_sources`, `no_correction_note`, `unknown_author`, `unknown_tag`, `unknown_hero`, `hero_expired`, `hero_ends_soon`, `figure_changed_needs_note`, `figure_look_again`.',
    ),
  QUOTATIONS: z
    .enum(['off', 'warn', 'gate'])
    .default('warn')
    .describe(
      '`off`, `warn` or `gate`: whether a quotation that no editor confirmed in a source warns, or stops a publication.',
    ),
  NAMES: z
    .enum(['off', 'warn', 'gate'])
    .default('warn')
    .describe('`off`, `warn` or `gate`: the same for a name that a source spells otherwise.'),
  PUBLICATION_NAME: line.default('Plumbline').describe("The magazine's name, until a chief enters one."),
  PUBLICATION_CONTACT: z
    .email()
    .optional()
    .describe(
      'The email address for readers, agents and security reports, until an editor enters one. Without either, `security.txt` names the ad desk.',
    ),
  PUBLICATION_LANGUAGE: line
    .default('en')
    .describe('The language of the articles, as in `<html lang>`. Labels and the newsroom stay English.'),
  CONTENT_LICENCE: z
    .enum(LICENCES)
    .default('reserved')
    .describe(
      'What others may do with the articles. `reserved`: search engines list them, models may answer with them and not be trained with them. `search-only`: no answers of models, either. `cc-by-4.0`, `cc0-1.0`: every use.',
    ),
  PUBLICATION_TIME_ZONE: line
    .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago' })
    .default('UTC')
    .describe(
      'The time zone of the publisher, such as `America/Chicago`: for days that readers see, times in the newsroom, and dates of invoices. Months of the archive and runs of ads are by UTC.',
    ),
  AD_DESK_EMAIL: z.email().optional().meta({
    default: '`advertising@` and the host; on loopback an example address',
    description: 'The address for advertisers.',
  }),
  INVOICE_FROM: z.string().trim().min(1).max(1000).optional().meta({
    default: "the publication's name and `AD_DESK_EMAIL`",
    description: "The publisher's name and address on invoices of ads, with `|` between the lines.",
  }),
  INVOICE_BANK: line
    .optional()
    .describe('The bank account for payments, with `|` between the lines, on invoices and in their emails.'),
  INVOICE_TAX_NOTE: line.optional().describe('One line about taxes on these invoices.'),
  INVOICE_TAX_RATE: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, { error: 'must be a rate in percent such as 8.25' })
    .default('0')
    .transform(Number)
    .describe('The tax in percent that is added to the price, such as `8.25`. At `0` an invoice has no tax line.'),
  INVOICE_DUE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe('The days from the issue of an invoice until it is due.'),
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
    )
    .describe(
      'The days after its due date on which an unpaid invoice is reminded of by email, each once; `none` sends none.',
    ),
  BRIEF_FROM: z.email().optional().meta({
    default: '`brief@` and the host name of `BASE_URL`',
    description: "The sender of the Field Brief, an address of the site's own domain.",
  }),
  BRIEF_POSTAL_ADDRESS: line
    .optional()
    .describe(
      'The postal address below each Field Brief, in one line, until a chief enters one. Without it no brief is sent.',
    ),
  BRIEF_DKIM: z
    .enum(['own', 'relay'])
    .default('own')
    .describe('`own`: the site signs the Field Brief with its own key. `relay`: the mail server signs.'),
  BRIEF_CONNECTIONS: count(1, 10).default(2).describe('Connections to the mail server while a brief is sent, 1 to 10.'),
  BRIEF_PER_MINUTE: count(1, 100_000).default(120).describe('Most emails of a brief in one minute.'),
  BRIEF_DOMAIN_PER_MINUTE: count(1, 100_000).default(30).describe('Most of them to addresses of one domain.'),
  BRIEF_STOP_SECONDS: count(0, 86_400)
    .default(600)
    .describe('Seconds between the time of a brief and its first email.'),
  BOUNCE_HOST: z
    .hostname()
    .max(200)
    .optional()
    .describe(
      'The host of the envelope sender of each Field Brief, `bounce+DAY.TOKEN@BOUNCE_HOST`. Its mail must arrive in the mailbox of `BOUNCE_IMAP_URL`.',
    ),
  BRIEF_DNS_SERVER: line
    .regex(/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d{1,5})?$/i, 'must be IP or IP:PORT')
    .optional()
    .meta({
      default: 'those of the system',
      description: 'The DNS server that *Sending domain* asks, as `IP` or `IP:PORT`.',
    }),
  BOUNCE_IMAP_URL: line
    .optional()
    .describe('The mailbox with the reports: `imaps://NAME:PASSWORD@HOST:PORT`, or `imap://` for STARTTLS.'),
  BOUNCE_SES_TOPIC: line
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of an SNS topic')
    .optional()
    .describe('The ARN of the SNS topic to which Amazon SES reports, at `/brief/events/ses`.'),
  BOUNCE_POSTMARK_LOGIN: line
    .regex(/^[^:]+:.{16,}$/, 'must be NAME:PASSWORD with at least 16 characters of password')
    .optional()
    .describe('`NAME:PASSWORD` of the Postmark webhooks, at `/brief/events/postmark`.'),
  BOUNCE_WEBHOOK_SECRET: line
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 random bytes in base64')
    .optional()
    .describe('The secret (`whsec_…`) of messages from other programs, at `/brief/events/standard`.'),
});

export type Settings = z.infer<typeof environmentSchema>;

/** Environment variables by name, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/** The text for operators about each setting; `standard` is its value when it is not set, in Markdown. */
export function describeSettings(): { name: string; standard: string; text: string }[] {
  return Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { description = '', default: text } = schema.meta() ?? {};
    const value = String(schema.safeParse(undefined).data ?? '');
    return {
      name,
      standard: typeof text === 'string' ? text : value === '' ? 'none' : `\`${value}\``,
      text: description,
    };
  });
}

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
    `These settings are wrong:\n${wrong.join('\n')}\nSee docs/settings.md for the values of each setting.`,
  );
}

/** Whether this runtime has a time zone of this name. */
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
    return [`Warning: the environment variable ${name} is not a setting and is ignored. See docs/settings.md.`];
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
