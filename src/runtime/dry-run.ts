import type { Tx } from '#db/database.ts';
import type { Deps } from './deps.ts';

/**
 * Runs `work` as a write would, and then undoes it.
 * @throws Failure as the write would
 */
export async function rollBack<T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const dryRun = new Error('dry run; nothing is kept');
  const results: T[] = [];
  try {
    await deps.db.write(async (tx) => {
      results.push(await work(tx));
      throw dryRun;
    });
  } catch (error) {
    if (error !== dryRun) throw error;
  }
  return results.pop() as T;
}
