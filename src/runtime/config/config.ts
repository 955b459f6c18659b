import * as z from 'zod';
import { type BounceSettings, type MailDomain, readBounceSettings, readMailDomain } from './bounce-config.ts';
import { type DatabaseSettings, readDatabaseSettings } from './database-config.ts';
import { type Environment, type LICENCES, readSettings, type Settings } from './env.ts';
import { type MediaBucket, readMediaBucket } from './media-config.ts';
import { readSiteDefaults, type SiteDefaults, type SiteIdentity } from './site-config.ts';

// The settings in the shape that the code uses. `env.ts` has their names, values and defaults.

/** The properties of the publication that only the environment sets. */
export type FixedPublication = Readonly<{
  /** The public origin, without a trailing slash. */
  baseUrl: string;
  /** The email address for advertisers. */
  adDesk: string;
  /** What others may do with the articles. */
  licence: (typeof LICENCES)[number];
  /** Whether it sends email, so that readers can subscribe. */
  sendsEmail: boolean;
}>;

/** The properties of the publication that pages show, and its addresses: a part of the snapshot of the site. */
export type Publication = Readonly<SiteIdentity> &
  FixedPublication & {
    /** The settings of the site that capabilities declare, as they are stored, by their names; unset ones are absent. */
    readonly settings?: Readonly<Record<string, unknown>>;
  };

/** `needsTls`: whether mail is sent only over an encrypted connection with a valid certificate. */
export type MailServer = { url: string; from: string; needsTls: boolean };

export type Config = DatabaseSettings & {
  host: string;
  port: number;
  /** The properties that chiefs cannot change. `siteSnapshot().publication` has the whole publication. */
  publication: FixedPublication;
  /** The publication without settings from the newsroom; `byline` null follows the name. */
  siteDefaults: SiteDefaults;
  dataDir: string;
  /** The folder for files made from pictures. */
  mediaDir: string;
  /** The bucket for these files, used in place of the folder; null for the folder. */
  mediaBucket: MediaBucket | null;
  /** Whether OAuth clients may identify themselves by a metadata document: if the server can fetch one, always, or never. */
  clientDocuments: 'check' | 'on' | 'off';
  /** The secret that encrypts the keys of the site; null if they are readable in the database. */
  siteKey: string | null;
  /** The first chief; without a password they get a link by email. */
  firstEditor: { email: string; password: string | null } | null;
  sampleEdition: boolean;
  /** How many of the operator's own proxies are in front of the server. */
  trustedProxies: number;
  rateLimits: boolean;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The address that serves `/metrics`; null for none. */
  metrics: { host: string; port: number } | null;
  /** Most bytes of cached responses in a process. */
  cacheBytes: number;
  /** The mail server, and the sender of mail; null when no mail is sent. */
  mail: MailServer | null;
  /** The Field Brief: its sender, and who signs the emails. */
  brief: {
    from: string;
    dkim: 'own' | 'relay';
    /** Connections to the mail server while a brief is sent. */
    connections: number;
    /** Most emails a minute, in all and to one recipient domain. */
    perMinute: number;
    domainPerMinute: number;
    /** Seconds between the due time and the first delivery, in which an editor can stop the send. */
    stopSeconds: number;
    /** The host whose mailbox gets reports of failed deliveries; null when none is set. */
    bounceHost: string | null;
  };
  /** The settings that determine the DNS records of the brief's sender, and the DNS server to ask; null means those of the system. */
  mailDomain: MailDomain;
  /** Where reports of failed deliveries come from; null where it is not set up. */
  bounces: BounceSettings;
  /** Whether editors and chiefs need two-factor authentication. */
  secondFactor: 'optional' | 'required';
  /** Whether a chief may have an import go live as an archive. */
  importArchive: boolean;
  /** Seconds. */
  claimInterval: number;
  /** Seconds. */
  claimExpires: number;
  /** Invoices of ads: sender and bank line by line, the note about taxes, the tax rate in 1/1000 %, the days until due; without a sender, the magazine and its ad desk. */
  invoice: {
    readonly from: readonly string[] | null;
    bank: readonly string[];
    tax: string;
    taxRate: number;
    dueDays: number;
  };
  /** Days after the due date on which reminders of an unpaid invoice are sent; empty: none is sent automatically. */
  reminderDays: readonly number[];
  /** Seconds between two runs of each background job. */
  jobsSeconds: number;
  /** Whether the server checks once a day that cited addresses still exist. */
  sourceWatch: 'off' | 'daily';
  /** Whether the server opens the sources that agents name for numbers, to look the numbers up. */
  sourceLookup: 'off' | 'proposals';
  /** Settings that acts apply. */
  policy: {
    /** How many people have to agree on a publication. */
    reviewBy: 'one' | 'two';
    /** Levels of gate checks, by code, where they differ from the default. */
    gateLevels: Readonly<Record<string, 'block' | 'warn'>>;
    /** Kinds of wording that are not looked up. */
    unchecked: readonly ('quotation' | 'name')[];
    /** The host of the base address. */
    ownHost: string;
    /** Most bytes of text that one grant may store in one day, where it differs from the default. */
    textPerDay?: number;
  };
  /** Host names that get the same answers as the base address. Readers who use any other name are redirected. */
  furtherHosts: readonly string[];
  /** The environment that was read. */
  environment: Environment;
  /** Whether the server is public: no sample articles, and no start without `BASE_URL`. */
  production: boolean;
};

/** Reads the settings. @throws Error that names each wrong setting and the values it may have */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one line for each setting
export function readConfig(environment: Environment): Config {
  const env = readSettings(environment);
  const production = env.NODE_ENV === 'production';
  const baseUrl = readBaseUrl(env.BASE_URL, env.PORT);
  const briefFrom = env.BRIEF_FROM ?? addressAt(baseUrl, 'brief');
  const siteDefaults = readSiteDefaults(env);
  const publication: FixedPublication = Object.freeze({
    baseUrl,
    adDesk: env.AD_DESK_EMAIL ?? addressAt(baseUrl, 'advertising'),
    licence: env.CONTENT_LICENCE,
    sendsEmail: Boolean(env.SMTP_URL),
  });
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publication,
    siteDefaults,
    ...readDatabaseSettings(env),
    dataDir: env.DATA_DIR,
    mediaDir: env.MEDIA_DIR ?? `${env.DATA_DIR}/media`,
    mediaBucket: readMediaBucket(env.MEDIA_URL, env.MEDIA_KEY_ID, env.MEDIA_SECRET),
    siteKey: env.SITE_KEY ?? null,
    firstEditor: readFirstEditor(env),
    sampleEdition: env.SAMPLE_EDITION ? env.SAMPLE_EDITION === 'on' : !production,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    metrics: readMetricsAddress(env.METRICS_ADDRESS, env.METRICS_PUBLIC === 'on'),
    cacheBytes: env.CACHE_MEGABYTES * 1024 * 1024,
    mail: readMailServer(env.SMTP_URL, env.MAIL_FROM ?? addressAt(baseUrl, 'newsroom')),
    brief: Object.freeze({
      from: briefFrom,
      dkim: env.BRIEF_DKIM,
      connections: env.BRIEF_CONNECTIONS,
      perMinute: env.BRIEF_PER_MINUTE,
      domainPerMinute: env.BRIEF_DOMAIN_PER_MINUTE,
      stopSeconds: env.BRIEF_STOP_SECONDS,
      bounceHost: env.BOUNCE_HOST ?? null,
    }),
    mailDomain: readMailDomain(env, baseUrl, briefFrom),
    bounces: readBounceSettings(env),
    secondFactor: env.SECOND_FACTOR,
    importArchive: env.IMPORT_ARCHIVE === 'on',
    clientDocuments: env.CLIENT_DOCUMENTS,
    claimInterval: env.CLAIM_INTERVAL_SECONDS,
    claimExpires: env.CLAIM_EXPIRES_SECONDS,
    invoice: Object.freeze({
      from: env.INVOICE_FROM ? Object.freeze(env.INVOICE_FROM.split('|').map((part) => part.trim())) : null,
      bank: Object.freeze(env.INVOICE_BANK?.split('|').map((part) => part.trim()) ?? []),
      tax: env.INVOICE_TAX_NOTE ?? '',
      taxRate: Math.round(env.INVOICE_TAX_RATE * 1000),
      dueDays: env.INVOICE_DUE_DAYS,
    }),
    reminderDays: Object.freeze(env.INVOICE_REMINDER_DAYS),
    jobsSeconds: env.JOBS_SECONDS,
    sourceWatch: env.SOURCE_WATCH,
    sourceLookup: env.SOURCE_LOOKUP,
    policy: Object.freeze({
      reviewBy: env.REVIEW_BY,
      gateLevels: readGateLevels(env),
      unchecked: Object.freeze(WORDINGS.flatMap(([name, kind]) => (env[name] === 'off' ? [kind] : []))),
      ownHost: new URL(baseUrl).hostname,
      ...(env.RATE_LIMITS === 'off' && { textPerDay: Number.POSITIVE_INFINITY }),
    }),
    furtherHosts: Object.freeze(env.FURTHER_HOSTS),
    environment,
    production,
  });
}

/**
 * Reads the settings of a process that publishes addresses: a server or an export.
 * @throws Error as `readConfig` does, and when a public server would publish links to this machine
 */
export function readServerConfig(environment: Environment): Config {
  const config = readConfig(environment);
  if (config.production && !environment.BASE_URL)
    throw new Error(
      'BASE_URL is not set. With NODE_ENV=production it must be the public address of the magazine, such as https://magazine.example: links, feeds, emails and tokens are made from it.',
    );
  if (config.production && !config.rateLimits)
    throw new Error(
      'RATE_LIMITS=off is for measurements on loopback. With NODE_ENV=production leave it out: without limits one caller can stop the service for all.',
    );
  return config;
}

const FIGURE_CHECKS = ['figure_open', 'figure_unconfirmed', 'figure_changed_needs_note'] as const;
/** Gate checks whose level can be set. A headline and a section are always required. */
const CHECKS: readonly string[] = [
  'no_byline',
  'no_sources',
  'no_correction_note',
  'unknown_author',
  'unknown_tag',
  'unknown_hero',
  'hero_expired',
  'hero_ends_soon',
  'figure_changed_needs_note',
  'figure_look_again',
];

/** The settings of the wordings that are looked up, and the checks that they set. */
const WORDINGS = [
  ['QUOTATIONS', 'quotation', 'quotation_open'],
  ['NAMES', 'name', 'name_open'],
] as const;

function readGateLevels(env: Settings): Config['policy']['gateLevels'] {
  const { FIGURES_GATE: figures, GATE_LEVELS: given } = env;
  const levels: Record<string, 'block' | 'warn'> = {};
  for (const [name, , check] of WORDINGS) if (env[name] === 'gate') levels[check] = 'block';
  if (figures === 'warn') for (const check of FIGURE_CHECKS) levels[check] = 'warn';
  for (const entry of given?.split(',') ?? []) {
    const [check = '', level] = entry.trim().split('=');
    if (!CHECKS.includes(check) || (level !== 'block' && level !== 'warn'))
      throw new Error(
        `GATE_LEVELS has "${entry.trim()}"; use CHECK=block or CHECK=warn, separated by commas, of: ${CHECKS.join(', ')}.`,
      );
    levels[check] = level;
  }
  return Object.freeze(levels);
}

/** The same settings with the port that the system chose (for `PORT=0`). */
export function atPort(config: Config, port: number): Config {
  if (config.port === port || config.publication.baseUrl !== `http://127.0.0.1:${config.port}`) return config;
  const publication = Object.freeze({ ...config.publication, baseUrl: `http://127.0.0.1:${port}` });
  return Object.freeze({ ...config, port, publication });
}

function readFirstEditor({ FIRST_EDITOR_EMAIL: email, FIRST_EDITOR_PASSWORD: password, SMTP_URL }: Settings) {
  if (!email && !password) return null;
  if (email && (password || SMTP_URL)) return { email, password: password ?? null };
  throw new Error('Set FIRST_EDITOR_EMAIL with FIRST_EDITOR_PASSWORD, or with SMTP_URL to get a link by email.');
}

function readBaseUrl(given: string | undefined, port: number): string {
  if (!given) return `http://127.0.0.1:${port}`;
  const url = URL.parse(given);
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (isOrigin) return url.origin;
  throw new Error(`BASE_URL is "${given}"; it must be an origin such as https://magazine.example, without a path.`);
}

/** An email address at the site's own host name; at `magazine.example` when the host has no name, as on loopback. */
function addressAt(baseUrl: string, local: string): string {
  const own = `${local}@${new URL(baseUrl).hostname}`;
  return z.email().safeParse(own).success ? own : `${local}@magazine.example`;
}

const LOOPBACK = /^(?:127\.[0-9.]+|\[::1\]|localhost)$/i;

/** TLS is required except on the same machine, or with `?tls=off` in the address. */
function readMailServer(given: string | undefined, from: string): MailServer | null {
  if (!given) return null;
  const url = URL.parse(given);
  const options = [...(url?.searchParams ?? [])].map(([name, value]) => `${name}=${value}`);
  const isValid =
    url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) && !url.hash;
  if (!isValid || options.length > 1 || (options.length === 1 && options[0] !== 'tls=off')) {
    throw new Error('SMTP_URL must be smtp://NAME:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte.');
  }
  url.search = '';
  return { url: url.href, from, needsTls: options.length === 0 && !LOOPBACK.test(url.hostname) };
}

/** The beginnings of private addresses (RFC 1918; RFC 4193; loopback). */
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]$|\[f[cd]|localhost$)/i;

function readMetricsAddress(given: string | undefined, isPublic: boolean): Config['metrics'] {
  if (!given) return null;
  const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[^:]+):(\d{1,5})$/i.exec(given) ?? [];
  if (host === '' || Number(port) > 65535)
    throw new Error(`METRICS_ADDRESS is "${given}"; use HOST:PORT, as in 127.0.0.1:9464.`);
  if (!isPublic && !PRIVATE.test(host))
    throw new Error(
      `METRICS_ADDRESS is "${given}", which is a public address; use a private address, or set METRICS_PUBLIC=on.`,
    );
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
