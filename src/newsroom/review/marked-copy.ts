import { html } from 'hono/html';
import { STATE_LABELS, stateOf } from '#editorial/newsroom/figure-state.ts';
import type { Thread } from '#editorial/review/comment-threads.ts';
import type { BlockChange } from '#editorial/review/compare-blocks.ts';
import type { Piece } from '#editorial/review/compare-lane.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { type BlockPart, renderBlock } from '#html/newsroom/rendered-block.ts';
import { handsOf, pieces, titleOf } from './compare-view.ts';

export type Marked = { threads?: readonly Thread[]; figures?: readonly LedgerFigure[] };

/** A longer block, in characters, is shown as typed: to render it would take the whole turn of the event loop. */
const LONGEST_RENDERED = 20_000;

/**
 * A block as readers see it, with its changes, the passages of its open comments and its numbers marked. `key` names it for the
 * script.
 */
export function markedBlock(block: BlockChange, key: string, { threads = [], figures = [] }: Marked = {}): Html {
  const isGone = block.after === null;
  const data = isGone ? '' : html` data-block="${key}"`;
  const asTyped = () => html`<p class="words as-typed ${block.type}"${data}>${pieces(block.pieces)}</p>`;
  if (block.pieces.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_RENDERED) return asTyped();
  const parts = passagesOf(threads).reduce(markPassage, partsOf(block.pieces, isGone));
  // A number that Markdown hides, as in the address of a link, must not hide the rendered block.
  const rendered =
    renderBlock(block.type, isGone ? parts : figures.reduce(markFigure, parts)) ?? renderBlock(block.type, parts);
  return rendered === null ? asTyped() : html`<div class="words ${block.type}"${data}>${rendered}</div>`;
}

/** The text of a block in parts: added words as they are read, removed words at their place. */
function partsOf(list: readonly Piece[], isGone: boolean): BlockPart[] {
  const several = handsOf(list).length > 1;
  return list.flatMap((piece): BlockPart[] => {
    const { kind, text, hand } = piece;
    if (kind === 'same') return [{ text }];
    const number = several && hand ? [{ text: '', inserted: html`<sup>r${hand.revision}</sup>` }] : [];
    const title = titleOf(piece);
    if (kind === 'removed' && !isGone)
      return [{ text: '', inserted: html`<del title="${title}">${markHidden(words(text))}</del>` }, ...number];
    const show = (inner: Html) =>
      kind === 'removed' ? html`<del title="${title}">${inner}</del>` : html`<ins title="${title}">${inner}</ins>`;
    // The number follows the last word directly, so that no line breaks between them.
    const said = text.trimEnd();
    return [{ text: said, show }, ...number, { text: text.slice(said.length), show }].filter(
      (part) => part.text !== '' || 'inserted' in part,
    );
  });
}

/** Removed text without its marks; a mark that was removed alone is shown as it is. */
function words(text: string): string {
  const plain = plainText(text).trim();
  const [, before = ''] = /^(\s*)/.exec(text) ?? [];
  const [, after = ''] = /(\s*)$/.exec(text) ?? [];
  return plain === '' ? text : `${before}${plain}${after}`;
}

type Passage = { from: number; to: number };

/** The state of a number is in its underline and its tooltip: added words would move the passages of comments. */
function markFigure(parts: BlockPart[], figure: LedgerFigure): BlockPart[] {
  const state = stateOf(figure);
  const show = (inner: Html) =>
    html`<span class="figure ${state}" title="${STATE_LABELS[state]} number">${inner}</span>`;
  return markRange(parts, { from: figure.at, to: figure.at + figure.text.length }, show);
}

function passagesOf(threads: readonly Thread[]): Passage[] {
  return threads.flatMap(({ start, passage, resolved }) =>
    start === null || passage === null || resolved ? [] : [{ from: start, to: start + passage.length }],
  );
}

function markPassage(parts: BlockPart[], passage: Passage): BlockPart[] {
  return markRange(parts, passage, (inner) => html`<mark>${inner}</mark>`);
}

/** Marks the parts of a range; a part that only begins or ends in it is divided. */
function markRange(parts: BlockPart[], { from, to }: Passage, mark: (inner: Html) => Html): BlockPart[] {
  let at = 0;
  return parts.flatMap((part) => {
    const [begin, end] = [at, at + part.text.length];
    at = end;
    if (part.text === '' || end <= from || begin >= to) return [part];
    const [first, last] = [Math.max(from - begin, 0), Math.min(to - begin, part.text.length)];
    const show = (inner: Html) => mark(part.show ? part.show(inner) : inner);
    return [
      { ...part, text: part.text.slice(0, first) },
      { ...part, text: part.text.slice(first, last), show },
      { ...part, text: part.text.slice(last) },
    ].filter(({ text }) => text !== '');
  });
}
