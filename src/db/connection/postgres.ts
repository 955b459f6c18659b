import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from '../database.ts';
import { migrate } from '../schema/migrate.ts';
import type { Tables } from '../schema/tables.ts';
import { type ConnectionLog, NO_LOG, trackConnection } from './connection-state.ts';
import { dbUnavailable } from './db-errors.ts';
import { type CommitWatch, createListeners } from './watch.ts';

/** Connections of one process; writes wait for one at most this long, in milliseconds. */
const MOST_CONNECTIONS = 10;
const LONGEST_WAIT = 5000;
/** How often a transaction that lost a race with another is tried in all. */
const MOST_TRIES = 5;

/**
 * Opens a pool on a PostgreSQL database, its tables brought up to date. Dates and counts come as this house stores them.
 * When the server goes away, nothing is asked of it until it is back.
 * @throws Error when it cannot be reached now, unless `keeping` is given: it is then waited for
 */
export async function openPostgres(
  url: string,
  keeping?: { notes: ConnectionLog; patience: number },
): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  let pool: pg.Pool | null = null;
  const watching = watchPostgres(url);
  const standing = trackConnection({ arrive, depart, arrived: watching.tell }, keeping?.notes ?? NO_LOG);

  const guarded = new WeakSet<pg.PoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    standing.requireHere();
    if (!pool) throw dbUnavailable();
    const client = await pool.connect().catch(refuse);
    if (!guarded.has(client)) guard(client, refuse);
    guarded.add(client);
    return client;
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  });

  await standing.settle(keeping?.patience ?? null, close);
  return {
    kind: 'postgres',
    isAvailable: standing.isAvailable,
    read: db,
    readPublished: async (work) => ({ value: await work(db), isLastKnown: false }),
    readCached: (_, read) => read(db),
    write: async (work) => {
      const value = await writeTo(db, work);
      watching.tell();
      return value;
    },
    watch: watching.watch,
    close,
  };

  async function arrive(): Promise<void> {
    // Another process may hold the migrator's lock for as long as its steps take, longer than a query may wait.
    const patient = openPool(url, UNLIMITED);
    try {
      await migrate('postgres', new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient }) }));
      pool = openPool(url);
    } finally {
      await patient.end().catch(() => {});
    }
  }

  /** Connections in use end with their work. */
  function depart(): void {
    pool?.end().catch(() => {});
    pool = null;
  }

  function refuse(error: unknown): never {
    throw standing.judge(error);
  }

  async function close(): Promise<void> {
    await watching.close();
    const left = pool;
    pool = null;
    await left?.end();
    standing.close();
  }
}

const LIMITED =
  '-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on';
const UNLIMITED = '-c statement_timeout=0 -c lock_timeout=0 -c synchronous_commit=on';

function openPool(url: string, options = LIMITED): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_WAIT,
    idleTimeoutMillis: 30_000,
    ...(options === LIMITED && { query_timeout: 20_000 }),
    keepAlive: true,
    application_name: 'plumbline',
    options,
  });
  // An idle connection that died is replaced at the next use; of one at work, the query tells.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** What a connection's queries fail with is told as `refuse` says. What is looked for with a NUL is found nowhere. */
function guard(client: pg.PoolClient, refuse: (error: unknown) => never): void {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  Object.assign(client, {
    query: (text: string, values?: unknown[]) => query(text, values?.map(withoutNul)).catch(refuse),
  });
}

/** PostgreSQL's texts hold no NUL, and no text of ours does: the noncharacter in its place stands in none either. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffe') : value;
}

async function writeTo<T>(db: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!lostRace(error) || tries === MOST_TRIES) throw error;
    }
  }
}

/** A deadlock or a serialization failure: the whole transaction was undone and may be tried again. */
function lostRace(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && (cause.code === '40P01' || cause.code === '40001');
}

/** Milliseconds between two looks where PostgreSQL tells by itself, in case it could not. */
const LOOK_AGAIN = 5000;
/** Milliseconds before a lost connection is tried again. */
const TRY_AGAIN = 500;

/**
 * Tells of commits by this process at once, and by others through LISTEN. What was missed while the connection was lost is
 * caught up with: it tells after each reconnect, and every five seconds besides.
 */
export function watchPostgres(url: string): CommitWatch {
  const { watch, tell } = createListeners();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const looking = setInterval(tell, LOOK_AGAIN).unref();

  async function listen(): Promise<void> {
    const mine = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'plumbline-watch' });
    let lost = false;
    const again = () => {
      if (lost) return;
      lost = true;
      mine.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), TRY_AGAIN).unref();
    };
    mine.on('error', again);
    mine.on('end', again);
    mine.on('notification', tell);
    try {
      await mine.connect();
      client = mine;
      if (closed) return void mine.end().catch(() => {});
      await mine.query('listen plumbline');
      tell();
    } catch {
      again();
    }
  }
  void listen();

  return {
    watch,
    tell,
    close: async () => {
      closed = true;
      clearInterval(looking);
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
