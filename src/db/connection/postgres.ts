import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from '../database.ts';
import { migrate } from '../schema/migrate.ts';
import type { Tables } from '../schema/tables.ts';
import { type ConnectionLog, NO_LOG, trackConnection } from './connection-state.ts';
import { dbUnavailable } from './db-errors.ts';
import { type CommitWatch, createListeners } from './watch.ts';

/** Most connections of one process, and the longest wait for one, in milliseconds. */
const MOST_CONNECTIONS = 10;
const LONGEST_WAIT = 5000;
/** Most tries of a transaction that conflicts with another one. */
const MOST_TRIES = 5;

/**
 * Opens a connection pool to a PostgreSQL database and migrates its tables. While the server is away, nothing is sent to it.
 * @throws Error when the server cannot be reached now; with `server` only when waiting cannot help
 */
export async function openPostgres(url: string, server?: { log: ConnectionLog; patience: number }): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  let pool: pg.Pool | null = null;
  const watching = watchPostgres(url);
  const connection = trackConnection({ open, close: closePool, reopened: watching.notify }, server?.log ?? NO_LOG);

  const guarded = new WeakSet<pg.PoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    connection.requireHere();
    if (!pool) throw dbUnavailable();
    const client = await pool.connect().catch(refuse);
    if (!guarded.has(client)) guard(client, refuse);
    guarded.add(client);
    return client;
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  });

  await connection.settle(server?.patience ?? null, close);
  return {
    kind: 'postgres',
    isAvailable: connection.isAvailable,
    read: db,
    readPublished: async (work) => ({ value: await work(db), isLastKnown: false }),
    readCached: (_, read) => read(db),
    write: async (work) => {
      const value = await writeTo(db, work);
      watching.notify();
      return value;
    },
    watch: watching.watch,
    close,
  };

  async function open(): Promise<void> {
    // Another process may hold the lock of the migrations for longer than a query may wait.
    const patient = openPool(url, UNLIMITED);
    try {
      await migrate('postgres', new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient }) }));
      pool = openPool(url);
    } finally {
      await patient.end().catch(() => {});
    }
  }

  /** Connections in use are closed after their work. */
  function closePool(): void {
    pool?.end().catch(() => {});
    pool = null;
  }

  function refuse(error: unknown): never {
    throw connection.translate(error);
  }

  async function close(): Promise<void> {
    await watching.close();
    const left = pool;
    pool = null;
    await left?.end();
    connection.close();
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
  // An idle connection that fails is replaced at the next use. On a connection in use the query reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Passes errors of queries to `refuse`, and replaces NUL in values. */
function guard(client: pg.PoolClient, refuse: (error: unknown) => never): void {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  Object.assign(client, {
    query: (text: string, values?: unknown[]) => query(text, values?.map(withoutNul)).catch(refuse),
  });
}

/** PostgreSQL accepts no NUL in a text. No stored text contains NUL or this noncharacter, so a search still finds nothing. */
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

/** Whether the error is a deadlock or a serialization failure: the transaction was undone and may be tried again. */
function lostRace(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && (cause.code === '40P01' || cause.code === '40001');
}

/** Milliseconds between two notifications without a cause, in case PostgreSQL could not send one. */
const NOTIFY_EVERY = 5000;
/** Milliseconds before a lost connection is opened again. */
const TRY_AGAIN = 500;

/**
 * Notifies listeners of commits: `notify` for those of this process, and LISTEN for those of others. Because a notification
 * can be missed while the connection is lost, it also notifies after each reconnect and every five seconds.
 */
function watchPostgres(url: string): CommitWatch {
  const { watch, notify } = createListeners();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const notifying = setInterval(notify, NOTIFY_EVERY).unref();

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
    mine.on('notification', notify);
    try {
      await mine.connect();
      client = mine;
      if (closed) return void mine.end().catch(() => {});
      await mine.query('listen plumbline');
      notify();
    } catch {
      again();
    }
  }
  void listen();

  return {
    watch,
    notify,
    close: async () => {
      closed = true;
      clearInterval(notifying);
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
