import { html } from 'hono/html';
import type { Status } from '../../../article/model/article-rows.ts';
import { deskName } from '../../../article/model/desk.ts';
import { readSchedule } from '../../../article/publish/schedule.ts';
import {
  type ArticleRecord,
  listRevisions,
  type RevisionLine,
  readArticle,
} from '../../../article/read/article-record.ts';
import { findNextInQueue, readReview } from '../../../article/review/review.ts';
import { readWorkingCopy } from '../../../article/write/working-copy.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { assignmentBox } from '../board/assignment.ts';
import { bylineOf } from '../kit/copy-names.ts';
import { newsroomPage } from '../kit/page.ts';
import { articleIdOf } from '../kit/params.ts';
import { formatTime } from '../kit/time.ts';
import { publishBox } from '../publish/publish.ts';
import { toRevisionView } from '../publish/revision-view.ts';
import { scheduleLine } from '../publish/schedule.ts';
import { decisionBox, reviewLabel } from '../review/decision.ts';
import { reviewSection } from '../review/review-section.ts';
import { decisionNote, doneNote } from './done-note.ts';
import { previewFrame } from './preview.ts';

/** `GET /newsroom/articles/{articleId}`: the stage of an article, its latest revision, and the forms to review and publish it. */
export async function showArticle(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const revisions = await listRevisions(deps.db.read, actor, file.id);
  const number = file.revision;
  const review = await readReview(deps.db.read, actor, file.id);
  const next = await findNextInQueue(deps.db.read, actor, file.id);
  return newsroomPage(c, {
    title: file.copy.headline,
    scripts: ['review'],
    styles: ['newsroom-publication.css', 'newsroom-review.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>${file.copy.headline}</h1>
<p class="dek">${file.copy.dek}</p>
${await doneNote(c, file)}
${decisionNote(c, review, next)}
<p class="stage"><strong>${reviewLabel(review)}${stageWords(file.status, file.liveRevision, number)}</strong> <a href="#decide">Go to the review of revision ${number}</a></p>
${scheduleLine(await readSchedule(deps.db.read, actor, file.id))}
${await editBox(c, file)}
${titleBlock(file, await bylineOf(c, file.copy), revisions[0])}
<div class="desk-work review-work">
${await reviewSection(c, file, review)}
<div class="side">
${decisionBox(actor, file.id, review, next)}
${await publishBox(c, await toRevisionView(c, file, number))}
${await assignmentBox(c, file.id)}
${revisionList(file, revisions)}
</div>
<section class="preview" aria-labelledby="preview-title">
<h2 id="preview-title">Revision ${number} as readers would see it</h2>
${previewFrame(file.id, number)}
</section>
</div>`,
  });
}

function titleBlock(file: ArticleRecord, byline: string, latest: RevisionLine | undefined): Html {
  const address = `/${file.liveSection}/${file.liveSlug}`;
  const never = 'never';
  return html`<dl class="title-block">
<div><dt>Desk</dt><dd>${deskName(file.copy.section)}</dd></div>
<div><dt>Byline</dt><dd>${byline}</dd></div>
<div><dt>Latest revision</dt><dd>${file.revision}</dd></div>
<div><dt>Live revision</dt><dd>${file.liveRevision ?? 'none'}</dd></div>
<div><dt>Saved (UTC)</dt><dd>${formatTime(file.updatedAt)}${latest ? html` by ${latest.savedBy}` : ''}</dd></div>
<div><dt>First published (UTC)</dt><dd>${file.publishedAt ? formatTime(file.publishedAt) : never}</dd></div>
<div><dt>Last published (UTC)</dt><dd>${file.modifiedAt ? formatTime(file.modifiedAt) : never}</dd></div>
<div><dt>Public page</dt><dd>${file.liveRevision === null ? html`none; planned at <code>/${file.copy.section}/${file.copy.slug}</code>` : html`<a href="${address}">${address}</a>`}</dd></div>
</dl>`;
}

function revisionList(file: ArticleRecord, revisions: RevisionLine[]): Html {
  return html`<section aria-labelledby="revisions-title">
<h2 id="revisions-title">Revisions</h2>
<table class="plan">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">Headline</th><th scope="col">Saved (UTC)</th></tr></thead>
<tbody>${revisions.map(
    (one) => html`
<tr><td class="number"><span class="label">Revision</span> ${one.number}</td>
<th scope="row"><a href="/newsroom/articles/${file.id}/revisions/${one.number}">${one.headline}</a>${mark(file, one.number)}${beside(file.id, one.number)}</th>
<td>${formatTime(one.savedAt)} by ${one.savedBy}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

function beside(id: string, number: number): Html | string {
  if (number === 0) return '';
  return html` <a class="compare" href="/newsroom/articles/${id}/compare/${number - 1}/${number}">compare<span class="unseen"> revision ${number}</span> with ${number - 1}</a>`;
}

function mark({ liveRevision, revision }: ArticleRecord, number: number): Html | string {
  if (number === liveRevision) return html` <span class="mark">live</span>`;
  return number === revision ? html` <span class="mark">latest</span>` : '';
}

/** The button that opens the editor; with a warning when this member has unsaved text there. */
export async function editBox(c: Context, { id, revision }: ArticleRecord): Promise<Html> {
  const working = await readWorkingCopy(c.var.deps.db.read, c.var.actor, id);
  const path = `/newsroom/articles/${id}`;
  if (!working) return html`<form action="${path}/edit"><button class="plain">Edit</button></form>`;
  return html`<div class="refusal"><p><strong>You have text in the editor that is not saved as a revision.</strong></p>
<p>Last stored ${formatTime(working.savedAt)} UTC, based on revision ${working.baseRevision}. Review and publication use revision ${revision}, without this text.</p>
<form action="${path}/edit"><button>Go on writing</button></form>
<details><summary>Discard it …</summary>
<form method="post" action="${path}/working-copy/drop"><input type="hidden" name="number" value="${working.number}"><p>This deletes what you typed since revision ${working.baseRevision}. It cannot be undone.</p><button class="plain">Discard what I typed</button></form>
</details></div>`;
}

/** What readers see at this status. */
function stageWords(status: Status, liveRevision: number | null, latest: number): string {
  switch (status) {
    case 'draft':
      return 'Draft. It was never published.';
    case 'published':
      return `Published. Readers see revision ${liveRevision}, the latest.`;
    case 'changed':
      return `Published. Readers see revision ${liveRevision}; revision ${latest} is waiting.`;
    case 'unpublished':
      return 'Unpublished. Readers saw it once; its address answers 404 now.';
  }
}
