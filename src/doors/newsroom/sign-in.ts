import { html } from 'hono/html';
import type { Failure } from '../../ground/failure.ts';
import { askForPasskey, takesPasskeys } from '../../masthead/passkey.ts';
import { signIn } from '../../masthead/session.ts';
import { ANYONE } from '../../masthead/show-passkey.ts';
import type { Ctx } from '../env.ts';
import { requireOwnForm, sessionOf } from '../who.ts';
import { field, readFields, refusalNote, showAgain } from './form.ts';
import { rememberBrowser, spendGuess } from './known-browser.ts';
import { goTo, newsroomPage } from './page.ts';
import { passkeyForm } from './passkey-form.ts';
import { enter, enterHalf, whence } from './session-cookie.ts';

/** `GET /newsroom/sign-in`. */
export async function showSignIn(c: Ctx): Promise<Response> {
  const next = c.req.query('next');
  if (await sessionOf(c)) return goTo(ownPath(next));
  return signInPage(c, { next });
}

/** `POST /newsroom/sign-in`: a new session each time, whatever the browser had. */
export async function postSignIn(c: Ctx): Promise<Response> {
  requireOwnForm(c);
  const { email = '', password = '', next } = await readFields(c);
  await spendGuess(c, email);
  try {
    const { state, secret } = await signIn(c.var.press, email, password, whence(c));
    return state === 'in'
      ? rememberBrowser(c, email, await enter(c, secret, ownPath(next)))
      : enterHalf(c, secret, next && ownPath(next));
  } catch (error) {
    return showAgain(error, (failure, status) => signInPage(c, { email, next, failure, status }));
  }
}

/** Where to go once signed in: a page of the newsroom or the claim page, and nothing else that anyone can make up. */
export function ownPath(next: string | undefined): string {
  if (next === '/agent/claim') return next;
  return next && /^\/newsroom(?:\/[a-z0-9-]+)*$/.test(next) ? next : '/newsroom';
}

type Shown = { email?: string; next: string | undefined; failure?: Failure; status?: number };

export async function signInPage(c: Ctx, { email, next, failure, status = 200 }: Shown): Promise<Response> {
  const { publication } = c.var.config;
  const options = takesPasskeys(publication) ? await askForPasskey(c.var.press, ANYONE, [], publication) : null;
  const path = next && ownPath(next);
  const isReset = c.req.query('done') === 'reset' && !failure;
  return newsroomPage(c, {
    title: failure ? 'Not signed in' : 'Sign in',
    status,
    scripts: options ? ['passkey'] : [],
    styles: ['newsroom-people.css'],
    main: html`<h1>Sign in</h1>
${isReset ? html`<p class="done" role="status">Your password was changed. Sign in with the new one.</p>` : ''}
${next && !failure ? html`<p>You are signed out, or half an hour went by without a click. Sign in to go on.</p>` : ''}
${refusalNote(failure ?? null)}
<form class="entry" method="post" action="/newsroom/sign-in">
${path ? html`<input type="hidden" name="next" value="${path}">` : ''}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<p><button type="submit">Sign in</button></p>
</form>
${options ? passkeyForm({ action: '/newsroom/sign-in/passkey', next: path, options, button: 'Sign in with a passkey' }) : ''}
<p class="hint"><a href="/newsroom/reset">Forgotten the password?</a></p>`,
  });
}
