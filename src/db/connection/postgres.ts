import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { migrate, type UpgradeOptions } from '#db/schema/upgrade.ts';
import { type ConnectionLog, NO_LOG, trackConnection } from './connection-state.ts';
import { dbBusy, dbUnavailable } from './db-errors.ts';
import { waitUntilAlone } from './in-use.ts';
import { LIMITS, openPatientPool, openPool, takeClient } from './postgres-pool.ts';
import { followServer, type ServerState } from './postgres-state.ts';
import { type UserOptions, watchPostgres } from './postgres-watch.ts';

/** Most writes at once, of ten connections: if all of them hang, readers still have connections. */
const MOST_WRITES = 6;
/** Longest wait of a write for its turn, in milliseconds. */
const LONGEST_TURN = 5000;
/** Most tries of a transaction that conflicts with another one. */
const MOST_TRIES = 5;

export type PostgresOptions = UpgradeOptions &
  UserOptions & {
    /** The address of the server itself, where the other address is that of a pooler. */
    directUrl?: string | null;
    /**
     * The options of a server. It also runs without the database, and waits `patience` milliseconds at the start. `refused` is called when
     * the database cannot be used, if that is known only after that time.
     */
    server?: { log: ConnectionLog; patience: number; refused?: ((reason: unknown) => void) | undefined };
  };

/**
 * Opens a connection pool to a PostgreSQL database and migrates its tables. While the server is away, nothing is sent to it.
 * @throws Error when the server cannot be reached now; with `server` only when waiting cannot help
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the pool and the state of the connection
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const { directUrl, isAlone = false, pictureStore = null, server, ...upgrading } = options;
  const log = server?.log ?? NO_LOG;
  const isPooled = directUrl !== undefined && directUrl !== null;
  const direct = directUrl ?? url;
  let pool: pg.Pool | null = null;
  let closing = new AbortController();
  let wasOpen = false;
  const watching = watchPostgres(direct, { isAlone, pictureStore });
  const connection = trackConnection(
    {
      ...{ open, close: closePool, reopened: watching.notify, onlyReads: () => state.onlyReads() },
      refused: server?.refused,
    },
    log,
  );

  const connect = async (): Promise<PostgresPoolClient> => {
    connection.requireHere();
    if (!pool) throw dbUnavailable();
    return takeClient(pool, isPooled, refuse, closing.signal);
  };
  const db = createKysely(connect);
  const state = followServer(db, { isAvailable: connection.isAvailable, log: server ? log : null, pictureStore });

  const inTurn = createTurns(MOST_WRITES, LONGEST_TURN);

  await connection.settle(server?.patience ?? null, close);
  return {
    kind: 'postgres',
    isAvailable: connection.isAvailable,
    read: db,
    readCached: (_, read) => read(db),
    write: async (work) => {
      const value = await inTurn(() => writeTo(db, work));
      watching.notify();
      return value;
    },
    watch: watching.watch,
    clockOffset: state.clockOffset,
    warnings: state.warnings,
    close,
  };

  async function open(): Promise<void> {
    const patient = openPatientPool(direct);
    try {
      if (isAlone) await waitUntilAlone(createKysely(() => patient.connect()));
      await migrate(
        'postgres',
        createKysely(() => patient.connect()),
        { ...upgrading, mayBeNewer: wasOpen },
      );
      const opened = openPool(url, { isPooled });
      await requireLimits(opened, isPooled, state.look).catch(async (error: unknown) => {
        await opened.end().catch(() => {});
        throw error;
      });
      watching.start();
      pool = opened;
      closing = new AbortController();
      wasOpen = true;
    } finally {
      await patient.end().catch(() => {});
    }
  }

  /** Connections in use are closed after their work. */
  function closePool(): void {
    pool?.end().catch(() => {});
    pool = null;
    closing.abort();
  }

  function refuse(error: unknown): never {
    throw connection.translate(error);
  }

  async function close(): Promise<void> {
    state.close();
    await watching.close();
    const left = pool;
    pool = null;
    await left?.end();
    connection.close();
  }
}

function createKysely(connect: PostgresPool['connect']): Tx {
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } });
  // The migrator of Kysely locks the session, which a pooler keeps open; `migrate` locks the transaction.
  const noLock = { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} };
  dialect.createAdapter = () => Object.assign(new PostgresAdapter(), noLock);
  return new Kysely<Tables>({ dialect });
}

/**
 * Checks that the limits are in force, in a transaction and outside of one, and checks the server for the first time.
 * @throws Error that names the setting to change
 */
async function requireLimits(pool: pg.Pool, isPooled: boolean, look: ServerState['look']): Promise<void> {
  const refuse = (error: unknown): never => {
    if (error instanceof Error && /startup parameter/.test(error.message))
      throw new Error(`${IS_POOLER} (${error.message}).`);
    throw error;
  };
  const db = createKysely(() => takeClient(pool, isPooled, refuse));
  await requireLimitsIn(db);
  await db.transaction().execute(requireLimitsIn);
  await look(db);
}

const IS_POOLER =
  'DATABASE_URL leads to a pooler such as PgBouncer, through which the time limits of queries are not in force. Set DATABASE_DIRECT_URL to the address of the database server itself: each transaction then sets its limits';

async function requireLimitsIn(tx: Tx): Promise<void> {
  const names = Object.keys(LIMITS);
  const { rows } = await sql<{ name: keyof typeof LIMITS; value: string }>`select name,
    current_setting(name) as value from unnest(${names}::text[]) as wanted (name)`.execute(tx);
  const wrong = rows.filter(({ name, value }) => value !== LIMITS[name]);
  if (wrong.length > 0)
    throw new Error(`${IS_POOLER} (${wrong.map(({ name, value }) => `${name} is ${value}`).join(', ')}).`);
}

/** Runs at most `most` tasks at once. @throws Failure `busy` for a task that waited longer than `longest` milliseconds */
function createTurns(most: number, longest: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < most) return void running++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(dbBusy());
    }, longest);
    waiting.push(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** The place goes to the task that waits longest. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
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
