import { html } from 'hono/html';
import { type ArticleRecord, listRevisions, readRevision } from '../../../article/read/article-record.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { bylineOf, tagsOf } from '../kit/copy-names.ts';
import { markNote } from '../kit/marked.ts';
import { newsroomPage } from '../kit/page.ts';
import { articleIdOf, parseRevisionNumber } from '../kit/params.ts';
import { formatTime } from '../kit/time.ts';
import { publishBox } from '../publish/publish.ts';
import { readLive, toRevisionView } from '../publish/revision-view.ts';
import { type Changes, changesOf } from '../review/changes.ts';
import { copySheet } from './copy-sheet.ts';
import { previewFrame } from './preview.ts';

/** `GET /newsroom/articles/{articleId}/revisions/{number}`: one revision with all its fields. */
export async function showRevision(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const number = parseRevisionNumber(c.req.param('number') ?? '');
  const file = await readRevision(deps.db.read, actor, articleIdOf(c), number, deps);
  const line = (await listRevisions(deps.db.read, actor, file.id)).find((one) => one.number === number);
  const live = await readLive(c, file);
  const earlier = await earlierOf(c, file, number, live);
  const changes = earlier && changesOf(earlier.file.copy, file.copy);
  return newsroomPage(c, {
    title: `Revision ${number}: ${file.copy.headline}`,
    styles: ['newsroom-publication.css', 'newsroom-review.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1><small>Revision ${number}</small> ${file.copy.headline}</h1>
${line ? html`<p class="stage"><strong>${visibility(file, number)}</strong> Saved ${formatTime(line.savedAt)} UTC by ${line.savedBy}.</p>` : ''}
${neighbours(file, number)}
<div class="desk-work">
<section class="preview" aria-labelledby="preview-title">
<h2 id="preview-title">As readers would see it</h2>
${previewFrame(file.id, number)}
</section>
<div class="side">
${await publishBox(c, await toRevisionView(c, file, number))}
</div>
</div>
<section aria-labelledby="copy-title">
<h2 id="copy-title">All fields</h2>
${earlier && changes ? changeNote(earlier, changes, file.id, number) : ''}
${markNote([file.copy])}
${copySheet(file.copy, { byline: await bylineOf(c, file.copy), tags: await tagsOf(c, file.copy) }, changes)}
</section>`,
  });
}

type Earlier = { file: ArticleRecord; number: number; name: string };

/** The revision to compare with: the live one, or else the one before. */
async function earlierOf(
  c: Context,
  file: ArticleRecord,
  number: number,
  live: ArticleRecord | null,
): Promise<Earlier | null> {
  if (live && file.liveRevision !== null && file.liveRevision !== number)
    return { file: live, number: file.liveRevision, name: `revision ${file.liveRevision}, which readers see` };
  if (number === 0) return null;
  const { deps, actor } = c.var;
  const before = await readRevision(deps.db.read, actor, file.id, number - 1, deps);
  return { file: before, number: number - 1, name: `revision ${number - 1}` };
}

function changeNote(earlier: Earlier, { fields, blocksGone }: Changes, id: string, to: number): Html {
  const { name, number } = earlier;
  if (fields.size === 0) return html`<p>The same as ${name}.</p>`;
  const gone =
    blocksGone === 0
      ? ''
      : ` ${blocksGone} ${blocksGone === 1 ? 'block' : 'blocks'} of it ${blocksGone === 1 ? 'is' : 'are'} gone.`;
  return html`<p>Differences from ${name} are marked <span class="mark">changed</span>.${gone} <a href="/newsroom/articles/${id}/compare/${Math.min(number, to)}/${Math.max(number, to)}">Compare the two word by word</a></p>`;
}

function visibility({ liveRevision, revision }: ArticleRecord, number: number): string {
  if (number === liveRevision) return 'Readers see this revision.';
  return number === revision
    ? 'The latest revision; readers do not see it.'
    : 'An earlier revision; readers do not see it.';
}

function neighbours({ id, revision }: Pick<ArticleRecord, 'id' | 'revision'>, number: number): Html | string {
  if (revision === 0) return '';
  const link = (to: number, words: string) => html`<a href="/newsroom/articles/${id}/revisions/${to}">${words}</a>`;
  return html`<p class="neighbours">${number > 0 ? link(number - 1, `Revision ${number - 1}`) : ''} ${number < revision ? link(number + 1, `Revision ${number + 1}`) : ''}</p>`;
}
