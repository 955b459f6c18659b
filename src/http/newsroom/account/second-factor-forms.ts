import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import { nameSchema } from '../../../accounts/bylines.ts';
import { confirmApp, findAppSetup, removeApp, startAppSetup } from '../../../accounts/second-factor/app-code.ts';
import { addPasskey, removePasskey } from '../../../accounts/second-factor/passkeys.ts';
import { replaceCodes } from '../../../accounts/second-factor/recovery-codes.ts';
import type { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, refusalNote, renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { accountPage } from './account-page.ts';
import { secondFactorPage } from './second-factor.ts';

const WHERE = '/newsroom/second-factor';

/** `POST /newsroom/second-factor/app`: begins to set an app up. */
export function postApp(c: Context): Promise<Response> {
  return act(c, async ({ password = '' }) => {
    await startAppSetup(c.var.deps, c.var.session, password);
    return redirect(`${WHERE}/app`);
  });
}

/** `POST /newsroom/second-factor/app/remove`. */
export function postRemoveApp(c: Context): Promise<Response> {
  return act(c, async ({ password = '' }) => {
    await removeApp(c.var.deps, c.var.session, password);
    return redirect(`${WHERE}?done=removed`);
  });
}

/** `POST /newsroom/second-factor/passkeys`: what the page's script put into the form. */
export function postPasskey(c: Context): Promise<Response> {
  const { deps, session, config } = c.var;
  return act(c, async ({ name, answer = '', password = '' }) => {
    const given = { ...validateForm(nameSchema, { name }, { name: 'The name of the passkey' }), answer, password };
    const codes = await addPasskey(deps, session, given, config.publication);
    return codes ? codesPage(c, codes) : redirect(`${WHERE}?done=passkey`);
  });
}

/** `POST /newsroom/second-factor/passkeys/{passkeyId}/remove`. */
export function postRemovePasskey(c: Context): Promise<Response> {
  return act(c, async ({ password = '' }) => {
    await removePasskey(c.var.deps, c.var.session, c.req.param('passkeyId') ?? '', password);
    return redirect(`${WHERE}?done=removed`);
  });
}

/** `POST /newsroom/second-factor/codes`: new recovery codes in the place of the old. */
export function postCodes(c: Context): Promise<Response> {
  return act(c, async ({ password = '' }) =>
    codesPage(c, await replaceCodes(c.var.deps, c.var.session, password), 'The old codes are void.'),
  );
}

/** Recovery codes, shown this once, after what was done. */
export function codesPage(c: Context, codes: string[], done = 'The second factor is set up.'): Promise<Response> {
  return accountPage(c, {
    title: 'Your recovery codes',
    main: html`<h1>Your recovery codes</h1>
<p class="done" role="status">${done} <strong>Keep these ten codes now: they are shown this once.</strong></p>
<p>Each lets you in once, after your password, when the app or the passkey is not at hand. Print them, or put them where you keep your passwords.</p>
<ol class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p><a href="${WHERE}">I have kept them</a></p>`,
  });
}

/** What each of these forms pays, and the page that shows why it was refused. */
async function act(c: Context, work: (fields: Record<string, string>) => Promise<Response>): Promise<Response> {
  const fields = await parseForm(c);
  await c.var.limits.spend('signIn', `session ${c.var.session.id}`);
  try {
    return await work(fields);
  } catch (error) {
    return renderFormError(error, (failure, status) => secondFactorPage(c, failure, status));
  }
}

/** `GET /newsroom/second-factor/app`: what the app has to be told, while it is being set up. */
export function showApp(c: Context): Promise<Response> {
  return appPage(c, null, 200);
}

/** `POST /newsroom/second-factor/app/code`: the first code of the app ends setting it up. */
export async function postFirstCode(c: Context): Promise<Response> {
  const { code = '' } = await parseForm(c);
  await c.var.limits.spend('signIn', `session ${c.var.session.id}`);
  try {
    const codes = await confirmApp(c.var.deps, c.var.session, code.replace(/\s/g, ''));
    return codes ? await codesPage(c, codes) : redirect('/newsroom/second-factor?done=app');
  } catch (error) {
    return renderFormError(error, (failure, status) => appPage(c, failure, status));
  }
}

async function appPage(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { deps, session, config } = c.var;
  const app = await findAppSetup(deps, session, config.publication.name);
  if (!app) return redirect('/newsroom/second-factor');
  return accountPage(c, {
    title: failure ? 'Not set up yet' : 'Set up an app',
    status,
    main: html`<h1>Set up an app</h1>
<div class="set-up">
<div>${square(app.address)}</div>
<div><ol>
<li>Let the app read the square with its camera. Where that cannot be, <a href="${app.address}">open it on this device</a>, or type this into it:
<p class="secret"><code>${(app.secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p></li>
<li>Type the code of six digits that it shows then.</li>
</ol>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/second-factor/app/code">
<p class="field"><label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required></p>
<p><button>Finish</button></p>
</form>
<p class="hint">Nothing asks for the app until then. Be done within a quarter of an hour.</p></div>
</div>`,
  });
}

/** A QR code as a drawing: dark squares on a light ground in either scheme, as cameras want them. */
function square(text: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="square" viewBox="0 0 ${size} ${size}" role="img" aria-label="The same as the text beside it, to be read by a camera" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${raw(dark.join(''))}"/></svg>`;
}
