import { CompiledQuery, sql } from 'kysely';
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import type { Database } from '#db/database.ts';
import type { CounterFor } from '#http/limits.ts';

/** A table that PostgreSQL does not write to its log: after a crash of the server the counts start again. */
const TABLE_OF_LIMITS =
  'create unlogged table if not exists limit_count (key text primary key, points integer not null default 0, expire bigint)';

/** Counts limits for all processes of a site together; undefined on SQLite, which only one process uses. */
export function sharedCounters(db: Database): CounterFor | undefined {
  return db.kind === 'postgres' ? countInPostgres(db) : undefined;
}

type Query = { text: string; values: unknown[] };

function countInPostgres(db: Database): CounterFor {
  let table: Promise<unknown> | null = null;

  /** Bypasses `db.write`: rate-limit counters must not trigger change notifications. */
  async function query({ text, values }: Query): Promise<{ rows: unknown[]; rowCount: number }> {
    table ??= createTable(db).catch((error: unknown) => {
      table = null; // the next query tries again
      throw error;
    });
    await table;
    const { rows, numAffectedRows } = await db.read.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  }

  return (budget) =>
    new RateLimiterPostgres({
      ...budget,
      storeClient: { query },
      storeType: 'client',
      tableName: 'limit_count',
      tableCreated: true,
      inMemoryBlockOnConsumed: budget.points + 1,
    });
}

/** Creates the table of the counts, under a lock, because other processes may create it at the same time. */
function createTable(db: Database): Promise<unknown> {
  return db.read.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7203)`.execute(tx);
    await sql.raw(TABLE_OF_LIMITS).execute(tx);
  });
}
