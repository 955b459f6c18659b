import { html } from 'hono/html';
import { readSchedule } from '../../../article/publish/schedule.ts';
import type { ArticleRecord } from '../../../article/read/article-record.ts';
import type { QueuedArticle, ReviewStatus } from '../../../article/review/review.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { inZone, isZone } from '../kit/time.ts';

/** What was just done to an article, said from how it stands now: the address alone can claim nothing. */
export async function doneNote(c: Context, file: ArticleRecord): Promise<Html | string> {
  const said = await sayDone(c, file);
  return said ? html`<p class="done" role="status">${said}</p>` : '';
}

async function sayDone(c: Context, file: ArticleRecord): Promise<Html | string | null> {
  const { liveRevision, liveSection, liveSlug, revision } = file;
  const isLive = liveRevision !== null;
  const address = html`<a href="/${liveSection}/${liveSlug}">/${liveSection}/${liveSlug}</a>`;
  const { planned } = await readSchedule(c.var.deps.db.read, c.var.actor, file.id);
  switch (c.req.query('done')) {
    case 'published':
      return isLive ? html`Published. Readers see revision ${liveRevision} at ${address}.${again(file)}` : null;
    case 'moved':
      return isLive ? html`Moved. Readers find it at ${address}; every earlier address leads there.` : null;
    case 'unpublished':
      return isLive ? null : 'Unpublished. Its address answers 404 to everybody.';
    case 'restored':
      return `Restored as revision ${revision}. Readers see nothing of it until it is published.`;
    case 'scheduled':
      return planned && `Scheduled. Revision ${planned.revision} goes out on ${timesOf(c, planned.at)}.`;
    case 'unscheduled':
      return planned ? null : 'Nothing is scheduled for this article now.';
    default:
      return null;
  }
}

/** A public page may be kept for a minute, by the editor's own browser too. */
function again({ publishedAt, modifiedAt }: ArticleRecord): string {
  return publishedAt === modifiedAt ? '' : ' Reload it there if you had it open a moment ago.';
}

/** A time in UTC, and by the clocks the editor planned it with. */
function timesOf(c: Context, at: string): string {
  const zone = c.req.query('zone') ?? 'UTC';
  const inUtc = `${inZone(at, 'UTC')} UTC`;
  return zone === 'UTC' || !isZone(zone) ? inUtc : `${inUtc}, which is ${inZone(at, zone)} in ${zone}`;
}

/**
 * What was just decided, said from how the review stands now, with the way on to the next article that waits. The way on has
 * the focus, so that Enter goes on.
 */
export function decisionNote(c: Context, review: ReviewStatus, next: QueuedArticle | null): Html | string {
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
