import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';

// Whose turn it is to look at the pages, of any number of processes: one setting says when the next look is due, or until when
// a process that looks has the turn.

const TURN = 'ads_look_turn';
const BUSY = 'busy until ';

/** Seconds after which another process takes over from one that began a look and never ended it. */
const LEASE = 180;
/** Seconds ahead at which a due time is that of a clock that went wrong. */
const TOO_FAR = 3600;

/** Takes the turn when a look is due, or at once where something is new. Whoever looks already keeps it. */
export async function acquireCheckLock(deps: Deps, isNew: boolean): Promise<boolean> {
  if (!isFree(deps, await readTurn(deps.db.read), isNew)) return false;
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: TURN, value: '' })
      .onConflict((known) => known.column('name').doNothing())
      .execute();
    const value = await readTurn(tx);
    if (!isFree(deps, value, isNew)) return false;
    const { numUpdatedRows } = await tx
      .updateTable('setting')
      .set({ value: BUSY + inSeconds(deps, LEASE) })
      .where('name', '=', TURN)
      .where('value', '=', value)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** Gives the turn back; the next look is due at `dueAt`. */
export async function endTurn(deps: Deps, dueAt: string): Promise<void> {
  await deps.db.write((tx) => tx.updateTable('setting').set({ value: dueAt }).where('name', '=', TURN).execute());
}

function isFree(deps: Deps, value: string, isNew: boolean): boolean {
  const isBusy = value.startsWith(BUSY);
  const at = isBusy ? value.slice(BUSY.length) : value;
  if (at <= now(deps) || at > inSeconds(deps, TOO_FAR)) return true;
  return isNew && !isBusy;
}

async function readTurn(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', TURN).executeTakeFirst();
  return row?.value ?? '';
}
