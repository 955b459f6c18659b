import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import { confirmApp, newApp } from '../../../accounts/second-factor/app-code.ts';
import type { Failure } from '../../../core/failure.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, refusalNote, renderFormError } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { accountPage } from './account-page.ts';
import { codesPage } from './factor-acts.ts';

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
  const app = await newApp(deps, session, config.publication.name);
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
