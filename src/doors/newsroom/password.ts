import { html } from 'hono/html';
import { isEditorial } from '../../ground/actor.ts';
import { Failure } from '../../ground/failure.ts';
import { changePassword } from '../../masthead/change-password.ts';
import type { Ctx } from '../env.ts';
import { field, readFields, refusalNote, showAgain } from './form.ts';
import { goTo, newsroomPage } from './page.ts';

/** `GET /newsroom/password`. */
export function showPassword(c: Ctx): Promise<Response> {
  return passwordPage(c, null, 200);
}

/** `POST /newsroom/password`: asks the old one, ends one's other sessions. */
export async function postPassword(c: Ctx): Promise<Response> {
  const { session } = c.var;
  const { oldPassword = '', newPassword = '', repeatedPassword = '' } = await readFields(c);
  await c.var.limits.spend('signIn', `account ${session.email}`);
  try {
    if (newPassword !== repeatedPassword) throw notTheSame();
    await changePassword(c.var.press, session, oldPassword, newPassword);
  } catch (error) {
    return showAgain(error, (failure, status) => passwordPage(c, failure, status));
  }
  return goTo('/newsroom/sessions?done=password');
}

function notTheSame(): Failure {
  return new Failure('validation_failed', 'The two new passwords are not the same.', {
    hint: 'Nothing was changed. Type the new one twice.',
  });
}

function passwordPage(c: Ctx, failure: Failure | null, status: number): Promise<Response> {
  const { editor, email } = c.var.session;
  const programs = isEditorial(editor)
    ? html` Programs you let in keep their quarter of an hour; <a href="/newsroom/agents">revoke those you do not know</a>.`
    : '';
  return newsroomPage(c, {
    title: failure ? 'Password not changed' : 'Change your password',
    status,
    main: html`<p class="trail"><a href="/newsroom/sessions">Your sessions</a></p>
<h1>Change your password</h1>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/password">
<input type="hidden" name="email" value="${email}" autocomplete="username">
${field({ name: 'oldPassword', label: 'Present password', type: 'password', autocomplete: 'current-password' })}
${field({ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: '12 to 256 characters. Four or five unrelated words do well.' })}
${field({ name: 'repeatedPassword', label: 'New password, once more', type: 'password', autocomplete: 'new-password' })}
<p><button>Change the password</button></p>
</form>
<p class="hint">Your other sessions end with it.${programs}</p>`,
  });
}
