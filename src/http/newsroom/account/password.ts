import { html } from 'hono/html';
import { changePassword } from '../../../accounts/change-password.ts';
import { isEditorial } from '../../../core/actor.ts';
import { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { field, parseForm, refusalNote, renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { accountPage } from './account-page.ts';

/** `GET /newsroom/password`. */
export function showPassword(c: Context): Promise<Response> {
  return passwordPage(c, null, 200);
}

/** `POST /newsroom/password`: asks the old one, ends one's other sessions and the access of one's agents. */
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
    ? html` So does the access of every agent you let in; <a href="/newsroom/agents">the list of agents</a> shows them.`
    : '';
  return accountPage(c, {
    title: failure ? 'Password not changed' : 'Change your password',
    status,
    main: html`<h1>Change your password</h1>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/password">
${field({ name: 'oldPassword', label: 'Present password', type: 'password', autocomplete: 'current-password' })}
${newPasswordFields(email)}
<p><button>Change the password</button></p>
</form>
<p class="hint">Your other sessions end with it.${agents}</p>`,
  });
}

/** The fields of a form that asks for a new password; the hidden one is for keepers of passwords. */
export function newPasswordFields(email: string): Html {
  return html`<input type="hidden" name="email" value="${email}" autocomplete="username">
${field({ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Four or five unrelated words do well.' })}
${field({ name: 'repeatedPassword', label: 'New password, once more', type: 'password', autocomplete: 'new-password' })}`;
}

/** The new password of such a form. @throws validation_failed unless it was typed twice */
export function requireSamePasswords({ newPassword = '', repeatedPassword = '' }: Record<string, string>): string {
  if (newPassword === repeatedPassword) return newPassword;
  throw new Failure('validation_failed', 'The two new passwords are not the same.', {
    hint: 'Nothing was changed. Type the new one twice.',
  });
}
