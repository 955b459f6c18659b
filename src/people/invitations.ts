import type { z } from 'zod';
import { type Actor, type Member, nameOf, requireChief } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { emailLink, type SiteInfo } from './emails.ts';
import { insertMember, newMemberSchema } from './members.ts';
import { createLink, useLink } from './one-time-links.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';

export const invitationSchema = newMemberSchema.omit({ password: true });
type Invitation = z.infer<typeof invitationSchema>;

/**
 * Adds a person to the team, who chooses a password by a one-time link and cannot sign in before that. The link is
 * emailed; when `site` is null, the caller hands it over. Returns the secret of the link.
 * @throws forbidden, already_exists (the email address)
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  person: Invitation,
  site: SiteInfo | null,
): Promise<string> {
  requireChief(actor, 'invite people');
  return deps.db.write(async (tx) => {
    const { id } = await insertMember(deps, tx, actor, { editor: person, passwordHash: null });
    const secret = await createLink(deps, tx, { purpose: 'invitation', editorId: id });
    if (site)
      await emailLink(deps, tx, {
        kind: 'invitation',
        to: person.email,
        secret,
        letterhead: { ...site, by: nameOf(actor) },
      });
    return secret;
  });
}

/** Invites a person again who has no password yet. The earlier link ends. @throws forbidden, not_found, already_done */
export async function inviteAgain(deps: Deps, actor: Actor, editorId: string, site: SiteInfo | null): Promise<string> {
  requireChief(actor, 'invite people');
  return deps.db.write(async (tx) => {
    const person = await tx
      .selectFrom('editor')
      .select(['email', 'password_hash'])
      .where('id', '=', editorId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (!person)
      throw new Failure('not_found', 'No active person on the team has this id.', { hint: 'Reload the team.' });
    if (person.password_hash)
      throw new Failure('already_done', 'This person has chosen a password already.', { hint: 'They can sign in.' });
    const secret = await createLink(deps, tx, { purpose: 'invitation', editorId });
    if (site)
      await emailLink(deps, tx, {
        kind: 'invitation',
        to: person.email,
        secret,
        letterhead: { ...site, by: nameOf(actor) },
      });
    await writeJournal(deps, tx, actor, { act: 'editor.invited', subject: { kind: 'editor', id: editorId } });
    return secret;
  });
}

/** Accepts an invitation, once, and sets the password. @throws not_found, validation_failed, busy */
export async function acceptInvitation(deps: Deps, secret: string, password: string): Promise<Member> {
  requireStrongPassword(password);
  const hash = await hashPassword(deps, password);
  return deps.db.write(async (tx) => {
    const { editor } = await useLink(deps, tx, 'invitation', secret);
    await tx.updateTable('editor').set({ password_hash: hash }).where('id', '=', editor.id).execute();
    await writeJournal(deps, tx, editor, { act: 'invitation.taken', subject: { kind: 'editor', id: editor.id } });
    return editor;
  });
}
