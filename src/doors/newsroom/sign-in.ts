import { html } from 'hono/html';
import type { Failure } from '../../ground/failure.ts';
import { signIn } from '../../masthead/session.ts';
import type { Ctx } from '../env.ts';
import { requireOwnForm, sessionOf } from '../who.ts';
import { field, readFields, refusalNote, showAgain } from './form.ts';
import { goTo, newsroomPage } from './page.ts';
import { enter, whence } from './session-cookie.ts';

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
  await c.var.limits.spend('signIn', `account ${email.toLowerCase().slice(0, 254)}`);
  try {
    const { secret } = await signIn(c.var.press, email, password, whence(c));
    return await enter(c, secret, ownPath(next));
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

function signInPage(c: Ctx, { email, next, failure, status = 200 }: Shown): Promise<Response> {
  return newsroomPage(c, {
    title: failure ? 'Not signed in' : 'Sign in',
    status,
    main: html`<h1>Sign in</h1>
${next && !failure ? html`<p>You are signed out, or half an hour went by without a click. Sign in to go on.</p>` : ''}
${refusalNote(failure ?? null)}
<form class="entry" method="post" action="/newsroom/sign-in">
${next ? html`<input type="hidden" name="next" value="${ownPath(next)}">` : ''}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<p><button>Sign in</button></p>
</form>
<p class="hint">Forgotten it? A chief can give you a new password on the masthead page.</p>`,
  });
}
