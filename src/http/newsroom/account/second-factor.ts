import { html } from 'hono/html';
import { listFactors, type SecondFactors } from '../../../accounts/second-factor/factors.ts';
import { passkeyCreationOptions, supportsPasskeys } from '../../../accounts/second-factor/passkeys.ts';
import { isEditorial } from '../../../core/actor.ts';
import type { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { field, refusalNote } from '../kit/form.ts';
import { formatTime } from '../kit/time.ts';
import { accountPage } from './account-page.ts';

const DONE: Record<string, string> = {
  app: 'The app is set up. From now on its codes are asked for after your password.',
  passkey: 'The passkey is set up. From now on it is asked for after your password, or signs you in by itself.',
  removed: 'It was removed.',
};
const WHERE = '/newsroom/second-factor';

/** `GET /newsroom/second-factor`: what one has besides the password. */
export function showSecondFactor(c: Context): Promise<Response> {
  return secondFactorPage(c, null, 200);
}

export async function secondFactorPage(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { config, deps, session } = c.var;
  const factors = await listFactors(deps.db.read, session.editor.id);
  const hasOne = factors.appSince !== null || factors.passkeys.length > 0;
  const isAsked = config.secondFactor === 'required' && isEditorial(session.editor) && !session.secondFactorAt;
  const done = DONE[c.req.query('done') ?? ''];
  const canPasskey = supportsPasskeys(config.publication);
  return accountPage(c, {
    title: failure ? 'Not changed' : 'Second factor',
    status,
    scripts: canPasskey ? ['passkey'] : [],
    main: html`<h1>Second factor</h1>
${refusalNote(failure)}
${done && !failure ? html`<p class="done" role="status">${done}</p>` : ''}
${isAsked ? html`<div class="refusal"><p><strong>This newsroom requires two-factor authentication of editors and chiefs.</strong></p><p>Set one up below; the rest of the newsroom opens then.</p></div>` : ''}
<p>What somebody needs besides your password to sign in as you. ${hasOne ? 'Have two of them, so that losing one shuts nobody out.' : 'You have none: whoever knows your password is you.'}</p>
${appSection(factors)}
${canPasskey ? await passkeySection(c, factors) : NO_PASSKEYS}
${hasOne ? codesSection(factors) : ''}`,
  });
}

function appSection({ appSince }: SecondFactors): Html {
  const about = html`<p>Shows a new code of six digits every half minute. Any app for one-time codes does, as do keepers of passwords.</p>`;
  return html`<section class="act" aria-labelledby="app"><h2 id="app">Code from an app</h2>
${
  appSince
    ? html`<p>Set up ${formatTime(appSince)} UTC.</p>
<details><summary>Remove the app …</summary>${passwordForm('app/remove', 'app-remove', 'Remove the app')}</details>`
    : html`${about}${passwordForm('app', 'app-add', 'Set up an app')}`
}</section>`;
}

async function passkeySection(c: Context, { passkeys }: SecondFactors): Promise<Html> {
  const options = await passkeyCreationOptions(c.var.deps, c.var.session, c.var.config.publication);
  return html`<section class="act" aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<p>A key kept by your telephone, your computer or a stick, which it uses when you show your finger, your face or a number. It cannot be told to anybody by mistake.</p>
${
  passkeys.length === 0
    ? ''
    : html`<ul class="keys">${passkeys.map(
        (
          one,
        ) => html`<li><strong>${one.name}</strong> <span class="hint">set up ${formatTime(one.createdAt)} UTC${one.usedAt ? html`, last used ${formatTime(one.usedAt)}` : ', not used yet'}</span>
<details><summary>Remove<span class="unseen"> ${one.name}</span> …</summary>${passwordForm(`passkeys/${one.id}/remove`, `remove-${one.id}`, `Remove ${one.name}`)}</details></li>`,
      )}</ul>`
}
<noscript><p>Setting one up needs script in the browser.</p></noscript>
<form class="entry" method="post" action="${WHERE}/passkeys" data-passkey="create" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="answer">
${passkeys.length === 0 ? '' : html`<h3>Another passkey</h3>`}
${field({ name: 'name', label: 'What to call it', autocomplete: 'off', hint: 'Such as “office computer”.' })}
${passwordField('passkey-password')}
<p><button>Set up a passkey</button></p>
<p class="hint" data-trouble role="alert"></p>
</form></section>`;
}

const NO_PASSKEYS = html`<section class="act"><h2>Passkeys</h2>
<p class="hint">Passkeys need an address with a name and https; this newsroom is set to one that has not both.</p></section>`;

function codesSection({ codesLeft }: SecondFactors): Html {
  return html`<section class="act" aria-labelledby="codes"><h2 id="codes">Recovery codes</h2>
<p>Each lets you in once in the place of the app or a passkey. You have <strong>${codesLeft}</strong> left.</p>
<details><summary>Make new ones …</summary><p class="hint">The old ones are void then.</p>${passwordForm('codes', 'codes-renew', 'Make ten new codes')}</details></section>`;
}

function passwordForm(action: string, id: string, button: string): Html {
  return html`<form class="entry" method="post" action="${WHERE}/${action}">
${passwordField(id)}
<p><button class="plain">${button}</button></p>
</form>`;
}

/** Changes of a factor ask for the password again. */
function passwordField(id: string): Html {
  return html`<p class="field"><label for="${id}">Your password</label>
<input id="${id}" name="password" type="password" autocomplete="current-password" required></p>`;
}
