import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { aboutField, wrongFields } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { changePassword } from '#people/change-password.ts';
import { accountPage } from './account-page.ts';

/** `GET /newsroom/password`. */
export function showPassword(c: Context): Promise<Response> {
  return passwordPage(c, null, 200);
}

/** `POST /newsroom/password`: needs the old password. Ends the other sessions and the access of the person's agents. */
export async function postPassword(c: Context): Promise<Response> {
  const { session } = c.var;
  const fields = await parseForm(c);
  await c.var.limits.spend('signIn', `session ${session.id}`);
  try {
    await changePassword(c.var.deps, session, fields.oldPassword ?? '', requireSamePasswords(fields));
  } catch (error) {
    return renderFormError(error, (failure, status) => passwordPage(c, ofPasswords(failure), status));
  }
  return redirect('/newsroom/sessions?done=password');
}

function passwordPage(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { editor, email } = c.var.session;
  const agents = isEditorial(editor)
    ? html` So does the access of every agent you approved; see <a href="/newsroom/agents">Agents</a>.`
    : '';
  return accountPage(c, {
    title: failure ? 'Password not changed' : 'Change your password',
    status,
    head: { title: 'Password' },
    main: html`${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/password">
${field({ name: 'oldPassword', label: 'Current password', type: 'password', autocomplete: 'current-password', failure })}
${newPasswordFields(email, failure)}
<p>${button({ text: 'Change the password' })}</p>
</form>
<p class="hint">Your other sessions end too.${agents}</p>`,
  });
}

/** The fields for a new password. The hidden one is for password managers. */
export function newPasswordFields(email: string, failure: Failure | null = null): Html {
  return html`<input type="hidden" name="email" value="${email}" autocomplete="username">
${field({ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Use four or five unrelated words.', failure })}
${field({ name: 'repeatedPassword', label: 'Repeat the new password', type: 'password', autocomplete: 'new-password', failure })}`;
}

/** The new password of such a form. @throws validation_failed when a field is empty or the two differ */
export function requireSamePasswords({
  oldPassword,
  newPassword = '',
  repeatedPassword = '',
}: Record<string, string>): string {
  const missing = [
    ...(oldPassword === '' ? [{ path: 'oldPassword', message: 'The current password must not be empty.' }] : []),
    ...(newPassword === '' ? [{ path: 'newPassword', message: 'The new password must not be empty.' }] : []),
    ...(repeatedPassword === '' ? [{ path: 'repeatedPassword', message: 'Repeat the new password.' }] : []),
  ];
  if (missing.length > 0) throw wrongFields(missing);
  if (newPassword === repeatedPassword) return newPassword;
  throw wrongFields([{ path: 'repeatedPassword', message: 'The two new passwords differ.' }]);
}

/** A refusal of a form with passwords, beside the field that it is about. */
export function ofPasswords(failure: Failure): Failure {
  return aboutField(failure, failure.kind === 'unauthorized' ? 'oldPassword' : 'newPassword');
}
