import { html } from 'hono/html';
import { readSchedule } from '../../../article/publish/schedule.ts';
import type { ArticleRecord } from '../../../article/read/article-record.ts';
import type { QueuedArticle, ReviewStatus } from '../../../article/review/review.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { inZone, isZone } from '../kit/time.ts';

/** Says what was just done, after checking the article: a query parameter alone proves nothing. */
export async function doneNote(c: Context, file: ArticleRecord): Promise<Html | string> {
  const text = await describeAction(c, file);
  return text ? html`<p class="done" role="status">${text}</p>` : '';
}

async function describeAction(c: Context, file: ArticleRecord): Promise<Html | string | null> {
  const { liveRevision, liveSection, liveSlug, revision } = file;
  const isLive = liveRevision !== null;
  const address = html`<a href="/${liveSection}/${liveSlug}">/${liveSection}/${liveSlug}</a>`;
  const { planned } = await readSchedule(c.var.deps.db.read, c.var.actor, file.id);
  switch (c.req.query('done')) {
    case 'published':
      return isLive ? html`Published. Readers see revision ${liveRevision} at ${address}.${again(file)}` : null;
    case 'moved':
      return isLive ? html`Moved. Readers find it at ${address}; every earlier address redirects there.` : null;
    case 'unpublished':
      return isLive ? null : 'Unpublished. Its address answers 404 for everyone.';
    case 'restored':
      return `Restored as revision ${revision}. Readers do not see it until it is published.`;
    case 'scheduled':
      return planned && `Scheduled. Revision ${planned.revision} will be published on ${timesOf(c, planned.at)}.`;
    case 'unscheduled':
      return planned ? null : 'Nothing is scheduled for this article now.';
    default:
      return null;
  }
}

/** Public pages are cached for a minute, in the editor's own browser too. */
function again({ publishedAt, modifiedAt }: ArticleRecord): string {
  return publishedAt === modifiedAt ? '' : ' If you had the page open, reload it.';
}

/** A time in UTC, and in the zone in which the editor scheduled it. */
function timesOf(c: Context, at: string): string {
  const zone = c.req.query('zone') ?? 'UTC';
  const inUtc = `${inZone(at, 'UTC')} UTC`;
  return zone === 'UTC' || !isZone(zone) ? inUtc : `${inUtc}, which is ${inZone(at, zone)} in ${zone}`;
}

/** Says what was just decided, after checking the review, and links the next article in the queue. The link has the focus. */
export function decisionNote(c: Context, review: ReviewStatus, next: QueuedArticle | null): Html | string {
  const done = c.req.query('done');
  const text = decisionText(done, review);
  const isPublished = done === 'published' && review.live !== null;
  if (text === null && !isPublished) return '';
  const onward = next
    ? html` Next of ${next.left} waiting: <a href="/newsroom/articles/${next.id}" autofocus>${next.headline}</a>`
    : html` No other article is waiting for you. <a href="/newsroom">Go to the board</a>`;
  return html`<p class="done"${text === null ? '' : html` role="status"`}>${text ?? ''}${onward}</p>`;
}

function decisionText(done: string | undefined, { decided, latest }: ReviewStatus): string | null {
  const state = decided?.revision === latest ? decided.state : null;
  if (done === 'approved' && state === 'approved') return `Revision ${latest} is approved.`;
  if (done === 'changes-requested' && state === 'changes_requested')
    return `Changes to revision ${latest} are requested.`;
  if (done === 'asked' && state === 'in_review') return `Revision ${latest} is in review.`;
  if (done === 'taken-back' && decided === null) return 'The review is withdrawn.';
  return null;
}
