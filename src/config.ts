import { z } from 'zod';
import { addressAt, readBaseUrl, readMailServer, readMediaBucket, readMetricsAddress } from './config-addresses.ts';

/** The publication's own words and addresses, passed to every edition. */
export type Publication = {
  name: string;
  description: string;
  /** The public origin, without a trailing slash. */
  baseUrl: string;
  /** Printed where an article names no author. */
  byline: string;
  /** Where readers, agents and finders of defects write to; null when none is set. */
  contact: string | null;
  /** Where advertisers write to. */
  adDesk: string;
  language: string;
  /** The IANA time zone whose day dates invoices. */
  timeZone: string;
};

export type MediaBucket = { endpoint: string; bucket: string; region: string; keyId: string; secret: string };

/** `needsTls`: whether a connection that is not encrypted, to whom it claims to be, is none. */
export type MailServer = { url: string; from: string; needsTls: boolean };

export type Config = {
  host: string;
  port: number;
  publication: Publication;
  databaseUrl: string;
  dataDir: string;
  /** The folder in which what is made of pictures lies. */
  mediaDir: string;
  /** The bucket it lies in instead, and by whose key; null for the folder. */
  mediaBucket: MediaBucket | null;
  firstEditor: { email: string; password: string } | null;
  sampleEdition: boolean;
  /** How many proxies of ours stand before the server, counted from it. */
  trustedProxies: number;
  rateLimits: boolean;
  /** Open connections one address may have with a process, where no proxy stands before it; 0 for any number. */
  socketsPerAddress: number;
  /** Processes that serve. */
  workers: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Where the figures of the running house are told; null for nowhere. */
  metrics: { host: string; port: number } | null;
  /** Most bytes of ready-printed copies a process holds. */
  cacheBytes: number;
  /** Where the edition is printed as files; null when it is not. */
  printDir: string | null;
  /** Where mail is handed in, and whom it is from; null when none is sent. */
  mail: MailServer | null;
  /** Whether editors and chiefs need a second factor. */
  secondFactor: 'optional' | 'required';
  /** Seconds. */
  claimInterval: number;
  /** Seconds. */
  claimExpires: number;
  /** What the publisher says of itself on invoices of ads, line by line, and about taxes. */
  invoice: { from: readonly string[]; tax: string };
  /** The browser that takes screenshots of ads for their proofs; null where none is installed. */
  chromium: string | null;
  /** Seconds from one round of what is looked after in the background to the next. */
  roundsSeconds: number;
  /** Whether cited addresses are asked once a day whether they are still there. */
  sourceWatch: 'off' | 'daily';
  /** What verbs hold to. */
  policy: {
    /** How many people have to agree on a publication. */
    reviewBy: 'one' | 'two';
    /** At which level checks of the gate stand, by their codes, where it is not the usual one. */
    gateLevels: Readonly<Record<string, 'block' | 'warn'>>;
    /** The host of the base address. */
    ownHost: string;
    /** The language articles are in, as a tag. */
    language: string;
    /** Bytes of text that one grant may store in one day, where it is not the usual bound. */
    textPerDay?: number;
  };
  /** Whether browsers are asked to use https for the subdomains of the base address as well. */
  hstsSubdomains: boolean;
  /** Whether it runs for readers: no sample edition, and a server does not start without `BASE_URL`. */
  production: boolean;
};

/** A whole number. The range is in the message, which is all that whoever mistyped it sees. */
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const environmentSchema = z.object({
  HOST: line.default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  BASE_URL: z.string().optional(),
  HSTS_SUBDOMAINS: onOff.default('off'),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: line.default('./data'),
  MEDIA_DIR: line.optional(),
  MEDIA_URL: line.optional(),
  MEDIA_KEY_ID: line.optional(),
  MEDIA_SECRET: line.optional(),
  FIRST_EDITOR_EMAIL: z.email().optional(),
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
  PRINT_DIR: line.optional(),
  NEWSSTAND_MEGABYTES: count(1, 65536).default(256),
  SMTP_URL: line.optional(),
  MAIL_FROM: z.email().optional(),
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  CLAIM_INTERVAL_SECONDS: seconds(0.05, 60).default(5),
  CLAIM_EXPIRES_SECONDS: seconds(1, 600).default(600),
  ROUNDS_SECONDS: seconds(0.05, 60).default(5),
  SOURCE_WATCH: z.enum(['off', 'daily']).default('off'),
  REVIEW_BY: z.enum(['one', 'two']).default('one'),
  FIGURES_GATE: z.enum(['block', 'warn']).default('block'),
  GATE_LEVELS: line.optional(),
  PUBLICATION_NAME: line.default('Plumbline'),
  PUBLICATION_DESCRIPTION: line.default(
    'An independent online magazine about AI in construction work, for estimators, project managers, superintendents, trade principals and construction companies.',
  ),
  PUBLICATION_BYLINE: line.optional(),
  PUBLICATION_CONTACT: z.email().optional(),
  PUBLICATION_LANGUAGE: line.default('en'),
  PUBLICATION_TIME_ZONE: line
    .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago' })
    .default('UTC'),
  AD_DESK_EMAIL: z.email().optional(),
  INVOICE_FROM: z.string().trim().min(1).max(1000).optional(),
  INVOICE_TAX_NOTE: line.optional(),
  CHROMIUM_PATH: line.optional(),
});

/**
 * Reads the settings once.
 * @throws Error that names each setting that is wrong and what it should be
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = environmentSchema.safeParse(given);
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n${wrong.join('\n')}\nSee docs/operations.md for what each may be.`);
  }
  const env = read.data;
  const production = env.NODE_ENV === 'production';
  const baseUrl = readBaseUrl(env.BASE_URL, env.PORT);
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publication: Object.freeze({
      name: env.PUBLICATION_NAME,
      description: env.PUBLICATION_DESCRIPTION,
      baseUrl,
      byline: env.PUBLICATION_BYLINE ?? `${env.PUBLICATION_NAME} newsroom`,
      contact: env.PUBLICATION_CONTACT ?? null,
      adDesk: env.AD_DESK_EMAIL ?? addressAt(baseUrl, 'advertising'),
      language: env.PUBLICATION_LANGUAGE,
      timeZone: env.PUBLICATION_TIME_ZONE,
    }),
    databaseUrl: env.DATABASE_URL ?? `file:${env.DATA_DIR}/plumbline.db`,
    dataDir: env.DATA_DIR,
    mediaDir: env.MEDIA_DIR ?? `${env.DATA_DIR}/media`,
    mediaBucket: readMediaBucket(env.MEDIA_URL, env.MEDIA_KEY_ID, env.MEDIA_SECRET),
    firstEditor: readFirstEditor(env.FIRST_EDITOR_EMAIL, env.FIRST_EDITOR_PASSWORD),
    sampleEdition: env.SAMPLE_EDITION ? env.SAMPLE_EDITION === 'on' : !production,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimits: env.RATE_LIMITS === 'on',
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    metrics: readMetricsAddress(env.METRICS_ADDRESS, env.METRICS_PUBLIC === 'on'),
    printDir: env.PRINT_DIR ?? null,
    cacheBytes: env.NEWSSTAND_MEGABYTES * 1024 * 1024,
    mail: readMailServer(env.SMTP_URL, env.MAIL_FROM ?? addressAt(baseUrl, 'newsroom')),
    secondFactor: env.SECOND_FACTOR,
    claimInterval: env.CLAIM_INTERVAL_SECONDS,
    claimExpires: env.CLAIM_EXPIRES_SECONDS,
    invoice: Object.freeze({
      from: Object.freeze(
        env.INVOICE_FROM?.split('|').map((part) => part.trim()) ?? [
          env.PUBLICATION_NAME,
          env.AD_DESK_EMAIL ?? addressAt(baseUrl, 'advertising'),
        ],
      ),
      tax: env.INVOICE_TAX_NOTE ?? '',
    }),
    chromium: env.CHROMIUM_PATH ?? null,
    roundsSeconds: env.ROUNDS_SECONDS,
    sourceWatch: env.SOURCE_WATCH,
    policy: Object.freeze({
      reviewBy: env.REVIEW_BY,
      gateLevels: readGateLevels(env.FIGURES_GATE, env.GATE_LEVELS),
      ownHost: new URL(baseUrl).hostname,
      language: env.PUBLICATION_LANGUAGE,
      ...(env.RATE_LIMITS === 'off' && { textPerDay: Number.POSITIVE_INFINITY }),
    }),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    production,
  });
}

/**
 * Reads the settings of a process that publishes addresses: a server, or a print of the edition.
 * @throws Error as `readConfig` does, and where a server for readers would give them links to this machine
 */
export function readServerConfig(environment: Record<string, string | undefined>): Config {
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

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

const FIGURE_CHECKS = ['figure_open', 'figure_unconfirmed', 'figure_changed_needs_note'] as const;
/** The checks of the gate whose level can be set one by one. Without a headline or a desk nothing can be printed. */
const CHECKS: readonly string[] = [
  ...['no_byline', 'no_sources', 'no_correction_note', 'unknown_author', 'unknown_tag', 'unknown_hero'],
  ...['hero_expired', 'hero_ends_soon', 'figure_changed_needs_note', 'figure_look_again'],
];

function readGateLevels(figures: 'block' | 'warn', given?: string): Config['policy']['gateLevels'] {
  const levels: Record<string, 'block' | 'warn'> = {};
  if (figures === 'warn') for (const check of FIGURE_CHECKS) levels[check] = 'warn';
  for (const one of given?.split(',') ?? []) {
    const [check = '', level] = one.trim().split('=');
    if (!CHECKS.includes(check) || (level !== 'block' && level !== 'warn'))
      throw new Error(
        `GATE_LEVELS has "${one.trim()}"; use CHECK=block or CHECK=warn, separated by commas, of: ${CHECKS.join(', ')}.`,
      );
    levels[check] = level;
  }
  return Object.freeze(levels);
}

/** The same settings for a server that took another port than the one asked for (port 0). */
export function atPort(config: Config, port: number): Config {
  if (config.port === port || config.publication.baseUrl !== `http://127.0.0.1:${config.port}`) return config;
  return { ...config, port, publication: { ...config.publication, baseUrl: `http://127.0.0.1:${port}` } };
}

function readFirstEditor(email: string | undefined, password: string | undefined): Config['firstEditor'] {
  if (!email && !password) return null;
  if (email && password) return { email, password };
  throw new Error('FIRST_EDITOR_EMAIL and FIRST_EDITOR_PASSWORD go together: set both or neither.');
}
