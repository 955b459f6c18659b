import { type Actor, type Role, requireChief } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import type { Tx } from '../db/database.ts';
import { lockJournal } from '../db/schema/dialect.ts';
import { type Deps, now } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { requireOtherChief } from './members.ts';
import { endLinks } from './one-time-links.ts';

/**
 * Gives somebody another role. Their sessions end, and what programs they let in held; they sign in again as what they are.
 * @throws forbidden (also for the last chief), not_found, already_done
 */
export async function changeRole(deps: Deps, actor: Actor, editorId: string, role: Role): Promise<void> {
  requireChief(actor, 'change roles');
  await deps.db.write(async (tx) => {
    await lockJournal(deps.db.kind, tx); // of two chiefs who lower each other at once, one stays
    const found = await findPerson(tx, editorId);
    if (found.role === role)
      throw new Failure('already_done', `${found.name} is ${role} already.`, { hint: 'Nothing has to be done.' });
    if (role !== 'chief') await requireOtherChief(tx, found);
    await tx
      .updateTable('editor')
      .set({ role, standing_since: now(deps) })
      .where('id', '=', editorId)
      .execute();
    await tx.deleteFrom('session').where('editor_id', '=', editorId).execute();
    await tx.deleteFrom('challenge').where('editor_id', '=', editorId).execute();
    await writeJournal(deps, tx, actor, {
      act: 'editor.role changed',
      subject: { kind: 'editor', id: editorId },
      detail: { from: found.role, to: role },
    });
  });
}

/**
 * Lets somebody back in who was disabled, with the password they had; no session, link, claim or token comes back.
 * @throws forbidden, not_found, already_done
 */
export async function enableEditor(deps: Deps, actor: Actor, editorId: string): Promise<void> {
  requireChief(actor, 'enable people');
  await deps.db.write(async (tx) => {
    const found = await findPerson(tx, editorId);
    if (!found.disabled_at)
      throw new Failure('already_done', `${found.name} is not disabled.`, { hint: 'Nothing has to be done.' });
    await tx
      .updateTable('editor')
      .set({ disabled_at: null, standing_since: now(deps) })
      .where('id', '=', editorId)
      .execute();
    await endLinks(tx, editorId);
    await writeJournal(deps, tx, actor, { act: 'editor.enabled', subject: { kind: 'editor', id: editorId } });
  });
}

async function findPerson(tx: Tx, editorId: string) {
  const found = await tx.selectFrom('editor').selectAll().where('id', '=', editorId).executeTakeFirst();
  if (found) return found;
  throw new Failure('not_found', 'Nobody of the masthead has this id.', { hint: 'Look at the list again.' });
}
