import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
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
    return renderFormError(error, (failure, status) => passwordPage(c, failure, status));
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
    main: html`<h1>Change your password</h1>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/password">
${field({ name: 'oldPassword', label: 'Current password', type: 'password', autocomplete: 'current-password' })}
${newPasswordFields(email)}
<p><button>Change the password</button></p>
</form>
<p class="hint">Your other sessions end too.${agents}</p>`,
  });
}

/** The fields for a new password. The hidden one is for password managers. */
export function newPasswordFields(email: string): Html {
  return html`<input type="hidden" name="email" value="${email}" autocomplete="username">
${field({ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Use four or five unrelated words.' })}
${field({ name: 'repeatedPassword', label: 'Repeat the new password', type: 'password', autocomplete: 'new-password' })}`;
}

/** The new password of such a form. @throws validation_failed when the two fields differ */
export function requireSamePasswords({ newPassword = '', repeatedPassword = '' }: Record<string, string>): string {
  if (newPassword === repeatedPassword) return newPassword;
  throw new Failure('validation_failed', 'The two new passwords differ.', {
    hint: 'Nothing was changed. Type the new password twice.',
  });
}
