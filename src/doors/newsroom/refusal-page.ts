import type { Context } from 'hono';
import { html } from 'hono/html';
import { Failure } from '../../ground/failure.ts';
import type { Env } from '../env.ts';
import { INTERNAL, refusalOf, statusOfFailure } from '../refusal.ts';
import { newsroomPage } from './page.ts';

/** A refusal as a page: what happened, what was kept, what to do. */
export async function newsroomRefusal(c: Context<Env>, error: Error): Promise<Response> {
  const refusal = error instanceof Failure ? refusalOf(error) : INTERNAL;
  const response = await newsroomPage(c, {
    title: 'That did not work',
    main: html`<h1>That did not work</h1>
<p role="alert">${refusal.error}</p>
<p>${refusal.hint}</p>
<p>Nothing was changed. <a href="/newsroom">Go to the board</a>.</p>`,
  });
  const status = error instanceof Failure ? statusOfFailure(error) : 500;
  const wait = error instanceof Failure && error.detail.retryAfter;
  if (wait) response.headers.set('Retry-After', String(Math.ceil(wait)));
  return new Response(response.body, { status, headers: response.headers });
}
