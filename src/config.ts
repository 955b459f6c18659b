import { z } from 'zod';

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
};

export type Config = {
  host: string;
  port: number;
  publication: Publication;
  databaseUrl: string;
  dataDir: string;
  firstEditor: { email: string; password: string } | null;
  sampleEdition: boolean;
  /** How many proxies of ours stand before the server, counted from it. */
  trustedProxies: number;
  rateLimits: boolean;
  /** Most bytes of ready-printed copies a process holds. */
  newsstandBytes: number;
  /** Seconds. */
  claimInterval: number;
  /** Seconds. */
  claimExpires: number;
  /** Whether it runs for readers: no sample edition, and a base address has to be set. */
  production: boolean;
};

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const onOff = z.enum(['on', 'off']);
const line = z.string().trim().min(1).max(300);

const environmentSchema = z.object({
  HOST: line.default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  BASE_URL: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: line.default('./data'),
  FIRST_EDITOR_EMAIL: z.email().optional(),
  FIRST_EDITOR_PASSWORD: z.string().optional(),
  NODE_ENV: z.string().optional(),
  SAMPLE_EDITION: onOff.optional(),
  TRUSTED_PROXIES: count(0, 10).default(0),
  RATE_LIMITS: onOff.default('on'),
  NEWSSTAND_MEGABYTES: count(1, 65536).default(256),
  CLAIM_INTERVAL_SECONDS: z.coerce.number().min(0.05).max(60).default(5),
  CLAIM_EXPIRES_SECONDS: z.coerce.number().min(1).max(600).default(600),
  PUBLICATION_NAME: line.default('Plumbline'),
  PUBLICATION_DESCRIPTION: line.default(
    'An independent online magazine about AI in construction work, for estimators, project managers, superintendents, trade principals and construction companies.',
  ),
  PUBLICATION_BYLINE: line.optional(),
  PUBLICATION_CONTACT: z.email().optional(),
  PUBLICATION_LANGUAGE: line.default('en'),
  AD_DESK_EMAIL: z.email().optional(),
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
      adDesk: env.AD_DESK_EMAIL ?? adDeskAt(new URL(baseUrl).hostname),
      language: env.PUBLICATION_LANGUAGE,
    }),
    databaseUrl: env.DATABASE_URL ?? `file:${env.DATA_DIR}/plumbline.db`,
    dataDir: env.DATA_DIR,
    firstEditor: readFirstEditor(env.FIRST_EDITOR_EMAIL, env.FIRST_EDITOR_PASSWORD),
    sampleEdition: env.SAMPLE_EDITION ? env.SAMPLE_EDITION === 'on' : !production,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimits: env.RATE_LIMITS === 'on',
    newsstandBytes: env.NEWSSTAND_MEGABYTES * 1024 * 1024,
    claimInterval: env.CLAIM_INTERVAL_SECONDS,
    claimExpires: env.CLAIM_EXPIRES_SECONDS,
    production,
  });
}

/** The same settings for a server that took another port than the one asked for (port 0). */
export function atPort(config: Config, port: number): Config {
  if (config.port === port || config.publication.baseUrl !== `http://127.0.0.1:${config.port}`) return config;
  return { ...config, port, publication: { ...config.publication, baseUrl: `http://127.0.0.1:${port}` } };
}

function readBaseUrl(given: string | undefined, port: number): string {
  if (!given) return `http://127.0.0.1:${port}`;
  const url = URL.parse(given);
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (plain) return url.origin;
  throw new Error(`BASE_URL is "${given}"; it must be an origin such as https://magazine.example, without a path.`);
}

/** The ad desk at the house's own name; at a name kept for examples where the house has only a number, as on loopback. */
function adDeskAt(host: string): string {
  const own = `advertising@${host}`;
  return z.email().safeParse(own).success ? own : 'advertising@magazine.example';
}

function readFirstEditor(email: string | undefined, password: string | undefined): Config['firstEditor'] {
  if (!email && !password) return null;
  if (email && password) return { email, password };
  throw new Error('FIRST_EDITOR_EMAIL and FIRST_EDITOR_PASSWORD go together: set both or neither.');
}
