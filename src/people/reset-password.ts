import { type Actor, requireChief, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockMember } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { endGrants } from './change-password.ts';
import { emailLink, notify, type SiteInfo } from './emails.ts';
import { addLink, createLink, endLinks, useLink } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

/**
 * Emails a password reset link to the person with this email address. Earlier links still work: anybody can ask for one, and must not end
 * the link that the owner is about to open. For an unknown address it stores a link that nobody gets, so that both cases take as long.
 */
export async function requestReset(deps: Deps, email: string, site: SiteInfo): Promise<void> {
  await deps.db.write(async (tx) => {
    const known = await tx
      .selectFrom('editor')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('disabled_at', 'is', null)
      .where('password_hash', 'is not', null)
      .executeTakeFirst();
    const secret = await addLink(deps, tx, { purpose: 'reset', editorId: known?.id ?? null });
    if (!known) return;
    await emailLink(deps, tx, { kind: 'reset', to: email.trim().toLowerCase(), secret, letterhead: site });
    await writeJournal(deps, tx, SYSTEM, { act: 'password.reset asked', subject: { kind: 'editor', id: known.id } });
  });
}

/**
 * Creates the same link for a person who asked a chief. It is emailed; when `site` is null, the chief hands it over. Returns
 * its secret.
 * @throws forbidden, not_found
 */
export async function createResetLinkFor(
  deps: Deps,
  actor: Actor,
  editorId: string,
  site: SiteInfo | null,
): Promise<string> {
  requireChief(actor, 'reset the password of another person');
  return deps.db.write(async (tx) => {
    const person = await requireMemberWithPassword(tx, editorId);
    const secret = await createLink(deps, tx, { purpose: 'reset', editorId });
    if (site) await emailLink(deps, tx, { kind: 'reset', to: person.email, secret, letterhead: site });
    await writeJournal(deps, tx, actor, { act: 'password.reset opened', subject: { kind: 'editor', id: editorId } });
    return secret;
  });
}

/**
 * Sets a new password by a link, once. Ends every session, link and pending sign-in of the person and the access of the
 * agents they approved. Two-factor authentication stays.
 * @throws not_found, validation_failed, busy
 */
export async function resetPassword(deps: Deps, secret: string, fresh: string): Promise<void> {
  requireStrongPassword(fresh);
  const hash = await hashPassword(deps, fresh);
  await deps.db.write(async (tx) => {
    const { editor } = await useLink(deps, tx, 'reset', secret);
    await lockMember(deps.db.kind, tx, editor.id);
    await tx.updateTable('editor').set({ password_hash: hash }).where('id', '=', editor.id).execute();
    await tx.deleteFrom('session').where('editor_id', '=', editor.id).execute();
    await endLinks(tx, editor.id);
    const agentsEnded = await endGrants(deps, tx, editor.id);
    await notify(deps, tx, editor.id, 'password.changed');
    await writeJournal(deps, tx, editor, {
      act: 'password.reset',
      subject: { kind: 'editor', id: editor.id },
      detail: { agentsEnded },
    });
  });
}

async function requireMemberWithPassword(tx: Tx, editorId: string): Promise<{ email: string }> {
  const editor = await tx
    .selectFrom('editor')
    .select('email')
    .where('id', '=', editorId)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  if (editor) return editor;
  throw new Failure('not_found', 'No person with a password has this id.', { hint: 'Reload the team.' });
}
