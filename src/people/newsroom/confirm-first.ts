import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { field, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { aboutField } from '#html/newsroom/kit/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { pageOfForm } from '#http/access.ts';
import { readForm } from '#http/body.ts';
import type { Context, Handler } from '#http/context.ts';
import { confirmPassword } from '#people/passwords.ts';
import { isRecentlyConfirmed, recordConfirmation } from '#people/sessions.ts';

/** The password field of the page below. No other form uses this name. */
const FIELD = 'confirmPassword';

/**
 * Lets a form through to its handler. On a computer that is remembered it first asks for the password, unless it was given in
 * the last 15 minutes; the form is carried along.
 */
export async function confirmFirst(c: Context, handler: Handler): Promise<Response> {
  const { session, deps, limits } = c.var;
  if (!session.isRemembered || isRecentlyConfirmed(deps, session)) return handler(c);
  const form = await readForm(c.req.raw.clone());
  const password = form.get(FIELD);
  if (password === null) return askPassword(c, form, null, 403);
  await limits.spend('signIn', `session ${session.id}`);
  try {
    await confirmPassword(deps, session.editor, password);
  } catch (error) {
    return renderFormError(error, (failure, status) => askPassword(c, form, aboutField(failure, FIELD), status));
  }
  await recordConfirmation(deps, session);
  return handler(c);
}

function askPassword(c: Context, form: URLSearchParams, failure: Failure | null, status: number): Promise<Response> {
  const carried = [...form].filter(([name]) => name !== FIELD);
  return newsroomPage(c, {
    title: 'Your password, please',
    status,
    styles: ['newsroom-people.css'],
    main: html`<h1>Your password, please</h1>
${refusalNote(failure)}
<p>This computer is remembered, so anybody who uses it is signed in as you. Nothing was done yet. Enter your password to continue.</p>
<form class="entry" method="post" action="${c.req.path}">
${carried.map(([name, value]) => (isSecret(name) ? '' : html`<input type="hidden" name="${name}" value="${value}">`))}
${field({ name: FIELD, label: 'Your password', type: 'password', autocomplete: 'current-password', failure })}
<p>${button({ text: 'Continue' })}</p>
</form>
<p><a href="${pageOfForm(c.req.path)}">Cancel</a></p>`,
  });
}

/** Secrets are never written into a page. */
function isSecret(name: string): boolean {
  return /password/i.test(name);
}
