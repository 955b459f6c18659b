import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button as kitButton } from '#html/newsroom/kit/button.ts';
import { field as kitField } from '#html/newsroom/kit/field.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { requireOwnForm, sessionOf } from '#http/access.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { errorResponse } from '#http/errors.ts';
import { passkeyRequestOptions, supportsPasskeys } from '#people/second-factor/passkeys.ts';
import { ANYONE, signInByPasskey } from '#people/second-factor/second-step.ts';
import { signIn } from '#people/sessions.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { limitPasswordGuess, rememberBrowser } from './known-browser.ts';
import { setPendingCookie, setSessionCookie, signInOrigin } from './session-cookie.ts';

/** `GET /newsroom/sign-in`. */
export async function showSignIn(c: Context): Promise<Response> {
  const next = c.req.query('next');
  if (await sessionOf(c)) return redirect(localPath(next));
  return signInPage(c, { next });
}

/** `POST /newsroom/sign-in`: always starts a new session. */
export async function postSignIn(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { email = '', password = '', next, remember } = await parseForm(c);
  await limitPasswordGuess(c, email);
  try {
    const { state, secret } = await signIn(c.var.deps, email, password, signInOrigin(c, remember));
    return state === 'in'
      ? rememberBrowser(c, email, await setSessionCookie(c, secret, localPath(next), remember))
      : setPendingCookie(c, secret, next && localPath(next), remember);
  } catch (error) {
    return renderFormError(error, (failure, status) => signInPage(c, { email, next, remember, failure, status }));
  }
}

/** `POST /newsroom/sign-in/here`: signs in from the dialog of an open page whose session ended. The response is JSON. */
export async function postSignInHere(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { email = '', password = '' } = await parseForm(c);
  await limitPasswordGuess(c, email);
  try {
    const { state, secret, editor } = await signIn(c.var.deps, email, password, signInOrigin(c));
    const isIn = state === 'in';
    const entered = isIn
      ? await rememberBrowser(c, email, await setSessionCookie(c, secret, '/newsroom'))
      : await setPendingCookie(c, secret, undefined);
    const headers = new Headers({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' });
    for (const cookie of entered.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
    return new Response(`${JSON.stringify({ state, ...(isIn && { account: editor.id }) })}\n`, { headers });
  } catch (error) {
    if (error instanceof Failure) return errorResponse(error);
    throw error;
  }
}

/** `GET /newsroom/session`: the account of the session. Resets the idle timeout: the person is about to send a form. */
export async function readSession(c: Context): Promise<Response> {
  await sessionOf(c);
  return new Response(`${JSON.stringify({ account: c.var.session.editor.id })}\n`, {
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
  });
}

/** The page to open after sign-in: only newsroom pages and the claim page, to prevent open redirects. */
export function localPath(next: string | undefined): string {
  if (next === '/agent/claim' || (next && /^\/oauth\/authorize\/[0-9a-f-]{36}$/.test(next))) return next;
  return next && /^\/newsroom(?:\/[a-z0-9-]+)*$/.test(next) ? next : '/newsroom';
}

type SignInForm = {
  email?: string;
  next: string | undefined;
  remember?: string | undefined;
  failure?: Failure;
  status?: number;
};

export async function signInPage(
  c: Context,
  { email, next, remember, failure, status = 200 }: SignInForm,
): Promise<Response> {
  const { publication } = siteSnapshot();
  const options = supportsPasskeys(publication)
    ? await passkeyRequestOptions(c.var.deps, ANYONE, [], publication)
    : null;
  const path = next && localPath(next);
  const isReset = c.req.query('done') === 'reset' && !failure;
  return newsroomPage(c, {
    title: failure ? 'Not signed in' : 'Sign in',
    status,
    scripts: options ? ['passkey'] : [],
    styles: ['newsroom-people.css'],
    main: html`<h1>Sign in</h1>
${isReset ? html`<p class="done" role="status">Your password was changed. Sign in with the new password.</p>` : ''}
${next && !failure ? html`<p>You are signed out, or your session timed out after half an hour. Sign in to continue.</p>` : ''}
${refusalNote(failure ?? null)}
<form class="entry" method="post" action="/newsroom/sign-in">
${path ? html`<input type="hidden" name="next" value="${path}">` : ''}
${field({ name: 'email', label: 'Email address', type: 'email', value: email, autocomplete: 'username', failure })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', failure })}
${rememberBox('remember', remember)}
<p>${kitButton({ text: 'Sign in' })}</p>
</form>
${options ? passkeyForm({ action: '/newsroom/sign-in/passkey', next: path, options, button: 'Sign in with a passkey', more: rememberBox('remember-passkey', remember) }) : ''}
<p class="hint"><a href="/newsroom/reset">Forgot your password?</a></p>`,
  });
}

/** Off by default each time, because newsroom computers are often shared. */
function rememberBox(id: string, remember: string | undefined): Html {
  const hint = 'Use this only on your own computer. Publishing and account changes ask for the password again.';
  const options = [{ value: 'yes', text: 'Remember this computer for 14 days', hint }];
  const typed = new URLSearchParams(remember === 'yes' ? { remember } : {});
  return kitField({ label: 'This computer', kind: 'boxes', options, optional: true }, { name: 'remember', id, typed });
}

/** `POST /newsroom/sign-in/passkey`: signs in by a passkey alone. */
export async function postPasskeySignIn(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { answer = '', next, remember } = await parseForm(c);
  try {
    const { secret } = await signInByPasskey(
      c.var.deps,
      answer,
      c.var.config.publication.baseUrl,
      signInOrigin(c, remember),
    );
    return await setSessionCookie(c, secret, localPath(next), remember);
  } catch (error) {
    return renderFormError(error, (failure, status) => signInPage(c, { next, remember, failure, status }));
  }
}

type PasskeyPrompt = {
  action: string;
  next: string | undefined;
  options: PublicKeyCredentialRequestOptionsJSON;
  button: string;
  /** Further fields of the form. */
  more?: Html;
};

/** A form that browser/passkey.ts fills in and shows. It stays hidden without JavaScript. */
export function passkeyForm({ action, next, options, button, more }: PasskeyPrompt): Html {
  return html`<form class="entry passkey" method="post" action="${action}" data-passkey="get" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="answer">
${next ? html`<input type="hidden" name="next" value="${next}">` : ''}
${more ?? ''}
<p>${kitButton({ text: button, weight: 'plain' })}</p>
<p class="hint" data-trouble role="alert"></p>
</form>`;
}
