import { type Actor, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { alreadyBegun, getRun } from './import-runs.ts';
import { requireEmptySite } from './restored-items.ts';

const reasonSchema = text({ min: 20, max: 1000, lines: true });

/**
 * Has the import of an export of Plumbline bring its articles back as they were, live and with their history; with a null reason they
 * become drafts again. `hasFreshFactor`: a second factor was given in the last minutes; who has the shell of the server needs none.
 * @throws forbidden (not a chief, no fresh second factor), not_found, validation_failed for another format or without a reason,
 *   already_done when the run began or this site has had published articles
 */
export async function chooseRestore(
  deps: Deps,
  actor: Actor,
  id: string,
  { given, hasFreshFactor }: { given: string | null; hasFreshFactor: boolean },
): Promise<void> {
  const run = await getRun(deps.db.read, actor, id);
  const reason = given === null ? null : readReason(given);
  if (run.format !== 'plumbline')
    throw new Failure('validation_failed', 'Only an export of Plumbline can be restored.', {
      hint: 'Import this file as drafts.',
    });
  if (reason !== null && run.archive)
    throw new Failure('validation_failed', 'Its articles are to go live as an archive.', {
      hint: 'Choose drafts instead first.',
    });
  if (reason !== null && actor.kind === 'editor' && !hasFreshFactor) throw needsFactor();
  if (reason !== null) await requireEmptySite(deps, run.id);
  await deps.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('import_run')
      .set({ restore_reason: reason, restore_by: reason === null ? null : nameOf(actor) })
      .where('id', '=', run.id)
      .where('state', 'in', ['looked', 'failed'])
      .where('started_at', 'is', null)
      .where('done', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw alreadyBegun();
    await writeJournal(deps, tx, actor, {
      act: reason === null ? 'import.restore_undone' : 'import.restore_chosen',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName, ...(reason !== null && { because: reason }) },
    });
  });
}

function readReason(given: string): string {
  const read = reasonSchema.safeParse(given.replace(/\r\n?/g, '\n').trim());
  if (read.success) return read.data;
  throw new Failure('validation_failed', 'The reason has 20 to 1,000 characters.', {
    hint: 'Say why these articles go live without a review here.',
  });
}

function needsFactor(): Failure {
  return new Failure('forbidden', 'This needs your second factor.', {
    hint: 'Enter a new code of your app. With a passkey, sign in again and come back within 15 minutes. Without either, set up two-factor authentication first.',
  });
}
