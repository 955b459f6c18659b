import { html } from 'hono/html';
import { PACKET_TEXT_NAMES } from '#article/article-fields.ts';
import type { Copy } from '#article/copy.ts';
import { listRevisions, readArticle, readRevision, writtenRevisions } from '#editorial/article-record.ts';
import { compareRevisions, textOf } from '#editorial/review/compare.ts';
import { type BlockChange, isChange } from '#editorial/review/compare-blocks.ts';
import type { Html } from '#html/html.ts';
import { htmlFragment } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { namesIn } from '#newsroom/kit/copy-names.ts';
import { checkList, checklistForm } from '#newsroom/publish/checks.ts';
import { readTypedView } from '#newsroom/publish/publish-view.ts';
import { blockState, type FieldLine, fieldLines } from '#newsroom/review/compare-view.ts';
import { markedBlock } from '#newsroom/review/marked-copy.ts';

// The parts of the editor's panel that its script loads when they are shown.

/** Revisions that the panel lists; the page that compares two has all of them. */
const MOST_LISTED = 50;

/** `GET /newsroom/articles/{articleId}/edit/checks`: what stops the publication of what is typed; each entry leads to its place. */
export async function showChecks(c: Context): Promise<Response> {
  const view = await readTypedView(c);
  return htmlFragment(c, html`${await checkList(c, view, 'panel')}${checklistForm(view, 'panel')}`);
}

/** `GET /newsroom/articles/{articleId}/edit/history?with=N`: the revisions; with a number, what changed since that one. */
export async function showHistory(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const asked = c.req.query('with');
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  if (asked !== undefined)
    return htmlFragment(c, await changesSince(c, file.id, parseRevisionNumber(asked), file.revision));
  const lines = writtenRevisions(await listRevisions(deps.db.read, actor, file.id));
  return htmlFragment(
    c,
    html`<ul class="revisions">${lines
      .slice(0, MOST_LISTED)
      .map(
        ({ number, savedAt, savedBy }) =>
          html`<li><span><b>Revision ${number}</b>${number === file.liveRevision ? ' · readers see it' : ''}<small>${savedBy}, ${formatTime(savedAt)}</small></span>${
            number === file.revision
              ? ''
              : html`<button type="button" class="plain" data-with="${number}">Compare<span class="unseen"> revision ${number} with the latest</span></button>`
          }</li>`,
      )}</ul>
<p class="hint"><a href="/newsroom/articles/${file.id}/compare" target="_blank">Compare any two</a></p>`,
  );
}

async function changesSince(c: Context, id: string, from: number, to: number): Promise<Html> {
  const { actor, deps } = c.var;
  const { copy } = await readRevision(deps.db.read, actor, deps, { id, number: from });
  const latest = await readRevision(deps.db.read, actor, deps, { id, number: to });
  const { texts, values, sources, blocks } = await compareRevisions(deps.db.read, actor, { id, from, to });
  const fields = fieldLines(texts, values, sources, await namesIn(c, [copy, latest.copy]));
  const changes = blocks.filter(isChange);
  const isSame = fields.length === 0 && changes.length === 0;
  return html`<p><button type="button" class="plain" data-with="">All revisions</button></p>
<h2>Changed since revision ${from}</h2>
${isSame ? html`<p>Nothing differs from the latest revision.</p>` : ''}${fields.map((field) => changedField(field, copy))}${changes.map((change, at) => changed(change, at, copy.bodyBlocks))}`;
}

/** A field with its old and new words. Earlier words of a text can be brought back. */
function changedField({ label, text, words }: FieldLine, copy: Copy): Html {
  const before = text === null ? '' : textOf(copy, text);
  return html`<article class="change"><p class="hint">${label}</p>
<p class="words">${words}</p>
${text !== null && before !== '' ? html`<p><button type="button" class="plain" data-field="${inForm(text)}" data-label="${label}" data-words="${before}">Bring this passage back</button></p>` : ''}</article>`;
}

/** The name of a text in the form of the editor. */
function inForm(name: string): string {
  return PACKET_TEXT_NAMES.some((packetName) => packetName === name) ? `editorialPacket.${name}` : name;
}

/** A change as it reads, with a button for the words that it replaced. */
function changed(change: BlockChange, at: number, blocks: readonly object[]): Html {
  const before = change.before === null ? null : (blocks[change.before] ?? null);
  return html`<article class="change"><p class="hint">${blockState(change)}</p>
<div class="words">${markedBlock(change, `history-${at}`)}</div>
${before && change.state !== 'same' ? html`<p><button type="button" class="plain" data-bring="${JSON.stringify(before)}" data-at="${change.before}">Bring this passage back</button></p>` : ''}</article>`;
}
