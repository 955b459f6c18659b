import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../database.ts';

// Who has a PostgreSQL database open. Every process that uses the data holds one lock of its session together with the others, on its
// direct connection; what replaces all data needs that lock alone.

/** The key of the lock. */
const LOCK = 7205;
/** A process that has just ended may have the lock for a moment longer: tries, and milliseconds between two. */
const MOST_TRIES = 10;
const TRY_EVERY = 200;

/** Takes the lock together with others; waits while the data is being replaced. The lock ends with the connection. */
export const HOLD_OPEN = `select pg_advisory_lock_shared(${LOCK})`;

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

/**
 * Takes the lock alone until the transaction ends.
 * @throws Error that names the processes that have the database open
 */
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
