import type { Database } from '../db/database.ts';
import { isTrouble, unavailable } from '../db/trouble.ts';
import type { LastEdition } from './last-edition.ts';

/** Longest a reader waits for the database before the last known edition is taken, in milliseconds. */
const LONGEST_WAIT = 2000;

/** The same database, whose public readers are given the last known edition while it cannot be asked. */
export function withLastEdition(db: Database, edition: LastEdition): Database {
  return {
    ...db,
    readPublished: async (work) => {
      try {
        return { value: await inTime(work(db.read)), isLastKnown: false };
      } catch (error) {
        const known = isTrouble(error) ? await edition.read(work) : null;
        if (known) return { ...known, isLastKnown: true };
        throw error;
      }
    },
    close: async () => {
      await edition.close();
      await db.close();
    },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(unavailable()), LONGEST_WAIT);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(late));
}
