import { html } from 'hono/html';
import { roleOf, withArticle } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { todayOf } from '#html/newsroom/time.ts';
import { requireOwnForm } from '#http/access.ts';
import type { Context } from '#http/context.ts';
import { DEFAULT_MODE, setEmailMode } from '#people/email-preference.ts';
import { acceptInvitation } from '#people/invitations.ts';
import { findLink, type OneTimeLink } from '#people/one-time-links.ts';
import { requireStrongPassword } from '#people/passwords.ts';
import { emailsField, readEmailsField } from './emails-field.ts';
import { newPasswordFields, ofPasswords, requireSamePasswords } from './password.ts';
import { signInAs } from './session-cookie.ts';

/** `GET /newsroom/invitation/{secret}`: shows the form without using the link. */
export async function showInvitation(c: Context): Promise<Response> {
  return invitationPage(c, await findInvitation(c), null, 200);
}

/** `POST /newsroom/invitation/{secret}`: accepts the invitation and signs in. */
export async function postTakenInvitation(c: Context): Promise<Response> {
  requireOwnForm(c);
  const link = await findInvitation(c);
  try {
    const fields = await parseForm(c);
    const password = requireSamePasswords(fields);
    requireStrongPassword(password);
    if (fields.emails !== undefined)
      await setEmailMode(c.var.deps, link.editor, readEmailsField(fields.emails), todayOf(c));
    const editor = await acceptInvitation(c.var.deps, c.req.param('secret') ?? '', password);
    return await signInAs(c, editor, '/newsroom');
  } catch (error) {
    return renderFormError(error, (failure, status) => invitationPage(c, link, ofPasswords(failure), status));
  }
}

function findInvitation(c: Context): Promise<OneTimeLink> {
  return findLink(c.var.deps, 'invitation', c.req.param('secret') ?? '');
}

function invitationPage(
  c: Context,
  { editor, email }: OneTimeLink,
  failure: Failure | null,
  status: number,
): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Not done yet' : 'You are invited',
    status,
    main: html`<h1>Welcome, ${editor.name}</h1>
<p>You are invited to this newsroom as ${withArticle(roleOf(editor))}. Choose a password. You then sign in with <strong>${email}</strong> and this password.</p>
${refusalNote(failure)}
<form class="entry" method="post">
${newPasswordFields(email, failure)}
${c.var.config.mail && roleOf(editor) !== 'ad sales' ? emailsField(DEFAULT_MODE, failure) : ''}
<p>${button({ text: 'Choose this password' })}</p>
</form>
<p class="hint">The link works once. You can change your name and email address on your profile later.</p>`,
  });
}
