import { dbUnavailable, isDbError } from '../db/connection/db-errors.ts';
import type { Database } from '../db/database.ts';
import type { Fallback } from './last-state.ts';

/** Longest a reader waits for the database before the last known edition is taken, in milliseconds. */
const LONGEST_WAIT = 2000;

/** Longest it is waited for where there is no last known edition to give: on a first start, or while it is filled. */
const LONGEST_ALONE = 10_000;

/** The same database, whose public readers are given the last known edition while it cannot be asked. */
export function withFallback(db: Database, edition: Fallback): Database {
  return {
    ...db,
    readPublished: async (work) => {
      const reading = work(db.read);
      try {
        return { value: await inTime(reading, LONGEST_WAIT), isLastKnown: false };
      } catch (error) {
        const known = isDbError(error) ? await edition.read(work) : null;
        if (known) return { ...known, isLastKnown: true };
        return { value: await inTime(reading, LONGEST_ALONE - LONGEST_WAIT), isLastKnown: false };
      }
    },
    close: async () => {
      await edition.close();
      await db.close();
    },
  };
}

/** What comes of `work` in so many milliseconds; its own error, where it failed. @throws db_unavailable when it is late */
async function inTime<T>(work: Promise<T>, longest: number): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(dbUnavailable()), longest);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(late));
}
