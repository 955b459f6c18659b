import type { Tx } from '../db/database.ts';
import type { Deps } from './deps.ts';

/**
 * Does `work` as a write does it, and stores nothing of it.
 * @throws whatever the write would be refused with
 */
export async function rollBack<T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('tried out; nothing is kept');
  const tried: T[] = [];
  try {
    await deps.db.write(async (tx) => {
      tried.push(await work(tx));
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return tried.pop() as T;
}
