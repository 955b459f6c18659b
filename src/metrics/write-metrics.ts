import { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import type { Series } from './series.ts';

/** A database whose writes are counted: how many wait, and how they ended. */
export function countWrites(db: Database): { db: Database; read: () => Series } {
  let waiting = 0;
  const ended = { done: 0, refused: 0, failed: 0 };
  const write: Database['write'] = async (work) => {
    waiting++;
    try {
      const value = await db.write(work);
      ended.done++;
      return value;
    } catch (error) {
      ended[error instanceof Failure ? 'refused' : 'failed']++;
      throw error;
    } finally {
      waiting--;
    }
  };
  return {
    db: { ...db, write },
    read: () => ({
      plumbline_writes_waiting: waiting,
      ...Object.fromEntries(
        Object.entries(ended).map(([how, count]) => [`plumbline_writes_total{ended="${how}"}`, count]),
      ),
    }),
  };
}
