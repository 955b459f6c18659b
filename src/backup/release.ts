import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { endWait } from '#runtime/jobs/restored.ts';
import { writeJournal } from '#runtime/journal.ts';

/** Releases the jobs that wait since a restore. @throws forbidden (everybody but chiefs), already_done when none waits */
export async function releaseRestored(deps: Deps, actor: Actor): Promise<void> {
  requireChief(actor, 'release what waits after a restore');
  await deps.db.write(async (tx) => {
    if (!(await endWait(tx)))
      throw new Failure('already_done', 'Nothing waits after a restore.', { hint: 'No action is needed.' });
    await writeJournal(deps, tx, actor, { act: 'restored.released', subject: { kind: 'setting', id: 'restored' } });
  });
}
