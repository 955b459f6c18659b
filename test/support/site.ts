import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import type { Copy } from '#article/copy.ts';
import { CLI, type Member, type Role } from '#core/actor.ts';
import { databaseFile, openDatabase } from '#db/connection/open.ts';
import { cookieName } from '#http/access.ts';
import type { Services } from '#http/services.ts';
import { insertMember } from '#people/members.ts';
import { startSession } from '#people/sessions.ts';
import { type Config, type Publication, readConfig } from '#runtime/config/config.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { createSiteHolder, enterSite, type SiteHolder } from '#runtime/site-snapshot.ts';
import { createApp } from '#server/create-app.ts';
import { createServices } from '#server/services.ts';
import { placeSite } from '#site/live-site.ts';
import { oncePerRun } from './once-per-run.ts';
import { createDatabase } from './postgres.ts';

// A site for one test: a fresh database, and a clock that stands still until the test moves it.

export const BASE = 'http://127.0.0.1:3000';
export const PASSWORD = 'level and plumb and true';
/** The hashes of a site take little memory: at full strength, hashing takes longer than most tests. */
const HASH_MEMORY = 64;
/** A hash of PASSWORD with HASH_MEMORY. */
const PASSWORD_HASH = 'argon2id$0vqGUQSy2GEfF9u7xU-_aQ$z9SHX21T0I-ftUzFvrQjFP-uFZsr-rTq6LJQKNgqSYk';

export type Person = Member & { email: string; cookie: string };
export type LogLine = { level: 'info' | 'warn' | 'error'; fields: Record<string, unknown>; message: string };

export type TestSite = {
  deps: Deps;
  config: Config;
  services: Services;
  /** The newest state of its settings. */
  publication: Publication;
  /** Everything written to the log. */
  log: LogLine[];
  /** Sends a request to the app. The path is relative to the base URL. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Moves the clock forward. */
  pass: (seconds: number) => void;
  /** Adds a member and signs them in. */
  person: (role: Role, name?: string) => Promise<Person>;
  /** Gives an agent access and returns its bearer token. */
  grantToken: (editor: Member) => Promise<string>;
};

/** A test, or a whole file as `{ after }` of node:test: what it registers runs at its end. */
export type After = { after(close: () => unknown): unknown };

/** Opens a new site, and removes it after the test. What the test calls without a request works for the site it opened last. */
export function openSite(
  t: After,
  settings: Record<string, string> = {},
  /** Services in place of those of the site. */
  besides: Partial<Services> = {},
  holder: SiteHolder = enterNewSite(),
): Promise<TestSite> {
  return openWith(holder, { t, settings, besides });
}

/** What the caller does from here on works for a new site. Call it before the first await: it holds for the caller of an async function, too. */
export function enterNewSite(): SiteHolder {
  const holder = createSiteHolder();
  enterSite(holder);
  return holder;
}

type Opening = { t: After; settings: Record<string, string>; besides: Partial<Services> };

async function openWith(holder: SiteHolder, { t, settings, besides }: Opening): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  const own = await databaseOfItsOwn();
  const config = readConfig({
    DATA_DIR: folder,
    SAMPLE_EDITION: 'off',
    BASE_URL: BASE,
    // Tests about other things publish unsettled figures. Tests of the figures set FIGURES_GATE to `block`.
    FIGURES_GATE: 'warn',
    CLIENT_DOCUMENTS: 'on', // no test asks hosts on the internet
    SOURCE_LOOKUP: 'off', // so does no dry run
    ...own.settings,
    ...settings,
  });
  const file = databaseFile(config.databaseUrl);
  if (file && !existsSync(file)) await writeEmptyDatabase(file);
  const { databaseUrl, directUrl } = config;
  const db = await openDatabase(databaseUrl, { directUrl });
  t.after(async () => {
    await db.close();
    await own.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  let time = Date.parse('2026-09-06T13:00:00.000Z');
  const policy = { ...config.policy, hashMemory: HASH_MEMORY };
  const deps: Deps = { ...(await createDeps(db, openFiles(config), policy)), site: holder, clock: () => time };
  placeSite(holder, config);
  const log: LogLine[] = [];
  const note = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message });
  const services = { ...createServices(deps, config), ...besides };
  const app = createApp(deps, config, { info: note('info'), warn: note('warn'), error: note('error') }, services);
  let people = 0;
  return {
    deps,
    config,
    services,
    get publication() {
      return holder.newest.publication;
    },
    log,
    fetch: async (path, init) => app.fetch(new Request(new URL(path, config.publication.baseUrl), init)),
    pass: (seconds) => {
      time += seconds * 1000;
    },
    person: async (role, name = `Person ${++people}`) => {
      const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@magazine.example`;
      const editor = await deps.db.write((tx) =>
        insertMember(deps, tx, CLI, { editor: { email, name, role }, passwordHash: PASSWORD_HASH }),
      );
      const secret = await startSession(deps, editor, { address: '127.0.0.1', browser: 'test' });
      return { ...editor, email, cookie: `${cookieName(config.publication.baseUrl)}=${secret}` };
    },
    grantToken: async (editor) => {
      const asker = { loginHint: null, address: '127.0.0.1', program: 'test agent' };
      const { claimToken, userCode } = await openClaim(deps, asker, config.claimExpires);
      const claim = await findClaim(deps, userCode);
      await approveClaim(deps, editor, claim?.id ?? '');
      const redeemed = await redeemClaim(deps, claimToken, config.publication.baseUrl, config.claimInterval);
      if (redeemed.state !== 'issued') throw new Error(`the token was not issued: ${redeemed.state}`);
      return redeemed.accessToken;
    },
  };
}

/** Writes a SQLite file with all tables and no rows. It copies one, because migrating takes ten times as long. */
async function writeEmptyDatabase(path: string): Promise<void> {
  const bytes = await oncePerRun('empty.db', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-empty-'));
    const file = join(folder, 'empty.db');
    await (await openDatabase(`file:${file}`)).close();
    const migrated = readFileSync(file);
    rmSync(folder, { recursive: true });
    return migrated;
  });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}

/** A SQLite file in the folder of the site; with TEST_POSTGRES, a database in that cluster. */
async function databaseOfItsOwn(): Promise<{ settings: Record<string, string>; drop: () => Promise<void> }> {
  const cluster = process.env.TEST_POSTGRES;
  if (!cluster) return { settings: {}, drop: async () => {} };
  const { url, drop } = await createDatabase(cluster);
  return { settings: { DATABASE_URL: url }, drop };
}

/** A valid write payload; `over` replaces fields. */
export function draft(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    headline: 'A layout robot on a live slab',
    dek: 'What estimators should check before they rely on a layout robot.',
    section: 'robotics',
    slug: 'layout-robot-pilot',
    bodyBlocks: [
      { id: 'b1', type: 'paragraph', text: 'The crew ran the machine on a *live* slab and wrote down every stop.' },
    ],
    sources: [{ title: 'Site record of the pilot', url: 'https://example.org/pilot-record' }],
    ...over,
  };
}

/** The same payload as a `Copy`. */
export function copy(over: Record<string, unknown> = {}): Copy {
  return draft(over) as Copy;
}

/** Headers of a JSON request with a bearer token. */
export function bearer(token: string, more: Record<string, string> = {}): Record<string, string> {
  return { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
}

/** Headers of a request from one of our own pages, with a person's session cookie. */
export function fromPage(person: { cookie: string }, more: Record<string, string> = {}): Record<string, string> {
  return { Cookie: person.cookie, 'Sec-Fetch-Site': 'same-origin', Origin: BASE, ...more };
}

/** A POST of form fields from one of our own pages. */
export function form(person: { cookie: string }, fields: Record<string, string> | string[][]): RequestInit {
  return {
    method: 'POST',
    headers: fromPage(person, { 'Content-Type': 'application/x-www-form-urlencoded' }),
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
export async function json(response: Response): Promise<any> {
  return response.json();
}
