import { dbUnavailable, isDbError } from '#db/connection/db-errors.ts';
import type { Database } from '#db/database.ts';
import type { Fallback } from './last-state.ts';

/** Longest wait of a reader for the database before the fallback is used, in milliseconds. */
const LONGEST_WAIT = 2000;

/** Longest wait when the fallback is not complete: at the first start, or while it is filled. */
const LONGEST_ALONE = 10_000;

/** Wraps a database so that `readPublished` reads from the fallback while the database cannot be reached. */
export function withFallback(db: Database, fallback: Fallback): Database {
  return {
    ...db,
    readPublished: async (work, patience = LONGEST_WAIT) => {
      const reading = db.readPublished(work).then(({ value }) => value);
      try {
        return { value: await inTime(reading, Math.min(patience, LONGEST_WAIT)), isLastKnown: false };
      } catch (error) {
        const known = isDbError(error) ? await fallback.read(work) : null;
        if (known) return { ...known, isLastKnown: true };
        return { value: await inTime(reading, LONGEST_ALONE - LONGEST_WAIT), isLastKnown: false };
      }
    },
    close: async () => {
      await fallback.close();
      await db.close();
    },
  };
}

/** The result of `work`, or its error. @throws Failure `db_unavailable` after `longest` milliseconds */
async function inTime<T>(work: Promise<T>, longest: number): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(dbUnavailable()), longest);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(late));
}
