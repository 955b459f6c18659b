import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '#db/database.ts';

// Tracks which processes have a PostgreSQL database open. Each of them holds a shared lock of its session, on its direct connection. A
// process that replaces all data needs the lock exclusively.

/** The key of the lock. The lock of a store of pictures has `STORE` as its first key and the number of the store as its second. */
const LOCK = 7205;
const STORE = 7206;
/** A process that has just ended may have the lock for a moment longer: tries, and milliseconds between two. */
const MOST_TRIES = 10;
const TRY_EVERY = 200;

/** The error codes of an engine without session locks: unknown function, or not supported. */
const UNKNOWN = ['42883', '0A000'];

/** Takes the shared lock; waits while another process replaces the data. The lock ends with the connection. */
export async function holdOpen(client: pg.Client, pictureStore: number | null): Promise<void> {
  try {
    await client.query(`select pg_advisory_lock_shared(${LOCK})`);
    if (pictureStore !== null) await client.query(`select pg_advisory_lock_shared(${STORE}, ${pictureStore})`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && UNKNOWN.includes(String(error.code)))) throw error;
  }
}

/** Whether a server that runs now keeps its pictures in another store. */
export async function hasOtherStore(tx: Tx, own: number): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and classid = ${STORE} and objsubid = 2
    and objid <> ${own} and granted and database = (select oid from pg_database where datname = current_database()) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Checks before anything is changed that nobody else has the database open. @throws Error as `requireAlone` */
export async function waitUntilAlone(db: Tx): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(requireAlone);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
    await wait(TRY_EVERY);
  }
}

/** Takes the lock exclusively until the transaction ends. @throws Error that names the processes that have the database open */
export async function requireAlone(tx: Tx): Promise<void> {
  const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as alone`.execute(tx);
  if (rows[0]?.alone) return;
  throw new Error(
    `A server, or another command, has this database open: ${await nameUsers(tx)}. Stop it first, on every machine. Nothing was written.`,
  );
}

async function nameUsers(tx: Tx): Promise<string> {
  const { rows } = await sql<{ pid: number; address: string | null }>`select l.pid, host(a.client_addr) as address
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${LOCK} and l.objsubid = 1 and l.granted
    and l.database = (select oid from pg_database where datname = current_database()) order by l.pid`.execute(tx);
  const users = rows.map(({ pid, address }) => `from ${address ?? 'the same machine'} (backend ${pid})`);
  return users.length > 0 ? users.join(', ') : 'PostgreSQL does not say from where';
}
