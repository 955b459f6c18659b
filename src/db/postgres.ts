import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from './database.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { troubleOf } from './trouble.ts';
import { watchPostgres } from './watch.ts';

/** Connections of one process; writes wait for one at most this long, in milliseconds. */
const MOST_CONNECTIONS = 10;
const LONGEST_WAIT = 5000;
/** How often a transaction that lost a race with another is tried in all. */
const MOST_TRIES = 5;

/** Opens a pool on a PostgreSQL database, its tables brought up to date. Dates and counts come as this house stores them. */
export async function openPostgres(url: string): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_WAIT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'plumbline',
    options:
      '-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c synchronous_commit=on',
  });
  pool.on('error', () => {}); // an idle connection that died is replaced at the next use
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate('postgres', db);
  const watching = watchPostgres(url);
  return {
    kind: 'postgres',
    read: db,
    remember: (_, read) => read(db),
    write: async (work) => {
      const value = await writeTo(db, work);
      watching.tell();
      return value;
    },
    watch: watching.watch,
    close: async () => {
      await watching.close();
      await db.destroy();
    },
  };
}

async function writeTo<T>(db: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!lostRace(error) || tries === MOST_TRIES) throw troubleOf(error) ?? error;
    }
  }
}

/** A deadlock or a serialization failure: the whole transaction was undone and may be tried again. */
function lostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');
}
