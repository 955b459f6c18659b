import { html } from 'hono/html';
import { nameSchema } from '../../../accounts/bylines.ts';
import { beginApp, removeApp } from '../../../accounts/second-factor/app-code.ts';
import { addPasskey, removePasskey } from '../../../accounts/second-factor/passkeys.ts';
import { renewCodes } from '../../../accounts/second-factor/recovery-codes.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError, validateForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { accountPage } from './account-page.ts';
import { secondFactorPage } from './second-factor.ts';

const WHERE = '/newsroom/second-factor';

/** `POST /newsroom/second-factor/app`: begins to set an app up. */
export function postApp(c: Context): Promise<Response> {
  return act(c, async ({ password = '' }) => {
    await beginApp(c.var.deps, c.var.session, password);
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
    codesPage(c, await renewCodes(c.var.deps, c.var.session, password), 'The old codes are void.'),
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
