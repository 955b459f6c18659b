import { html } from 'hono/html';
import { isAdDesk } from '#core/actor.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, refusalNote } from '#html/newsroom/form.ts';
import { button as kitButton } from '#html/newsroom/kit/button.ts';
import { field as kitField } from '#html/newsroom/kit/field.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listFactors, type SecondFactors } from '#people/second-factor/factors.ts';
import { passkeyCreationOptions, supportsPasskeys } from '#people/second-factor/passkeys.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { accountPage } from './account-page.ts';

const DONE: Record<string, string> = {
  app: 'The app is set up. Sign-in now asks for its code after your password.',
  passkey: 'The passkey is set up. It signs you in, alone or after your password.',
  removed: 'It was removed.',
};
const WHERE = '/newsroom/second-factor';

/** `GET /newsroom/second-factor`. */
export function showSecondFactor(c: Context): Promise<Response> {
  return secondFactorPage(c, null, 200);
}

export async function secondFactorPage(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { config, deps, session } = c.var;
  const factors = await listFactors(deps.db.read, session.editor.id);
  const hasOne = factors.appSince !== null || factors.passkeys.length > 0;
  const isAsked = config.secondFactor === 'required' && isAdDesk(session.editor) && !session.secondFactorAt;
  const done = DONE[c.req.query('done') ?? ''];
  const canPasskey = supportsPasskeys(siteSnapshot().publication);
  return accountPage(c, {
    title: failure ? 'Not changed' : 'Two-factor authentication',
    status,
    scripts: canPasskey ? ['passkey'] : [],
    head: { title: 'Two-factor authentication' },
    toast: done && !failure ? { text: done } : null,
    main: html`${refusalNote(failure)}
${isAsked ? html`<div class="refusal"><p><strong>This newsroom requires two-factor authentication for editors and chiefs.</strong></p><p>Set up a second factor below to open the rest of the newsroom.</p></div>` : ''}
<p>A second factor protects your account when somebody knows your password. ${hasOne ? 'Set up two, so that you can sign in when you lose one.' : 'You have none: anybody who knows your password can sign in as you.'}</p>
${appSection(factors, failure)}
${canPasskey ? await passkeySection(c, factors, failure) : NO_PASSKEYS}
${hasOne ? codesSection(factors, failure) : ''}`,
  });
}

function appSection({ appSince }: SecondFactors, failure: Failure | null): Html {
  const about = html`<p>The app shows a new six-digit code every 30 seconds. Any authenticator app or password manager works.</p>`;
  return html`<section class="act" aria-labelledby="app"><h2 id="app">Code from an app</h2>
${
  appSince
    ? html`<p>Set up ${formatTime(appSince)} UTC.</p>
<details${wrongOf(failure, 'app-remove') ? html` open` : ''}><summary>Remove the app …</summary>${passwordForm('app/remove', 'app-remove', 'Remove the app', failure)}</details>`
    : html`${about}${passwordForm('app', 'app-add', 'Set up an app', failure)}`
}</section>`;
}

async function passkeySection(c: Context, { passkeys }: SecondFactors, failure: Failure | null): Promise<Html> {
  const options = await passkeyCreationOptions(c.var.deps, c.var.session, siteSnapshot().publication);
  return html`<section class="act" aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<p>A key stored on your phone, computer or security key. You unlock it with your fingerprint, face or PIN. Nobody can trick you into revealing it.</p>
${
  passkeys.length === 0
    ? ''
    : html`<ul class="keys">${passkeys.map(
        (
          passkey,
        ) => html`<li><strong>${passkey.name}</strong> <span class="hint">set up ${formatTime(passkey.createdAt)} UTC${passkey.usedAt ? html`, last used ${formatTime(passkey.usedAt)}` : ', not used yet'}</span>
<details${wrongOf(failure, `remove-${passkey.id}`) ? html` open` : ''}><summary>Remove<span class="unseen"> ${passkey.name}</span> …</summary>${passwordForm(`passkeys/${passkey.id}/remove`, `remove-${passkey.id}`, `Remove ${passkey.name}`, failure)}</details></li>`,
      )}</ul>`
}
<noscript><p>Setting up a passkey needs JavaScript.</p></noscript>
<form class="entry" method="post" action="${WHERE}/passkeys" data-passkey="create" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="answer">
${passkeys.length === 0 ? '' : html`<h3>Another passkey</h3>`}
${field({ name: 'name', label: 'Name of the passkey', autocomplete: 'off', hint: 'Such as “office computer”.', failure })}
${passwordField('passkey-password', failure)}
<p>${kitButton({ text: 'Set up a passkey', weight: 'plain' })}</p>
<p class="hint" data-trouble role="alert"></p>
</form></section>`;
}

const NO_PASSKEYS = html`<section class="act"><h2>Passkeys</h2>
<p class="hint">Passkeys need a domain name and https. The configured address of this newsroom does not have both.</p></section>`;

function codesSection({ codesLeft }: SecondFactors, failure: Failure | null): Html {
  return html`<section class="act" aria-labelledby="codes"><h2 id="codes">Recovery codes</h2>
<p>Each code works once in place of the app or a passkey. You have <strong>${codesLeft}</strong> left.</p>
<details${wrongOf(failure, 'codes-renew') ? html` open` : ''}><summary>Make new codes …</summary><p class="hint">The old codes stop working.</p>${passwordForm('codes', 'codes-renew', 'Make ten new codes', failure)}</details></section>`;
}

function passwordForm(action: string, id: string, button: string, failure: Failure | null): Html {
  return html`<form class="entry" method="post" action="${WHERE}/${action}">
${passwordField(id, failure)}
<p>${kitButton({ text: button, weight: 'plain' })}</p>
</form>`;
}

/** Changes of a factor ask for the password again. */
function passwordField(id: string, failure: Failure | null): Html {
  const control = { label: 'Your password', kind: 'password', autocomplete: 'current-password' } as const;
  return kitField(control, { name: 'password', id, typed: new URLSearchParams(), wrong: wrongOf(failure, id) });
}
