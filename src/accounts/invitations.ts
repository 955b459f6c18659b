import type { z } from 'zod';
import { type Actor, type Member, requireChief } from '../core/actor.ts';
import { Failure } from '../core/failure.ts';
import type { Deps } from '../runtime/deps.ts';
import { writeJournal } from '../runtime/journal.ts';
import { emailLink, type SiteInfo } from './emails.ts';
import { insertMember, newMemberSchema } from './members.ts';
import { createLink, useLink } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

export const invitationSchema = newMemberSchema.omit({ password: true });
type Invited = z.infer<typeof invitationSchema>;

/**
 * Puts somebody on the masthead who chooses their password themselves, by a link that is mailed, or handed over where there
 * is no letterhead. Until then they cannot sign in. Returns the link's secret.
 * @throws forbidden, already_exists (the e-mail address)
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  person: Invited,
  letterhead: SiteInfo | null,
): Promise<string> {
  requireChief(actor, 'invite people');
  return deps.db.write(async (tx) => {
    const { id } = await insertMember(deps, tx, actor, person, null);
    const secret = await createLink(deps, tx, 'invitation', id);
    if (letterhead) await emailLink(deps, tx, 'invitation', person.email, secret, letterhead);
    return secret;
  });
}

/** Invites somebody again who has not come yet; the former link ends. @throws forbidden, not_found, already_done */
export async function inviteAgain(
  deps: Deps,
  actor: Actor,
  editorId: string,
  letterhead: SiteInfo | null,
): Promise<string> {
  requireChief(actor, 'invite people');
  return deps.db.write(async (tx) => {
    const person = await tx
      .selectFrom('editor')
      .select(['email', 'password_hash'])
      .where('id', '=', editorId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (!person)
      throw new Failure('not_found', 'Nobody who is on the masthead now has this id.', { hint: 'Look at the list.' });
    if (person.password_hash)
      throw new Failure('already_done', 'They have chosen their password already.', { hint: 'They can sign in.' });
    const secret = await createLink(deps, tx, 'invitation', editorId);
    if (letterhead) await emailLink(deps, tx, 'invitation', person.email, secret, letterhead);
    await writeJournal(deps, tx, actor, { act: 'editor.invited', subject: { kind: 'editor', id: editorId } });
    return secret;
  });
}

/** Takes an invitation, once, with the password one will sign in with. @throws not_found, validation_failed, busy */
export async function acceptInvitation(deps: Deps, secret: string, password: string): Promise<Member> {
  requireStrongPassword(password);
  const hash = await hashPassword(password);
  return deps.db.write(async (tx) => {
    const { editor } = await useLink(deps, tx, 'invitation', secret);
    await tx.updateTable('editor').set({ password_hash: hash }).where('id', '=', editor.id).execute();
    await writeJournal(deps, tx, editor, { act: 'invitation.taken', subject: { kind: 'editor', id: editor.id } });
    return editor;
  });
}
