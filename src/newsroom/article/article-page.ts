import { html } from 'hono/html';
import { articlePath } from '#article/own-page.ts';
import { isPlaceholder } from '#article/placeholders.ts';
import { sectionName } from '#article/section.ts';
import { readTypedHeads } from '#article/typed-heads.ts';
import { findNextInQueue, type QueuedArticle } from '#article/waiting.ts';
import { isEditorial } from '#core/actor.ts';
import { isZone } from '#core/wall-time.ts';
import {
  type ArticleRecord,
  listRevisions,
  type RevisionLine,
  readArticle,
  writtenRevisions,
} from '#editorial/article-record.ts';
import { readSchedule } from '#editorial/publish/schedule.ts';
import { type ReviewStatus, readReview } from '#editorial/review/review.ts';
import { readWorkingCopy } from '#editorial/write/working-copy.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { formatTime, todayOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { assignmentBox } from '#newsroom/articles/assignment.ts';
import { tidyBox } from '#newsroom/articles/bin.ts';
import { relatedBox } from '#newsroom/front/related-box.ts';
import { seriesBox } from '#newsroom/front/series-box.ts';
import { bylineOf } from '#newsroom/kit/copy-names.ts';
import { publishBox } from '#newsroom/publish/publish-box.ts';
import { timesIn } from '#newsroom/publish/publish-done.ts';
import { toRevisionView } from '#newsroom/publish/revision-view.ts';
import { decisionBox } from '#newsroom/review/decision.ts';
import { reviewSection } from '#newsroom/review/review-section.ts';
import { articleBar } from './article-bar.ts';
import { presentLine } from './present-line.ts';

/** `GET /newsroom/articles/{articleId}`: the stage of an article, its latest revision, and the forms to review and publish it. */
export async function showArticle(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const present = await presentLine(c, file);
  const revisions = await listRevisions(deps.db.read, actor, file.id);
  const number = file.revision;
  const review = await readReview(deps.db.read, actor, file.id);
  const next = await findNextInQueue(deps.db.read, actor, file.id, todayOf(c));
  const schedule = await readSchedule(deps.db.read, actor, file.id);
  const typed = (await readTypedHeads(deps.db.read, actor, [file.id])).get(file.id);
  return newsroomPage(c, {
    title: shown('headline', file, typed),
    scripts: ['review'],
    styles: ['newsroom-publication.css', 'newsroom-review.css', 'newsroom-article.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a></p>
<h1>${shown('headline', file, typed)}</h1>
${present}
<p class="dek">${shown('dek', file, typed)}</p>
${await doneNote(c, file)}
${decisionNote(c, review, next)}
${articleBar(actor, file, review, schedule)}
${await workingNote(c, file)}
<div class="desk-work review-work">
${await reviewSection(c, file, review)}
<div class="side">
${decisionBox(actor, file.id, review, next)}
${await publishBox(c, await toRevisionView(c, file, number))}
${await assignmentBox(c, file.id)}
${await seriesBox(c, file)}
${await relatedBox(c, file)}
${revisionList(file, revisions)}
${isEditorial(actor) ? html`<p><a href="/newsroom/journal?article=${file.id}">Activity log of this article</a></p>` : ''}
${await factsSection(c, file, revisions[0])}
${tidyBox(file)}
</div>
</div>`,
  });
}

/** The headline or the dek; as its person typed it while no revision has one. */
function shown(field: 'headline' | 'dek', { copy }: ArticleRecord, typed?: { headline: string; dek: string }): string {
  return (isPlaceholder(field, copy[field]) && typed?.[field]) || copy[field];
}

async function factsSection(c: Context, file: ArticleRecord, latest: RevisionLine | undefined): Promise<Html> {
  const address = `/${file.liveSection}/${file.liveSlug}`;
  const never = 'never';
  const byline = await bylineOf(c, file.copy);
  return html`<section aria-labelledby="facts-title">
<h2 id="facts-title">The article</h2>
<dl class="title-block">
<div><dt>Section</dt><dd>${sectionName(file.copy.section)}</dd></div>
<div><dt>Byline</dt><dd>${byline}</dd></div>
<div><dt>Latest revision</dt><dd>${file.revision}</dd></div>
<div><dt>Live revision</dt><dd>${file.liveRevision ?? 'none'}</dd></div>
<div><dt>Saved (UTC)</dt><dd>${formatTime(file.updatedAt)}${latest ? html` by ${latest.savedBy}` : ''}</dd></div>
<div><dt>First published (UTC)</dt><dd>${file.publishedAt ? formatTime(file.publishedAt) : never}</dd></div>
<div><dt>Last published (UTC)</dt><dd>${file.modifiedAt ? formatTime(file.modifiedAt) : never}</dd></div>
<div><dt>Public page</dt><dd>${file.liveRevision === null ? html`none; planned at <code>${articlePath(file.copy)}</code>` : html`<a href="${address}">${address}</a>`}</dd></div>
</dl>
</section>`;
}

function revisionList(file: ArticleRecord, revisions: RevisionLine[]): Html {
  return html`<section aria-labelledby="revisions-title">
<h2 id="revisions-title">Revisions</h2>
<table class="plan">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">Headline</th><th scope="col">Saved (UTC)</th></tr></thead>
<tbody>${writtenRevisions(revisions).map(
    (revision, at, { length }) => html`
<tr><td class="number"><span class="label">Revision</span> ${revision.number}</td>
<th scope="row"><a href="/newsroom/articles/${file.id}/revisions/${revision.number}">${revision.headline}</a>${mark(file, revision.number)}${at === length - 1 ? '' : compareLink(file.id, revision.number)}</th>
<td>${formatTime(revision.savedAt)} by ${revision.savedBy}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

function compareLink(id: string, number: number): Html {
  return html` <a class="compare" href="/newsroom/articles/${id}/compare/${number - 1}/${number}">compare<span class="unseen"> revision ${number}</span> with ${number - 1}</a>`;
}

function mark({ liveRevision, revision }: ArticleRecord, number: number): Html | string {
  if (number === liveRevision) return html` <span class="mark">live</span>`;
  return number === revision ? html` <span class="mark">latest</span>` : '';
}

/** A warning when this member has unsaved text in the editor. */
async function workingNote(c: Context, { id, revision }: ArticleRecord): Promise<Html | string> {
  const working = await readWorkingCopy(c.var.deps.db.read, c.var.actor, id);
  if (!working) return '';
  const path = `/newsroom/articles/${id}`;
  return html`<div class="refusal"><p><strong>You have text in the editor that is not saved as a revision.</strong></p>
<p>Last stored ${formatTime(working.savedAt)} UTC, based on revision ${working.baseRevision}. Review and publication use revision ${revision}, without this text.</p>
<form action="${path}/edit"><button>Go on writing</button></form>
<details><summary>Discard it …</summary>
<form method="post" action="${path}/working-copy/drop"><input type="hidden" name="number" value="${working.number}"><p>This deletes what you typed since revision ${working.baseRevision}. It cannot be undone.</p><button class="plain">Discard what I typed</button></form>
</details></div>`;
}

/** Says what was just done, after checking the article: a query parameter alone proves nothing. */
async function doneNote(c: Context, file: ArticleRecord): Promise<Html | string> {
  const text = await describeAction(c, file);
  return text ? html`<div class="done" role="status">${text}</div>` : '';
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
    case 'left-archive':
      return file.archive
        ? null
        : html`Out of the archive. Readers see revision ${liveRevision} at ${address}, without the mark.`;
    case 'unpublished':
      return isLive ? null : 'Unpublished. Nobody can read it at its address any more.';
    case 'restored':
      return `Restored as revision ${revision}. Readers do not see it until it is published.`;
    case 'unbinned':
      return `Restored from the bin. Its address is ${articlePath(file)}.`;
    case 'duplicated':
      return 'This draft is a copy. Settled numbers, comments and reviews stayed with the original.';
    case 'scheduled':
      return (
        planned &&
        html`Scheduled. Revision ${planned.revision} will be published on ${timesIn(planned.at, zoneIn(c))}. <form class="undo" method="post" action="/newsroom/articles/${file.id}/schedule/cancel">${button({ text: 'Undo', weight: 'plain' })}</form>`
      );
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

/** The zone in which the editor scheduled it. */
function zoneIn(c: Context): string {
  const zone = c.req.query('zone') ?? 'UTC';
  return isZone(zone) ? zone : 'UTC';
}

/** Says what was just decided, after checking the review, and links the next article in the queue. The link has the focus. */
function decisionNote(c: Context, review: ReviewStatus, next: QueuedArticle | null): Html | string {
  const done = c.req.query('done');
  const text = decisionText(done, review);
  const isPublished = done === 'published' && review.live !== null;
  if (text === null && !isPublished) return '';
  const onward = next
    ? html` Next of ${next.left} waiting: <a href="/newsroom/articles/${next.id}" autofocus>${next.headline}</a>`
    : html` No other article is waiting for you. <a href="/newsroom">Go to Today</a>`;
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
