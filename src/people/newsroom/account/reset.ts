import { setTimeout } from 'node:timers/promises';
import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { requireOwnForm } from '#http/access.ts';
import type { Context } from '#http/context.ts';
import { siteForMail } from '#people/newsroom/link-page.ts';
import { findLink, type OneTimeLink } from '#people/one-time-links.ts';
import { requestReset, resetPassword } from '#people/reset-password.ts';
import { mayEmailReset } from './known-browser.ts';
import { newPasswordFields, ofPasswords, requireSamePasswords } from './password.ts';
import { signOutTo } from './session-cookie.ts';

/** `GET /newsroom/reset`: the form for a forgotten password. */
export function showReset(c: Context): Promise<Response> {
  const asked = c.req.query('done') === 'asked';
  const canMail = siteForMail(c) !== null;
  return newsroomPage(c, {
    title: asked ? 'Check your email' : 'Reset your password',
    main: html`<h1>${asked ? 'Check your email' : 'Reset your password'}</h1>
${canMail ? (asked ? ASKED : ASK) : NO_MAIL}
<p><a href="/newsroom/sign-in">Back to signing in</a></p>`,
  });
}

const ASK = html`<p>Enter the email address you sign in with. We email you a link that works once, within half an hour.</p>
<form class="entry" method="post" action="/newsroom/reset">
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
<p><button>Send me a link</button></p>
</form>`;
const ASKED = html`<p class="done" role="status">If an account has this address, we sent an email to it.</p>
<p>It can take some minutes. After several requests we send no further email for a while: the link of each earlier one works for half an hour.</p>
<p>If nothing arrives, check the spam folder and the address, or ask a chief.</p>`;
const NO_MAIL = html`<p>This newsroom sends no email. Ask a chief for a reset link.</p>`;

/** Milliseconds until the response: longer than queuing an email takes, so that timing reveals nothing. */
const ANSWER_AFTER = 60;

/** `POST /newsroom/reset`: the response does not reveal whether an account has the address. */
export async function postReset(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { email = '' } = await parseForm(c);
  const letterhead = siteForMail(c);
  const mayEmail = await mayEmailReset(c, email);
  if (!letterhead) return redirect('/newsroom/reset');
  // Both take at least this long, so that the time does not tell whether somebody has the address.
  if (mayEmail) await Promise.all([requestReset(c.var.deps, email, letterhead), setTimeout(ANSWER_AFTER)]);
  return redirect('/newsroom/reset?done=asked');
}

/** `GET /newsroom/reset/{secret}`: opening the page does not use the link. */
export async function showResetLink(c: Context): Promise<Response> {
  return linkPage(c, await findReset(c), null, 200);
}

/** `POST /newsroom/reset/{secret}`: sets the password. The person then signs in with it, and with their second factor. */
export async function postResetLink(c: Context): Promise<Response> {
  requireOwnForm(c);
  const link = await findReset(c);
  try {
    const password = requireSamePasswords(await parseForm(c));
    await resetPassword(c.var.deps, c.req.param('secret') ?? '', password);
  } catch (error) {
    return renderFormError(error, (failure, status) => linkPage(c, link, ofPasswords(failure), status));
  }
  return signOutTo(c, '/newsroom/sign-in?done=reset');
}

function findReset(c: Context): Promise<OneTimeLink> {
  return findLink(c.var.deps, 'reset', c.req.param('secret') ?? '');
}

function linkPage(
  c: Context,
  { editor, email }: OneTimeLink,
  failure: Failure | null,
  status: number,
): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Password not changed' : 'Choose a new password',
    status,
    main: html`<h1>Choose a new password</h1>
<p>For ${editor.name}, who signs in with <strong>${email}</strong>.</p>
${refusalNote(failure)}
<form class="entry" method="post">
${newPasswordFields(email, failure)}
<p><button>Change the password</button></p>
</form>
<p class="hint">Every session of yours ends with it. A second factor stays as it is.</p>`,
  });
}
