import { type Inline, listItems, readInline } from '#html/inline.ts';
import type { QuotePlace } from '#quote/quote-check.ts';

// The passage of an article that a quote has, as readers see it.

/** A piece of a passage; `isQuoted` for the words of the quote. */
export type QuotedPiece = { text: string; isQuoted: boolean };

/** They enclose the quoted words while the Markdown is parsed, so that the words are found again between its marks. */
const [BEGIN, END] = ['\ue000', '\ue001'];
const EITHER = /[\ue000\ue001]/g;

/** The text of the field or block in pieces, without the marks of its Markdown. */
export function quotedPieces({ text, from, to, block }: QuotePlace): QuotedPiece[] {
  const safe = text.replace(EITHER, ' ');
  const marked = `${safe.slice(0, from)}${BEGIN}${safe.slice(from, to)}${END}${safe.slice(to)}`;
  const lines = block?.type === 'list' ? listItems(marked).items : [marked];
  const plain = block === null ? marked : lines.map((line) => textOf(readInline(line))).join('; ');
  const pieces: QuotedPiece[] = [];
  let isQuoted = false;
  for (const [nth, piece] of plain.split(EITHER).entries()) {
    if (nth > 0) isQuoted = !isQuoted;
    if (piece !== '') pieces.push({ text: piece, isQuoted });
  }
  return pieces;
}

/** The quoted words as the article has them, with an ellipsis where the quote leaves words out; null where there are none. */
export function quotedText(places: readonly QuotePlace[]): string | null {
  if (places.length === 0) return null;
  const texts = places.map((place) => {
    const words = quotedPieces(place).filter(({ isQuoted }) => isQuoted);
    return `${place.isAfterGap ? '… ' : ''}${words.map(({ text }) => text).join('')}`;
  });
  return texts.join(' ');
}

function textOf(parts: readonly Inline[]): string {
  return parts.map((part) => ('text' in part ? part.text : '')).join('');
}
