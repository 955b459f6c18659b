import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLocked } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';

/**
 * Milliseconds of one try, and of the pause before the next one, in which readers continue. A try is shorter than the second after which
 * PostgreSQL looks for a deadlock (`deadlock_timeout`).
 */
const ONE_TRY = 700;
const PAUSE = 150;

/**
 * Takes the locks of all tables before an upgrade changes the first one: all of them, or none and then it tries again. An upgrade with the
 * locks of some tables could otherwise deadlock with a reader that has the next one, and PostgreSQL would end one of the two. Setting the
 * owner of a table to its present owner takes the lock that a change needs.
 */
export async function lockTables(tx: Tx, longest: number): Promise<void> {
  const until = performance.now() + longest;
  await sql`savepoint before_locks`.execute(tx);
  for (;;) {
    try {
      await sql`select set_config('statement_timeout', ${String(ONE_TRY)}, true)`.execute(tx);
      await sql.raw(LOCK_EACH).execute(tx);
      await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    await sql`rollback to savepoint before_locks`.execute(tx);
    await wait(PAUSE);
  }
}

/** The tables of this schema whose owner this role may act for. The migrator has its own tables open. */
const LOCK_EACH = `do $$ declare one record; begin
  for one in select tablename, tableowner from pg_tables where schemaname = current_schema()
    and pg_has_role(tableowner, 'usage') and tablename not like 'kysely%' order by tablename
  loop execute format('alter table %I owner to %I', one.tablename, one.tableowner); end loop; end $$`;
