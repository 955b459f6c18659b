import cluster from 'node:cluster';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterCluster, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../../db/database.ts';
import type { CounterFor } from '../../http/kit/limits.ts';

/** Longest a worker waits for the count of the process that leads it, in milliseconds. */
const LONGEST_WAIT = 1000;

/** Where processes that serve the same house count together; undefined where there is one process alone. */
export function sharedCounters(db: Database): CounterFor | undefined {
  if (db.kind === 'postgres') return inPostgres(db);
  if (cluster.isWorker) return (budget) => new RateLimiterCluster({ ...budget, timeoutMs: LONGEST_WAIT });
  return undefined;
}

/** Counts in a table that PostgreSQL does not write to its log: after a crash of it the counts begin anew. */
function inPostgres(db: Database): CounterFor {
  const client = { query: (asked: Asked) => ask(db, asked) };
  return (budget) =>
    new RateLimiterPostgres({
      ...budget,
      storeClient: client,
      storeType: 'client',
      tableName: 'limit_count',
      tableCreated: true,
      inMemoryBlockOnConsumed: budget.points + 1,
    });
}

type Asked = { text: string; values: unknown[] };

const made = new WeakMap<Database, Promise<unknown>>();

/** Outside of the writes of the house: a count is no commit that anybody has to be told of. */
async function ask(db: Database, { text, values }: Asked): Promise<{ rows: unknown[]; rowCount: number }> {
  const ready = made.get(db) ?? makeTable(db);
  made.set(db, ready);
  await ready;
  const { rows, numAffectedRows } = await db.read.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
}

/** The table for the counts, under the lock that keeps two processes from making it at once. */
function makeTable(db: Database): Promise<unknown> {
  const making = db.read.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7203)`.execute(tx);
    await sql`create unlogged table if not exists limit_count
      (key text primary key, points integer not null default 0, expire bigint)`.execute(tx);
  });
  making.catch(() => made.delete(db));
  return making;
}
