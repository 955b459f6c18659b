import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';

// Acts at the same time on one database.

export type Act<Result = unknown> = (deps: Deps) => Promise<Result>;
/** Whether another act had to wait for the first, and how each ended: with a value, or with the kind of its failure. */
export type Race = { waited: boolean; outcomes: unknown[] };

/**
 * On PostgreSQL, whose transactions run side by side, it runs the first act up to the commit of its transaction, then the others, and
 * lets the first commit once each other one waits for a lock or has ended. SQLite has one writer: there all run at once.
 */
export async function raceAll(deps: Deps, [first, ...others]: readonly Act[]): Promise<Race> {
  if (!first) return { waited: false, outcomes: [] };
  if (deps.db.kind === 'sqlite')
    return { waited: false, outcomes: await Promise.all([first, ...others].map((act) => outcomeOf(act(deps)))) };
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding: Deps['db'] = {
    ...deps.db,
    write: (work) =>
      deps.db.write(async (tx) => {
        const value = await work(tx);
        reached.resolve();
        await held.promise;
        return value;
      }),
  };
  const one = outcomeOf(first({ ...deps, db: holding }));
  await Promise.race([reached.promise, one]);
  let ended = 0;
  const rest = others.map((act) => outcomeOf(act(deps)).finally(() => ended++));
  let waiting = 0;
  while (ended + waiting < others.length) {
    await wait(2);
    waiting = await countWaiting(deps);
  }
  held.resolve();
  return { waited: waiting > 0, outcomes: await Promise.all([one, ...rest]) };
}

/** @throws an error that is no refusal */
async function outcomeOf(act: Promise<unknown>): Promise<unknown> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Failure) return error.kind;
    throw error;
  }
}

async function countWaiting({ db }: Deps): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
  return rows[0]?.n ?? 0;
}
