import type { Tx } from '#db/database.ts';

// After a restore or a copy, jobs with `waitsAfterRestore` wait until a chief releases them: the original may have done their work since,
// or a person may have stopped it.

/** The row of `setting` that says why jobs wait. */
const ROW = 'jobs wait after restore';

/** Why jobs wait; null when none does. */
export async function readWait(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
  return row?.value ?? null;
}

/** Makes jobs wait. Call it in the transaction that writes the copy. */
export async function makeJobsWait(tx: Tx, because: string): Promise<void> {
  await endWait(tx);
  await tx.insertInto('setting').values({ name: ROW, value: because }).execute();
}

/** Lets jobs run again; false when none waited. */
export async function endWait(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('setting').where('name', '=', ROW).executeTakeFirst();
  return numDeletedRows === 1n;
}
