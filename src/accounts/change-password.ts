import { type Actor, requireChief } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { confirmPassword, hashPassword, requireGoodPassword } from './passwords.ts';
import { notify } from './emails.ts';
import { endGrants } from './end-grants.ts';
import { endLinks } from './one-time-links.ts';
import type { Session } from './sessions.ts';

/**
 * Changes one's own password; ends one's other sessions and the access of the agents one let in.
 * @throws unauthorized when `old` is not the password, validation_failed for `fresh`, already_done, busy
 */
export async function changePassword(deps: Deps, session: Session, old: string, fresh: string): Promise<void> {
  const { editor } = session;
  const stored = await confirmPassword(deps, editor, old);
  requireGoodPassword(fresh);
  const hash = await hashPassword(fresh);
  await deps.db.write(async (tx) => {
    const changed = await tx
      .updateTable('editor')
      .set({ password_hash: hash })
      .where('id', '=', editor.id)
      .where('password_hash', '=', stored)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw changedElsewhere();
    await tx.deleteFrom('session').where('editor_id', '=', editor.id).where('id', '<>', session.id).execute();
    await endLinks(tx, editor.id);
    const agentsEnded = await endGrants(deps, tx, editor.id);
    await notify(deps, tx, editor.id, 'password.changed');
    await writeJournal(deps, tx, editor, {
      act: 'password.changed',
      subject: { kind: 'editor', id: editor.id },
      detail: { agentsEnded },
    });
  });
}

/**
 * Gives somebody a new password, who has forgotten theirs; ends all their sessions and the access of the agents they let in.
 * @throws forbidden (not a chief, or one's own), not_found (also for the disabled), validation_failed, busy
 */
export async function givePassword(deps: Deps, actor: Actor, editorId: string, fresh: string): Promise<void> {
  requireChief(actor, 'give somebody a new password');
  if (actor.id === editorId) {
    throw new Failure('forbidden', 'This is you.', { hint: 'Change your own password on the page of your sessions.' });
  }
  requireGoodPassword(fresh);
  const hash = await hashPassword(fresh);
  await deps.db.write(async (tx) => {
    await requireStanding(tx, editorId);
    await tx.updateTable('editor').set({ password_hash: hash }).where('id', '=', editorId).execute();
    await tx.deleteFrom('session').where('editor_id', '=', editorId).execute();
    await endLinks(tx, editorId);
    const agentsEnded = await endGrants(deps, tx, editorId);
    await notify(deps, tx, editorId, 'password.given');
    await writeJournal(deps, tx, actor, {
      act: 'password.given',
      subject: { kind: 'editor', id: editorId },
      detail: { agentsEnded },
    });
  });
}

async function requireStanding(tx: Tx, editorId: string): Promise<void> {
  const found = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editorId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (found) return;
  throw new Failure('not_found', 'Nobody who is on the masthead now has this id.', { hint: 'Look at the list again.' });
}

function changedElsewhere(): Failure {
  return new Failure('already_done', 'The password was changed elsewhere just now.', {
    hint: 'Was that you? If not, tell a chief.',
  });
}
