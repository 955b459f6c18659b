import { databaseFile, openDatabase } from '../db/connection/open.ts';
import { openSnapshot } from '../db/connection/snapshot.ts';
import type { Telling } from './back-up.ts';
import { fill } from './fill.ts';
import type { Fingerprint } from './fingerprint.ts';
import { requireKnown } from './verify-file.ts';

/**
 * Moves everything as it stands now from one database to another, empty one; both addresses are as DATABASE_URL is.
 * @throws Error when the target holds anything, or what was written does not read back the same
 */
export async function copyHouse(from: string, to: string, telling: Telling): Promise<Fingerprint[]> {
  databaseFile(to);
  const source = await openSnapshot(from);
  try {
    if (!(await requireKnown(source)).isCurrent)
      throw new Error('An older release wrote it; start this one on it first.');
    const target = await openDatabase(to);
    try {
      return await fill(source, target, telling);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
