import { type Actor, requireChief, SYSTEM } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import type { Tx } from '../db/database.ts';
import { lockMember } from '../db/schema/dialect.ts';
import type { Deps } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { endGrants } from './change-password.ts';
import { emailLink, notify, type SiteInfo } from './emails.ts';
import { createLink, endLinks, useLink } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

/**
 * Mails a link for a new password to whoever has this e-mail address. For an address nobody has, a link that nobody gets is
 * written all the same, so that both take as long.
 */
export async function requestReset(deps: Deps, email: string, letterhead: SiteInfo): Promise<void> {
  await deps.db.write(async (tx) => {
    const known = await tx
      .selectFrom('editor')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('disabled_at', 'is', null)
      .where('password_hash', 'is not', null)
      .executeTakeFirst();
    const secret = await createLink(deps, tx, 'reset', known?.id ?? null);
    if (!known) return;
    await emailLink(deps, tx, 'reset', email.trim().toLowerCase(), secret, letterhead);
    await writeJournal(deps, tx, SYSTEM, { act: 'password.reset asked', subject: { kind: 'editor', id: known.id } });
  });
}

/**
 * Opens the same link for somebody who asked a chief: mailed, or handed over where there is no letterhead. Returns its secret.
 * @throws forbidden, not_found
 */
export async function createResetLinkFor(
  deps: Deps,
  actor: Actor,
  editorId: string,
  letterhead: SiteInfo | null,
): Promise<string> {
  requireChief(actor, 'let somebody choose a new password');
  return deps.db.write(async (tx) => {
    const person = await requireSomebody(tx, editorId);
    const secret = await createLink(deps, tx, 'reset', editorId);
    if (letterhead) await emailLink(deps, tx, 'reset', person.email, secret, letterhead);
    await writeJournal(deps, tx, actor, { act: 'password.reset opened', subject: { kind: 'editor', id: editorId } });
    return secret;
  });
}

/**
 * Sets a new password by a link, once. Every session, link and half sign-in of theirs ends, and the access of the
 * agents they let in; the second factor stays.
 * @throws not_found, validation_failed, busy
 */
export async function resetPassword(deps: Deps, secret: string, fresh: string): Promise<void> {
  requireStrongPassword(fresh);
  const hash = await hashPassword(fresh);
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

async function requireSomebody(tx: Tx, editorId: string): Promise<{ email: string }> {
  const found = await tx
    .selectFrom('editor')
    .select('email')
    .where('id', '=', editorId)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  if (found) return found;
  throw new Failure('not_found', 'Nobody who can sign in has this id.', { hint: 'Look at the masthead again.' });
}
