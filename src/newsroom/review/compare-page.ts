import { setImmediate as nextTurn } from 'node:timers/promises';
import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import {
  listRevisions,
  type RevisionLine,
  readArticle,
  readRevision,
  writtenRevisions,
} from '#editorial/article-record.ts';
import { type Comparison, compareRevisions } from '#editorial/review/compare.ts';
import { type BlockChange, isChange } from '#editorial/review/compare-blocks.ts';
import type { Piece } from '#editorial/review/compare-lane.ts';
import type { Html } from '#html/html.ts';
import { markNote } from '#html/newsroom/marked.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime, inZone, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { namesIn } from '#newsroom/kit/copy-names.ts';
import { blockState, byHands, fieldLines, handsOf } from './compare-view.ts';
import { markedBlock } from './marked-copy.ts';

/** Unchanged blocks shown between two changes; the others are folded. */
const SHOWN_BETWEEN = 2;

/** `GET /newsroom/articles/{articleId}/compare/{from}/{to}`: the differences by block and by word, and who made them. */
export async function showComparison(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const tx = deps.db.read;
  const [from, to] = [c.req.param('from'), c.req.param('to')].map((word) => parseRevisionNumber(word ?? '')) as [
    number,
    number,
  ];
  const id = articleIdOf(c);
  if (from > to) return redirect(`/newsroom/articles/${encodeURIComponent(id)}/compare/${to}/${from}`);
  const after = await readRevision(tx, actor, deps, { id, number: to });
  const before = await readRevision(tx, actor, deps, { id, number: from });
  const comparison = await compareRevisions(tx, actor, { id: after.id, from, to });
  const revisions = await listRevisions(tx, actor, after.id);
  const named = await namesIn(c, [before.copy, after.copy]);
  await nextTurn(); // comparing long copies takes the whole turn
  const fields = fieldLines(comparison.texts, comparison.values, comparison.sources, named);
  const total = fields.length + comparison.blocks.filter(isChange).length;
  return newsroomPage(c, {
    title: `Revisions ${from} and ${to}: ${after.copy.headline}`,
    scripts: ['compare'],
    styles: ['newsroom-review.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${after.id}">Article</a></p>
<h1><small>Revision ${from} and revision ${to}</small> ${after.copy.headline}</h1>
${choice(c, after.id, from === 0 ? revisions : writtenRevisions(revisions), { from, to })}
${markNote([before.copy, after.copy])}
${await summary(comparison, total)}
${fields.length > 0 ? fieldSection(fields, total) : ''}
<section aria-labelledby="body-title">
<h2 id="body-title">Body</h2>
${comparison.blocks.some(isChange) ? body(comparison.blocks, fields.length, total) : html`<p>The same words in the same order, ${comparison.blocks.length} ${comparison.blocks.length === 1 ? 'block' : 'blocks'}.</p>`}
</section>`,
  });
}

/**
 * `GET /newsroom/articles/{articleId}/compare?from=…&to=…`: redirects to the comparison that the form asks for. Without
 * numbers, the latest revision and the previous one.
 * @throws not_found
 */
export async function chooseComparison(c: Context): Promise<Response> {
  const articleId = articleIdOf(c);
  const asked = [c.req.query('from'), c.req.query('to')];
  const [from, to] = asked.every((word) => word === undefined)
    ? await latestTwo(c, articleId)
    : asked.map((word) => parseRevisionNumber(word));
  const [first, last] = [Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0)];
  return redirect(`/newsroom/articles/${encodeURIComponent(articleId)}/compare/${first}/${last}`);
}

async function latestTwo(c: Context, articleId: string): Promise<[number, number]> {
  const { actor, deps } = c.var;
  const { revision } = await readArticle(deps.db.read, actor, articleId, deps);
  if (revision > 0) return [revision - 1, revision];
  throw new Failure('not_found', 'This article has one revision only, so there is nothing to compare it with.', {
    hint: 'Save another revision first, or read the revision on the page of the article.',
  });
}

function choice(c: Context, id: string, revisions: RevisionLine[], { from, to }: { from: number; to: number }): Html {
  const options = (chosen: number) =>
    revisions.map(
      ({ number, savedAt, savedBy }) =>
        html`<option value="${number}"${number === chosen ? html` selected` : ''}>${number}: ${inZone(savedAt, zoneOf(c))} ${savedBy}</option>`,
    );
  const last = revisions.find(({ number }) => number === to);
  return html`<form class="filter choice" method="get" action="/newsroom/articles/${id}/compare">
<p><label for="from">Revision</label> <select id="from" name="from">${options(from)}</select></p>
<p><label for="to">with</label> <select id="to" name="to">${options(to)}</select></p>
<p><button class="plain">Compare</button></p>
</form>
${last ? html`<p class="stage">Revision ${to} was saved ${formatTime(last.savedAt)} UTC by ${last.savedBy}.</p>` : ''}`;
}

/** Counts the changed words, names the authors of the changes, and links the first change. */
async function summary(comparison: Comparison, total: number): Promise<Html> {
  if (total === 0) return html`<p class="done">Nothing differs between these two revisions.</p>`;
  const all = [...comparison.texts, ...comparison.blocks].flatMap((change) => change.pieces);
  const came = await countWords(all, 'added');
  const went = await countWords(all, 'removed');
  const hands = handsOf([
    ...all,
    ...[...comparison.values, ...comparison.sources, ...comparison.blocks].map(({ hand }) => ({
      kind: 'same' as const,
      text: '',
      hand,
    })),
  ]);
  return html`<div class="steps">
<p><strong>${total} ${total === 1 ? 'change' : 'changes'}</strong>: ${came} ${came === 1 ? 'word' : 'words'} added, ${went} removed. <a href="#change-1">Go to the first</a></p>
<p class="keys" hidden><label><input type="checkbox" id="keys"> Keys: <kbd>n</kbd> next change, <kbd>p</kbd> previous</label></p>
<p>In ${byHands(hands)}.</p>
</div>`;
}

/** Words counted before other work gets a turn. */
const WORDS_PER_TURN = 20_000;

async function countWords(all: readonly Piece[], kind: Piece['kind']): Promise<number> {
  let count = 0;
  for (const piece of all) {
    if (piece.kind !== kind) continue;
    for (const _ of piece.text.matchAll(/[\p{L}\p{N}]+/gu)) if (++count % WORDS_PER_TURN === 0) await nextTurn();
  }
  return count;
}

function fieldSection(fields: ReturnType<typeof fieldLines>, total: number): Html {
  return html`<section aria-labelledby="fields-title">
<h2 id="fields-title">Fields</h2>
${fields.map(
  ({ label, words, hands }, at) => html`<article class="change" id="change-${at + 1}" tabindex="-1">
<header><h3>${label}</h3> ${byHands(hands)} ${onward(at + 1, total)}</header>
<p class="words">${words}</p>
</article>`,
)}
</section>`;
}

function body(blocks: BlockChange[], before: number, total: number): Html {
  let number = before;
  const groups: { change: boolean; blocks: BlockChange[] }[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last && !last.change && !isChange(block)) last.blocks.push(block);
    else groups.push({ change: isChange(block), blocks: [block] });
  }
  return html`${groups.map(({ change, blocks: group }) => {
    if (!change) return unchanged(group);
    return html`${group.map((block) => {
      number++;
      return html`<article class="change ${block.state}" id="change-${number}" tabindex="-1">
<header><h3>${blockState(block)}</h3> ${byHands(handsIn(block))} ${onward(number, total)}</header>
${markedBlock(block, String(number))}
</article>`;
    })}`;
  })}`;
}

function handsIn(block: BlockChange) {
  const hands = handsOf(block.pieces);
  return hands.length > 0 ? hands : block.hand ? [block.hand] : [];
}

/** Unchanged blocks: those next to a change are shown, the others are folded. */
function unchanged(blocks: BlockChange[]): Html {
  const plain = (list: BlockChange[]) =>
    html`${list.map((block, at) => html`<div class="stayed">${markedBlock(block, `same-${at}`)}</div>`)}`;
  if (blocks.length <= SHOWN_BETWEEN + 1) return plain(blocks);
  return html`${plain(blocks.slice(0, 1))}
<details class="folded"><summary>${blocks.length - SHOWN_BETWEEN} unchanged blocks</summary>${plain(blocks.slice(1, -1))}</details>
${plain(blocks.slice(-1))}`;
}

function onward(number: number, total: number): Html {
  const link = (to: number, words: string) =>
    to < 1 || to > total
      ? ''
      : html`<a href="#change-${to}">${words}<span class="unseen"> change, number ${to}</span></a>`;
  return html`<span class="onward">${number} of ${total} ${link(number - 1, 'previous')} ${link(number + 1, 'next')}</span>`;
}
