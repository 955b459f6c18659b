import type { Context } from 'hono';
import { html } from 'hono/html';
import type { GateEntry } from '#article/gate-entry.ts';
import { Failure } from '#core/failure.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { pageOfForm } from '#http/access.ts';
import type { Env } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { gateList } from '#newsroom/publish/gate-list.ts';

const DEFECT = new Failure('busy', 'Something went wrong. The error was logged.', {
  hint: 'Check whether it was done before you try again. If it keeps failing, tell the operator of the server.',
});

/** Shows a failure as a page with its message and hint. */
export async function errorPage(c: Context<Env>, error: Error): Promise<Response> {
  const failure = error instanceof Failure ? error : DEFECT;
  const { hint, hintForPeople = hint, more, retryAfter } = failure.detail;
  const entries = more?.gate as GateEntry[] | undefined;
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const response = await newsroomPage(c, {
    title: 'That did not work',
    status: error instanceof Failure ? statusOfFailure(failure) : 500,
    main: html`<h1>That did not work</h1>
<div class="refusal" role="alert"><p><strong>${failure.message}</strong></p>
${entries ? gateList(entries) : html`<p>${hintForPeople ?? 'Go back and try again.'}</p>`}</div>
<p>${reading ? html`<a href="/newsroom">Go to Today</a>.` : html`${failure === DEFECT ? '' : 'Nothing was changed. '}<a href="${pageOfForm(c.req.path)}">Go back to the page</a>.`}</p>`,
  });
  if (retryAfter !== undefined) response.headers.set('Retry-After', String(Math.ceil(retryAfter)));
  return response;
}
