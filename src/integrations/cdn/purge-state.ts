import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';

// How far a cache in front of the server has been purged: one row of `setting` for each cache.

export type PurgeState = {
  /** The last lines of the publication log that were purged once and twice; -1 before the first purge, which removes everything. */
  first: number;
  second: number;
  /** Until when a process sends a purge, in milliseconds since 1970; 0 when none does. */
  until: number;
};

export const START: PurgeState = { first: -1, second: -1, until: 0 };

/** Null before the first purge of this cache. */
export async function readPurgeState(tx: Tx, name: string): Promise<PurgeState | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', rowOf(name)).executeTakeFirst();
  return row ? (JSON.parse(row.value) as PurgeState) : null;
}

/** Replaces the state. False when another process was faster. */
export function replacePurgeState(
  deps: Deps,
  name: string,
  known: PurgeState | null,
  next: PurgeState,
): Promise<boolean> {
  const value = JSON.stringify(next);
  return deps.db.write(async (tx) => {
    if (known === null) {
      const inserting = tx.insertInto('setting').values({ name: rowOf(name), value });
      const { numInsertedOrUpdatedRows } = await inserting.onConflict((on) => on.doNothing()).executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    }
    const updating = tx.updateTable('setting').set({ value }).where('name', '=', rowOf(name));
    const { numUpdatedRows } = await updating.where('value', '=', JSON.stringify(known)).executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

function rowOf(name: string): string {
  return `purge ${name}`;
}
