import { splitUnspaced, wordsOf } from '#core/tokenize.ts';
import { plainText } from '#html/inline.ts';
import type { Hits } from './search-query.ts';

// Marks the words of a search in a text, and finds the passage that shows them best.

/** A piece of a text; `isHit` for a word that was searched. */
export type MarkedPiece = { text: string; isHit: boolean };

/** Characters of a passage, of its part before the first searched word, and of a text that is searched. */
const PASSAGE = 220;
const BEFORE = 60;
const MOST_READ = 40_000;

/** The text in pieces, which together are the text. */
export function markWords(text: string, asked: Hits): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let from = 0;
  for (const { at, end } of findHits(text, asked)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isHit: false });
    const before = pieces.at(-1);
    if (before?.isHit && at === from) before.text += text.slice(at, end);
    else pieces.push({ text: text.slice(at, end), isHit: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false });
  return pieces;
}

/** The passage of the texts, in Markdown, with the most different words of the search, marked; null when they have none. */
export function markedPassage(texts: readonly string[], asked: Hits): MarkedPiece[] | null {
  let best: { plain: string; at: number; count: number } | null = null;
  let read = 0;
  for (const whole of texts) {
    if (read >= MOST_READ || (best && best.count >= asked.count)) break;
    const text = whole.slice(0, MOST_READ - read);
    read += text.length;
    if (findHits(text, asked).length === 0) continue; // most texts, which need not be read as Markdown
    const plain = plainText(text);
    const place = bestOf(findHits(plain, asked));
    if (place && (best === null || place.count > best.count)) best = { plain, ...place };
  }
  return best && markWords(cutAround(best.plain, best.at), asked);
}

/** A searched word in a text. */
export type Hit = { at: number; end: number; word: string };

/** The place with the most different words in one passage. */
function bestOf(hits: readonly Hit[]): { at: number; count: number } | null {
  let best: { at: number; count: number } | null = null;
  for (const [index, { at }] of hits.slice(0, MOST_HITS).entries()) {
    const near = hits.slice(index).filter(({ end }) => end <= at + PASSAGE - BEFORE);
    const count = new Set(near.map(({ word }) => word)).size;
    if (best === null || count > best.count) best = { at, count };
  }
  return best;
}

/** Hits of one text that are compared. */
const MOST_HITS = 100;

function findHits(text: string, asked: Hits): Hit[] {
  const hits: Hit[] = [];
  for (const { 0: part, index } of text.matchAll(asked.partsIn(text)))
    for (const { at, end, word } of hitsIn(part, asked)) hits.push({ at: index + at, end: index + end, word });
  return hits;
}

/** The hits in a part of a text. Most parts occur again, in this text or in the next one. */
function hitsIn(part: string, { isHit, known }: Hits): readonly Hit[] {
  const before = known.get(part);
  if (before) return before;
  const hits: Hit[] = [];
  for (const run of part.matchAll(RUN)) {
    let at = run.index;
    for (const piece of splitUnspaced(run[0])) {
      const [word] = wordsOf(piece);
      if (word !== undefined && isHit(word)) hits.push({ at, end: at + piece.length, word });
      at += piece.length;
    }
  }
  known.set(part, hits);
  return hits;
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** A passage that begins and ends between words, with an ellipsis where text was cut off. */
function cutAround(text: string, at: number): string {
  const early = Math.max(0, at - BEFORE);
  const from = early === 0 ? 0 : text.indexOf(' ', early) + 1 || early;
  const start = Math.min(from, at);
  const late = start + PASSAGE;
  const space = text.lastIndexOf(' ', late);
  const end = late >= text.length ? text.length : space > at ? space : late;
  const passage = text.slice(start, end).toWellFormed().trim();
  return `${start > 0 ? '… ' : ''}${passage}${end < text.length ? ' …' : ''}`;
}
