import { type Actor, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { hasAccess } from './claim-access.ts';
import { notify } from './emails.ts';
import { endLinks } from './one-time-links.ts';
import { confirmPassword, hashPassword, requireStrongPassword } from './passwords.ts';

/**
 * Changes the person's own password. Ends their other sessions and the access of the agents they approved.
 * @throws unauthorized when `old` is wrong, validation_failed for `fresh`, already_done when it changed meanwhile, busy
 */
export async function changePassword(deps: Deps, session: Session, old: string, fresh: string): Promise<void> {
  const { editor } = session;
  const stored = await confirmPassword(deps, editor, old);
  requireStrongPassword(fresh);
  const hash = await hashPassword(deps, fresh);
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
 * A chief sets a new password for a person who forgot theirs. Ends all their sessions and the access of the agents they
 * approved.
 * @throws forbidden (not a chief, or their own password), not_found (also for a disabled person), validation_failed, busy
 */
export async function setPasswordFor(deps: Deps, actor: Actor, editorId: string, fresh: string): Promise<void> {
  requireChief(actor, 'set a new password for another person');
  if (actor.id === editorId) {
    throw new Failure('forbidden', 'This is your own account.', { hint: 'Change your own password under Password.' });
  }
  requireStrongPassword(fresh);
  const hash = await hashPassword(deps, fresh);
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
  const editor = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editorId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (editor) return;
  throw new Failure('not_found', 'No active person on the team has this id.', { hint: 'Reload the team.' });
}

function changedElsewhere(): Failure {
  return new Failure('already_done', 'The password was changed in another session just now.', {
    hint: 'If it was not you, tell a chief.',
  });
}

/**
 * Ends the access of every agent the editor approved so far: each claim and token is checked against `standing_since`.
 * Returns how many agents had access until now.
 */
export async function endGrants(deps: Deps, tx: Tx, editorId: string): Promise<number> {
  const at = now(deps);
  const { count } = await tx
    .selectFrom('claim')
    .innerJoin('editor', 'editor.id', 'claim.decided_by')
    .select((of) => of.fn.countAll().as('count'))
    .where('claim.decided_by', '=', editorId)
    .where('claim.status', 'in', ['claimed', 'redeemed'])
    .where('claim.ended_at', 'is', null)
    .where((is) =>
      is.or([is('editor.standing_since', 'is', null), is('claim.decided_at', '>', is.ref('editor.standing_since'))]),
    )
    .where(hasAccess(at))
    .executeTakeFirstOrThrow();
  await tx.updateTable('editor').set({ standing_since: at }).where('id', '=', editorId).execute();
  return Number(count);
}
