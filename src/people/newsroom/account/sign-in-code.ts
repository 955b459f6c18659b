import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { aboutField } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { requireOwnForm } from '#http/access.ts';
import type { Context } from '#http/context.ts';
import { listFactors } from '#people/second-factor/factors.ts';
import { passkeyRequestOptions, supportsPasskeys } from '#people/second-factor/passkeys.ts';
import { type PendingSignIn, pendingSignInEnded } from '#people/second-factor/pending-sign-in.ts';
import { ceremonyOf, completeWithCode, completeWithPasskey } from '#people/second-factor/second-step.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { limitFactorTry, rememberBrowser } from './known-browser.ts';
import { clearPendingCookie, pendingSignInOf, setSessionCookie, signInOrigin } from './session-cookie.ts';
import { localPath, passkeyForm, signInPage } from './sign-in.ts';

/** `GET /newsroom/sign-in/code`: the second step after a correct password. */
export async function showCode(c: Context): Promise<Response> {
  const pending = await pendingSignInOf(c);
  return pending
    ? codePage(c, { pending, next: c.req.query('next'), remember: c.req.query('remember'), failure: null, status: 200 })
    : redirect('/newsroom/sign-in');
}

/** `POST /newsroom/sign-in/code`: a code of the app, a recovery code, or a passkey response. */
export async function postSecondStep(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { deps, config, limits } = c.var;
  const { code = '', answer = '', next, remember } = await parseForm(c);
  const pending = await pendingSignInOf(c);
  if (!pending) return startAgain(c, next);
  await limits.spend('signIn', `account ${pending.email}`);
  const giveBack = await limitFactorTry(c, pending);
  try {
    const secret = answer
      ? await completeWithPasskey(deps, {
          pending,
          answer,
          baseUrl: config.publication.baseUrl,
          origin: signInOrigin(c, remember),
        })
      : await completeWithCode(deps, pending, code, signInOrigin(c, remember));
    await giveBack();
    return rememberBrowser(c, pending.email, await setSessionCookie(c, secret, localPath(next), remember));
  } catch (error) {
    return renderFormError(error, async (failure, status) =>
      (await pendingSignInOf(c))
        ? codePage(c, { pending, next, remember, failure: aboutField(failure, 'code'), status })
        : startAgain(c, next),
    );
  }
}

/** Back to the password after too many wrong codes or too much time. */
async function startAgain(c: Context, next: string | undefined): Promise<Response> {
  const page = await signInPage(c, { next, failure: pendingSignInEnded(), status: 422 });
  return clearPendingCookie(c, page);
}

async function codePage(
  c: Context,
  {
    pending,
    next,
    remember,
    failure,
    status,
  }: {
    pending: PendingSignIn;
    next: string | undefined;
    remember: string | undefined;
    failure: Failure | null;
    status: number;
  },
): Promise<Response> {
  const { deps } = c.var;
  const { appSince, passkeys } = await listFactors(deps.db.read, pending.editor.id);
  const ids = supportsPasskeys(siteSnapshot().publication) ? passkeys.map((passkey) => passkey.id) : [];
  const asked =
    ids.length > 0 ? await passkeyRequestOptions(deps, ceremonyOf(pending), ids, siteSnapshot().publication) : null;
  const path = next && localPath(next);
  const kept = remember === 'yes' ? html`<input type="hidden" name="remember" value="yes">` : html``;
  return newsroomPage(c, {
    title: failure ? 'Not signed in yet' : 'Two-factor authentication',
    status,
    scripts: asked ? ['passkey'] : [],
    styles: ['newsroom-people.css'],
    main: html`<h1>Two-factor authentication</h1>
<p>The password is correct. Now enter your second factor.</p>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/sign-in/code">
${path ? html`<input type="hidden" name="next" value="${path}">` : ''}
${kept}
${field({ name: 'code', label: appSince ? 'Code from your app, or a recovery code' : 'Recovery code', autocomplete: 'one-time-code', failure })}
<p>${button({ text: 'Sign in' })}</p>
</form>
${asked ? passkeyForm({ action: '/newsroom/sign-in/code', next: path, options: asked, button: 'Use your passkey', more: kept }) : ''}
<p class="hint">Lost all of them? A chief can reset your two-factor authentication. <a href="/newsroom/sign-in">Start again</a></p>`,
  });
}
