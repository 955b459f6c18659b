import { html } from 'hono/html';
import { deskName } from '../../article/desk.ts';
import { listRevisions, type OnFile, type RevisionLine, readArticle } from '../../article/on-file.ts';
import type { Html } from '../../editions/html.ts';
import type { Ctx } from '../env.ts';
import { assignmentBox } from './assignment-box.ts';
import { doneNote } from './done-note.ts';
import { bylineOf } from './named.ts';
import { newsroomPage } from './page.ts';
import { previewFrame } from './preview.ts';
import { publishBox } from './publish-box.ts';
import { readLive } from './read-live.ts';
import { stageWords } from './stage.ts';
import { when } from './when.ts';

/** `GET /newsroom/articles/{articleId}`: where an article stands, and its latest revision with what publishes it. */
export async function showArticle(c: Ctx): Promise<Response> {
  const { actor, press } = c.var;
  const file = await readArticle(press.db.read, actor, c.req.param('articleId') ?? '', press.policy);
  const revisions = await listRevisions(press.db.read, actor, file.id);
  const live = await readLive(c, file);
  const number = file.revision;
  return newsroomPage(c, {
    title: file.copy.headline,
    styles: ['newsroom-publication.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>${file.copy.headline}</h1>
<p class="dek">${file.copy.dek}</p>
${await doneNote(c, file)}
<p class="stage"><strong>${stageWords(file.status, file.liveRevision, number)}</strong></p>
${titleBlock(file, await bylineOf(c, file.copy), revisions[0])}
<div class="desk-work">
<section class="preview" aria-labelledby="preview-title">
<h2 id="preview-title">Revision ${number} as readers would see it</h2>
${previewFrame(file.id, number)}
</section>
<div class="side">
${await publishBox(c, { file, number, live })}
${await assignmentBox(c, file.id)}
${revisionList(file, revisions)}
</div>
</div>`,
  });
}

function titleBlock(file: OnFile, byline: string, latest: RevisionLine | undefined): Html {
  const address = `/${file.liveSection}/${file.liveSlug}`;
  const never = 'never';
  return html`<dl class="title-block">
<div><dt>Desk</dt><dd>${deskName(file.copy.section)}</dd></div>
<div><dt>Byline</dt><dd>${byline}</dd></div>
<div><dt>Latest revision</dt><dd>${file.revision}</dd></div>
<div><dt>Live revision</dt><dd>${file.liveRevision ?? 'none'}</dd></div>
<div><dt>Saved (UTC)</dt><dd>${when(file.updatedAt)}${latest ? html` by ${latest.savedBy}` : ''}</dd></div>
<div><dt>First published (UTC)</dt><dd>${file.publishedAt ? when(file.publishedAt) : never}</dd></div>
<div><dt>Last published (UTC)</dt><dd>${file.modifiedAt ? when(file.modifiedAt) : never}</dd></div>
<div><dt>Public page</dt><dd>${file.liveRevision === null ? html`none; planned at <code>/${file.copy.section}/${file.copy.slug}</code>` : html`<a href="${address}">${address}</a>`}</dd></div>
</dl>`;
}

function revisionList(file: OnFile, revisions: RevisionLine[]): Html {
  return html`<section aria-labelledby="revisions-title">
<h2 id="revisions-title">Revisions</h2>
<table class="plan">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">Headline</th><th scope="col">Saved (UTC)</th></tr></thead>
<tbody>${revisions.map(
    (one) => html`
<tr><td class="number"><span class="label">Revision</span> ${one.number}</td>
<th scope="row"><a href="/newsroom/articles/${file.id}/revisions/${one.number}">${one.headline}</a>${mark(file, one.number)}</th>
<td>${when(one.savedAt)} by ${one.savedBy}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

function mark({ liveRevision, revision }: OnFile, number: number): Html | string {
  if (number === liveRevision) return html` <span class="mark">live</span>`;
  return number === revision ? html` <span class="mark">latest</span>` : '';
}
