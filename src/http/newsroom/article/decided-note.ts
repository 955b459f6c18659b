import { html } from 'hono/html';
import type { QueuedArticle, ReviewStatus } from '../../../article/review/review.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';

/**
 * What was just decided, said from how the review stands now, with the way on to the next article that waits. The way on has
 * the focus, so that Enter goes on.
 */
export function decidedNote(c: Context, review: ReviewStatus, next: QueuedArticle | null): Html | string {
  const done = c.req.query('done');
  const said = wordsFor(done, review);
  const isPublished = done === 'published' && review.live !== null;
  if (said === null && !isPublished) return '';
  const onward = next
    ? html` Next of ${next.left} waiting: <a href="/newsroom/articles/${next.id}" autofocus>${next.headline}</a>`
    : html` Nothing else waits for you. <a href="/newsroom">Go to the board</a>`;
  return html`<p class="done"${said === null ? '' : html` role="status"`}>${said ?? ''}${onward}</p>`;
}

function wordsFor(done: string | undefined, { decided, latest }: ReviewStatus): string | null {
  const state = decided?.revision === latest ? decided.state : null;
  if (done === 'approved' && state === 'approved') return `Revision ${latest} is approved.`;
  if (done === 'changes-requested' && state === 'changes_requested')
    return `Changes to revision ${latest} are requested.`;
  if (done === 'asked' && state === 'in_review') return `Revision ${latest} is in review.`;
  if (done === 'taken-back' && decided === null) return 'The review is taken back.';
  return null;
}
