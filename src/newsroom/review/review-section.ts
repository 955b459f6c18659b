import { setImmediate as nextTurn } from 'node:timers/promises';
import { html } from 'hono/html';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { ledgerAddress, needsAttention } from '#editorial/newsroom/figure-state.ts';
import { listThreads, type Thread } from '#editorial/review/comment-threads.ts';
import { compareCopies, compareRevisions } from '#editorial/review/compare.ts';
import { type BlockChange, isChange } from '#editorial/review/compare-blocks.ts';
import { findReviewedBefore, type ReviewStatus } from '#editorial/review/review.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { Html } from '#html/html.ts';
import { markNote } from '#html/newsroom/marked.ts';
import type { Context } from '#http/context.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import { heroOf, namesIn } from '#newsroom/kit/copy-names.ts';
import { commentForm, renderThread } from './comments.ts';
import { blockState, byHands, type FieldLine, fieldLines, handsOf } from './compare-view.ts';
import { type Marked, markedBlock } from './marked-copy.ts';
import { acceptAllForm, suggestForm } from './suggestions.ts';

/** The copy of the latest revision with its comments and with the changes since the last decision or publication. */
export async function reviewSection(c: Context, file: ArticleRecord, review: ReviewStatus): Promise<Html> {
  const { actor, deps } = c.var;
  const tx = deps.db.read;
  const number = file.revision;
  const seen = number === file.liveRevision ? null : findReviewedBefore(number, file.liveRevision, review.lines);
  const comparison =
    seen === null
      ? compareCopies(file.copy, [])
      : await compareRevisions(tx, actor, { id: file.id, from: seen, to: number });
  const threads = await listThreads(tx, actor, file.id, number);
  const named = await namesIn(c, [file.copy]);
  const fields = fieldLines(comparison.texts, comparison.values, comparison.sources, named);
  const { figures } = await readLedgerOf(tx, actor, file.id, number);
  const open = threads.filter(({ resolved }) => resolved === null);
  const answered = open.filter(({ answeredBy }) => answeredBy !== null).length;
  return html`<section class="reading" aria-labelledby="copy-title">
<h2 id="copy-title">The copy of revision ${number}</h2>
${seen === null ? '' : sinceNote(file, review, { seen, changes: fields.length + comparison.blocks.filter(isChange).length, blocks: comparison.blocks })}
${open.length > 0 ? html`<p>${open.length} ${open.length === 1 ? 'comment is' : 'comments are'} open${answered > 0 ? html`, ${answered} of them answered by a later revision` : ''}.</p>` : ''}
${acceptAllForm(file.id, threads)}
${markNote([file.copy])}
${changedFields(fields)}
${settledNote(file, figures)}
${heroHtml(await heroOf(c, file.copy), file.copy.pictureCaption ?? null, PICTURE_SIZES) ?? ''}
${await reviewSheet({ articleId: file.id, revision: number, blocks: comparison.blocks, threads, figures: byPlace(figures) })}
</section>`;
}

/** The width of the picture above the copy. */
const PICTURE_SIZES = '(min-width: 42rem) 40rem, 100vw';

/** Says how many numbers are settled, and how the copy shows it. */
function settledNote({ id, revision }: ArticleRecord, figures: readonly LedgerFigure[]): Html | string {
  if (figures.length === 0) return '';
  const settled = figures.filter((figure) => !needsAttention(figure)).length;
  return html`<p class="settled-note">${settled} of ${figures.length} ${figures.length === 1 ? 'number is' : 'numbers are'} settled. In the copy, <span class="figure settled">settled</span> numbers have a dotted line, <span class="figure open">open</span> ones a solid line. <a href="${ledgerAddress({ articleId: id, revision })}">Open the numbers</a></p>`;
}

/** The numbers of the body, by the place of their block. */
function byPlace(figures: readonly LedgerFigure[]): Map<number, LedgerFigure[]> {
  return Map.groupBy(
    figures.filter(({ field }) => field === 'body'),
    ({ path }) => Number(/^bodyBlocks\.(\d+)/.exec(path)?.[1] ?? -1),
  );
}

/** Most changed fields that are shown above the body; more are folded, so that the body stays in sight. */
const MOST_FIELDS = 3;

function changedFields(fields: readonly FieldLine[]): Html | string {
  if (fields.length === 0) return '';
  const list = html`<dl class="copy changed-fields">${fields.map(({ label, words, hands }) => html`<div><dt>${label}</dt><dd class="words">${words} ${byHands(hands)}</dd></div>`)}</dl>`;
  if (fields.length <= MOST_FIELDS) return list;
  return html`<details><summary>${fields.length} changed fields: ${fields.map(({ label }) => label).join(', ')}</summary>
${list}</details>`;
}

function sinceNote(
  file: ArticleRecord,
  review: ReviewStatus,
  { seen, changes, blocks }: { seen: number; changes: number; blocks: BlockChange[] },
): Html {
  const last = review.lines.find(
    ({ revision, state }) => revision === seen && state !== 'in_review' && state !== 'taken_back',
  );
  const what =
    file.liveRevision === seen
      ? 'which readers see'
      : last?.state === 'approved'
        ? `which ${last.by} approved`
        : `to which ${last?.by ?? 'an editor'} requested changes`;
  const hands = handsOf(
    blocks.flatMap((block) => [...block.pieces, { kind: 'same' as const, text: '', hand: block.hand }]),
  );
  const link = html`<a href="/newsroom/articles/${file.id}/compare/${seen}/${file.revision}">Compare the two</a>`;
  if (changes === 0) return html`<p>The same as revision ${seen}, ${what}. ${link}</p>`;
  return html`<p><strong>${changes} ${changes === 1 ? 'change' : 'changes'}</strong> since revision ${seen}, ${what}${hands.length > 0 ? html`, in ${byHands(hands)}` : ''}. ${link}</p>`;
}

type Sheet = {
  articleId: string;
  revision: number;
  blocks: readonly BlockChange[];
  threads: readonly Thread[];
  /** The numbers of each block, by its place in the body. */
  figures: ReadonlyMap<number, LedgerFigure[]>;
};

/** Characters of text after which other work gets a turn. */
const TURN = 20_000;

/** The body of the latest revision as readers see it, with changes marked and comments beside the blocks that have some. */
async function reviewSheet({ articleId, revision, blocks, threads, figures }: Sheet): Promise<Html> {
  const loose = threads.filter(({ position }) => position === null);
  const rows = await inTurns(blocks, (block, key) => blockRow({ articleId, revision, block, threads, figures, key }));
  return html`<div class="review-sheet">
${rows}
</div>
<section class="loose" aria-labelledby="loose-title">
<h3 id="loose-title">About the whole article</h3>
${loose.map((thread) => renderThread(articleId, thread))}
${commentForm({ articleId, revision, blockId: null, key: 'article' })}
</section>`;
}

/** A body as readers see it, with changes marked, without comments. */
export async function readingSheet(blocks: readonly BlockChange[]): Promise<Html> {
  return html`<div class="review-sheet">
${await inTurns(blocks, (block, key) => html`<div class="beside ${isChange(block) ? 'change' : ''} ${block.state}">${said(block, key)}</div>`)}
</div>`;
}

/** Renders blocks one by one, so that a long body does not hold up other requests. */
async function inTurns(
  blocks: readonly BlockChange[],
  render: (block: BlockChange, key: string) => Html,
): Promise<Html[]> {
  const rows: Html[] = [];
  let length = 0;
  for (const [at, block] of blocks.entries()) {
    rows.push(render(block, String((block.after ?? at) + 1)));
    length += block.pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (length < TURN) continue;
    length = 0;
    await nextTurn();
  }
  return rows;
}

type Row = Omit<Sheet, 'blocks'> & { block: BlockChange; key: string };

function blockRow({ articleId, revision, block, threads, figures, key }: Row): Html {
  const beside = block.after === null ? [] : threads.filter(({ position }) => position === block.after);
  return html`<div class="beside ${isChange(block) ? 'change' : ''} ${block.state}">
${said(block, key, { threads: beside, figures: block.after === null ? [] : (figures.get(block.after) ?? []) })}
<div class="comments">
${beside.map((thread) => renderThread(articleId, thread))}
${
  block.after === null
    ? ''
    : html`${commentForm({ articleId, revision, blockId: block.id, key })}
${suggestForm({ articleId, revision, blockId: block.id, key }, textOf(block))}`
}
</div>
</div>`;
}

/** The text of a block as it is now. */
function textOf({ pieces }: BlockChange): string {
  return pieces.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('');
}

function said(block: BlockChange, key: string, marked: Marked = {}): Html {
  const hands = block.pieces.some(({ hand }) => hand) ? handsOf(block.pieces) : block.hand ? [block.hand] : [];
  return html`<div class="said">
${isChange(block) ? html`<p class="became"><strong>${blockState(block)}</strong> ${byHands(hands)}</p>` : ''}
${markedBlock(block, key, marked)}
</div>`;
}
