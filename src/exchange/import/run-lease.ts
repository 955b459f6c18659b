import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';
import type { RunState } from './import-runs.ts';

// One process at a time works on an import. It holds the run for a while and says so again with each item; whoever takes a run
// over makes every later write of the process before it fail.

/** Seconds that a process may be silent before another one takes its run over. */
const HELD = 60;

/** Takes a run in one of these states. False when it is in none of them, or when a process works on it or on another run. */
export async function takeRun(
  deps: Deps,
  id: string,
  { from, to, holder, force = false }: { from: readonly RunState[]; to: RunState; holder: string; force?: boolean },
): Promise<boolean> {
  return deps.db.write(async (tx) => {
    await tx
      .updateTable('import_run')
      .set({ busy: null, holder: null })
      .where((row) => row.or([row('held_until', '<', now(deps)), ...(force ? [row('id', '=', id)] : [])]))
      .where('busy', '=', 1)
      .execute();
    const busy = await tx.selectFrom('import_run').select('id').where('busy', '=', 1).executeTakeFirst();
    if (busy) return false;
    const { numUpdatedRows } = await tx
      .updateTable('import_run')
      .set({ state: to, busy: 1, holder, held_until: inSeconds(deps, HELD), trouble: null })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

/** Says in the transaction of a write that the process still works on its run. @throws busy when another one took it over */
export async function holdRun(deps: Deps, tx: Tx, id: string, holder: string, done: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set({ held_until: inSeconds(deps, HELD), done })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Failure('busy', 'Another process took this import over.', { hint: 'Look at its progress.' });
}

/** Ends the work of a process on a run. */
export async function leaveRun(
  deps: Deps,
  id: string,
  holder: string,
  end: { state: RunState; trouble: string | null },
): Promise<void> {
  await deps.db.write((tx) =>
    tx
      .updateTable('import_run')
      .set({ ...end, busy: null, holder: null, held_until: null, ended_at: now(deps) })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .execute(),
  );
}
