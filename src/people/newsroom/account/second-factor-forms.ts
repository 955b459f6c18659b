import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { aboutField } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { nameSchema } from '#people/bylines.ts';
import { confirmApp, findAppSetup, removeApp, startAppSetup } from '#people/second-factor/app-code.ts';
import { addPasskey, removePasskey } from '#people/second-factor/passkeys.ts';
import { replaceCodes } from '#people/second-factor/recovery-codes.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { accountPage } from './account-page.ts';
import { secondFactorPage } from './second-factor.ts';

const WHERE = '/newsroom/second-factor';

/** `POST /newsroom/second-factor/app`: starts the setup of an app. */
export function postApp(c: Context): Promise<Response> {
  return act(c, 'app-add', async ({ password = '' }) => {
    await startAppSetup(c.var.deps, c.var.session, password);
    return redirect(`${WHERE}/app`);
  });
}

/** `POST /newsroom/second-factor/app/remove`. */
export function postRemoveApp(c: Context): Promise<Response> {
  return act(c, 'app-remove', async ({ password = '' }) => {
    await removeApp(c.var.deps, c.var.session, password);
    return redirect(`${WHERE}?done=removed`);
  });
}

/** `POST /newsroom/second-factor/passkeys`: adds a passkey. The script of the page fills in the form. */
export function postPasskey(c: Context): Promise<Response> {
  const { deps, session } = c.var;
  return act(c, 'passkey-password', async ({ name, answer = '', password = '' }) => {
    const given = { ...validateForm(nameSchema, { name }, { name: 'The name of the passkey' }), answer, password };
    const codes = await addPasskey(deps, session, given, siteSnapshot().publication);
    return codes ? codesPage(c, codes) : redirect(`${WHERE}?done=passkey`);
  });
}

/** `POST /newsroom/second-factor/passkeys/{passkeyId}/remove`. */
export function postRemovePasskey(c: Context): Promise<Response> {
  const passkeyId = c.req.param('passkeyId') ?? '';
  return act(c, `remove-${passkeyId}`, async ({ password = '' }) => {
    await removePasskey(c.var.deps, c.var.session, passkeyId, password);
    return redirect(`${WHERE}?done=removed`);
  });
}

/** `POST /newsroom/second-factor/codes`: replaces the recovery codes. */
export function postCodes(c: Context): Promise<Response> {
  return act(c, 'codes-renew', async ({ password = '' }) =>
    codesPage(c, await replaceCodes(c.var.deps, c.var.session, password), 'The old codes no longer work.'),
  );
}

/** Shows new recovery codes, once. */
function codesPage(c: Context, codes: string[], done = 'Two-factor authentication is set up.'): Promise<Response> {
  return accountPage(c, {
    title: 'Your recovery codes',
    head: { title: 'Your recovery codes' },
    main: html`<p class="done" role="status">${done} <strong>Save these ten codes now. They are shown only once.</strong></p>
<p>Each code works once, after your password, when you do not have the app or the passkey. Print the codes or store them in your password manager.</p>
<ol class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p><a href="${WHERE}">I saved the codes</a></p>`,
  });
}

type Work = (fields: Record<string, string>) => Promise<Response>;

/** Runs a form under the rate limit. A failure shows the page again with the error beside the field with this id. */
async function act(c: Context, id: string, work: Work): Promise<Response> {
  const fields = await parseForm(c);
  await c.var.limits.spend('signIn', `session ${c.var.session.id}`);
  try {
    return await work(fields);
  } catch (error) {
    return renderFormError(error, (failure, status) => secondFactorPage(c, aboutField(failure, id), status));
  }
}

/** `GET /newsroom/second-factor/app`: the QR code and secret during the setup of an app. */
export function showApp(c: Context): Promise<Response> {
  return appPage(c, null, 200);
}

/** `POST /newsroom/second-factor/app/code`: the first code of the app finishes its setup. */
export async function postFirstCode(c: Context): Promise<Response> {
  const { code = '' } = await parseForm(c);
  await c.var.limits.spend('signIn', `session ${c.var.session.id}`);
  try {
    const codes = await confirmApp(c.var.deps, c.var.session, code.replace(/\s/g, ''));
    return codes ? await codesPage(c, codes) : redirect('/newsroom/second-factor?done=app');
  } catch (error) {
    return renderFormError(error, (failure, status) => appPage(c, aboutField(failure, 'code'), status));
  }
}

async function appPage(c: Context, failure: Failure | null, status: number): Promise<Response> {
  const { deps, session } = c.var;
  const app = await findAppSetup(deps, session, siteSnapshot().publication.name);
  if (!app) return redirect('/newsroom/second-factor');
  return accountPage(c, {
    title: failure ? 'Not set up yet' : 'Set up an app',
    status,
    head: { title: 'Set up an app', trail: [{ text: 'Two-factor authentication', href: WHERE }] },
    main: html`<div class="set-up">
<div>${qrCode(app.address)}</div>
<div><ol>
<li>Scan the QR code with the app. If you cannot, <a href="${app.address}">open the app on this device</a> or type this secret into it:
<p class="secret"><code>${(app.secret.match(/.{1,4}/g) ?? []).join(' ')}</code></p></li>
<li>Enter the six-digit code the app shows.</li>
</ol>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/second-factor/app/code">
${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', failure })}
<p>${button({ text: 'Finish' })}</p>
</form>
<p class="hint">Sign-in does not ask for the app before that. Finish within 15 minutes.</p></div>
</div>`,
  });
}

/** A QR code as SVG: dark on light in both color schemes, as cameras need it. */
function qrCode(text: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="square" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code with the secret from the text" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${raw(dark.join(''))}"/></svg>`;
}
