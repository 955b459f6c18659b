import { hash } from 'node:crypto';
import { OPTIONAL_TEXT_COLUMNS } from '#article/article-fields.ts';
import { copyOf, pauseIfLong, type RevisionRow } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import { findHero, type Hero } from '#article/hero.ts';
import { inOneTurn, inTurns } from '#core/concurrency.ts';
import type { Tx } from '#db/database.ts';
import { type TextField, type TextFieldName, textFieldsOf } from './fields.ts';
import { type FigureClass, findInTurns, MOST_FIGURES } from './find-figures.ts';

/** A figure at its place in an article. */
export type PlacedFigure = {
  /** Identifies the figure while its block, its text and its sentence stay the same. */
  anchor: string;
  field: TextFieldName;
  blockId: string | null;
  blockTurn: number | null;
  path: string;
  text: string;
  /** Which occurrence of the same text in its sentence, from 1; part of the anchor. */
  occurrence: number;
  /** Which occurrence of the same text in its whole field or block, from 1. */
  inBlock: number;
  /** Where it begins in its field's text, in UTF-16 units. */
  at: number;
  sentence: string;
  /** Where it begins in its sentence, in UTF-16 units. */
  inSentence: number;
  sentenceHash: string;
  /** The finder never says `earlier_value` or `small_count`: the ledger does, for articles. */
  looksLike: FigureClass | 'earlier_value' | 'small_count';
};

/** The figures of an article in reading order; `hasMore` when it has more than the limit. */
export type FigurePlacement = { figures: PlacedFigure[]; hasMore: boolean };

/** Figures placed before other work gets a turn. */
const FIGURES_PER_TURN = 500;

/** Finds and anchors every figure of these fields: moving a block keeps an anchor, changing its figure or sentence does not. */
export function placeFigures(fields: readonly TextField[]): FigurePlacement {
  return inOneTurn(placeInTurns(fields));
}

/** The same as a generator that yields every few milliseconds, so that other work gets a turn. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over figures and sentences, which yields in the middle
export function* placeInTurns(fields: readonly TextField[]): Generator<undefined, FigurePlacement> {
  const figures: PlacedFigure[] = [];
  for (const field of fields) {
    const finds = yield* findInTurns(field.text);
    if (finds.length > FIGURES_PER_TURN) yield;
    if (finds.length === 0) continue;
    const own = [field.name, field.blockId, field.blockTurn, ...(field.of === undefined ? [] : [field.of])];
    const owner = hash('sha256', JSON.stringify(own));
    const sentences = yield* sentencesInTurns(field.text);
    const seen = new Map<string, number>();
    let place = 0;
    let sentence = '';
    let begins = 0;
    let sentenceHash = '';
    let hashed = -1;
    for (const { text, at, looksLike } of finds) {
      if (figures.length % FIGURES_PER_TURN === FIGURES_PER_TURN - 1) yield;
      if (figures.length === MOST_FIGURES) return { figures, hasMore: true };
      while (place < sentences.length - 1 && (sentences[place] as SentenceSpan).to <= at) place++;
      if (hashed !== place) {
        const { from, to } = sentences[place] ?? { from: 0, to: field.text.length };
        sentence = field.text.slice(from, to);
        begins = from;
        sentenceHash = hash('sha256', sentence.replace(/\s+/g, ' '));
        hashed = place;
      }
      const occurrence = count(seen, `${sentenceHash} ${text}`);
      figures.push({
        anchor: hash('sha256', `${owner} ${sentenceHash} ${occurrence} ${text}`),
        field: field.name,
        blockId: field.blockId,
        blockTurn: field.blockTurn,
        path: field.path,
        text,
        occurrence,
        inBlock: count(seen, text),
        at,
        sentence,
        inSentence: at - begins,
        sentenceHash,
        looksLike,
      });
    }
    if (finds.length === MOST_FIGURES) return { figures, hasMore: true };
  }
  return { figures, hasMore: false };
}

function count(seen: Map<string, number>, key: string): number {
  const turn = (seen.get(key) ?? 0) + 1;
  seen.set(key, turn);
  return turn;
}

/** Most revisions, and most figures of all of them, in the cache; the least recently used are dropped first. */
const MOST_KEPT = 500;
const MOST_FIGURES_KEPT = 100_000;

/** A cache of where the figures of an article are, with a limit on articles and one on figures. */
const placementCache = new Map<string, FigurePlacement>();
let figuresInCache = 0;

/** The figures of a revision and of the words by its picture, cached by a hash of these texts. Do not modify the result. */
export async function placeRevisionFigures(
  tx: Tx,
  revision: RevisionRow,
  copy: Copy = copyOf(revision),
): Promise<FigurePlacement> {
  const hero = await findHero(tx, copy.heroAssetId);
  const key = keyOf(revision, hero);
  const known = placementCache.get(key);
  if (known) {
    placementCache.delete(key);
    placementCache.set(key, known);
    return known;
  }
  await pauseIfLong(revision);
  const placed = await inTurns(placeInTurns(textFieldsOf(copy, hero)));
  keep(key, placed);
  return placed;
}

function keyOf(row: RevisionRow, hero: Hero | null): string {
  const texts = [row.headline, row.dek, row.body_blocks, row.sources, row.editorial_packet];
  const optional = OPTIONAL_TEXT_COLUMNS.map((column) => row[column]);
  return hash('sha256', [...texts, ...optional, hero?.alt, hero?.credit].join('\u0000'));
}

function keep(key: string, placed: FigurePlacement): void {
  if (placementCache.has(key)) return;
  placementCache.set(key, placed);
  figuresInCache += placed.figures.length;
  for (const [oldest, { figures }] of placementCache) {
    if (placementCache.size <= MOST_KEPT && figuresInCache <= MOST_FIGURES_KEPT) break;
    placementCache.delete(oldest);
    figuresInCache -= figures.length;
  }
}

/** The position of a sentence in its text, in UTF-16 units, without the spaces around it. */
export type SentenceSpan = { from: number; to: number };

/** A mark that may end a sentence, with the closing quotes or brackets after it; or an end of line. */
const END = /[.!?…]{1,8}["'”’»)\]*_]{0,6}(?=\s)|\n/g;

/** Abbreviations whose full stop does not end a sentence; for most, only before a number or a lower-case letter. */
const SHORT =
  /(?:^|[^\p{L}\p{N}])(?:approx|no|nos|fig|figs|sec|secs|eq|ref|refs|vol|ch|para|art|cl|app|rev|dwg|spec|p|pp|par|ca|c|cf|vs|e\.g|i\.e|etc|al|viz|incl|excl|avg|min|max|est|dia|temp|dept|mr|mrs|ms|dr|prof|st|mt|ft|in|sq|cu|lbs?|oz|hrs?|mins?|secs?|yds?|wk|wks|mo|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|inc|ltd|co|corp|jr|sr|gen|eng|u\.s|u\.k|a\.m|p\.m)$/iu;
/** Abbreviations whose full stop never ends a sentence. */
const TITLE = /(?:^|[^\p{L}])(?:mr|mrs|ms|dr|prof|st|approx|vs|cf|e\.g|i\.e|fig|figs|nos?|\p{Lu})$/iu;
const INITIAL = /(?:^|[^\p{L}\p{N}])\p{Lu}$/u;

/** Marks read before other work gets a turn. */
const MARKS_PER_TURN = 2000;

/** The sentences of a text in their order; a line break ends a sentence. The time is linear in the length of the text. */
export function sentencesOf(text: string): SentenceSpan[] {
  return inOneTurn(sentencesInTurns(text));
}

/** The same as a generator that yields every few milliseconds, so that other work gets a turn. */
export function* sentencesInTurns(text: string): Generator<undefined, SentenceSpan[]> {
  const spans: SentenceSpan[] = [];
  let from = 0;
  let ends = 0;
  for (const end of text.matchAll(END)) {
    if (++ends % MARKS_PER_TURN === 0) yield;
    const to = end.index + end[0].length;
    if (end[0] !== '\n' && !endsSentence(text, end.index, to)) continue;
    add(spans, text, from, to);
    from = to;
  }
  add(spans, text, from, text.length);
  return spans;
}

function endsSentence(text: string, at: number, to: number): boolean {
  const next = /\S/.exec(text.slice(to, to + 8))?.[0] ?? '';
  if (/\p{Ll}/u.test(next)) return false;
  if (text[at] !== '.' || text[at + 1] === '.') return true;
  const before = text.slice(Math.max(0, at - 12), at);
  if (INITIAL.test(before) && !/\p{L}{2}$/u.test(before)) return !/[\p{Lu}]/u.test(next);
  if (!SHORT.test(before)) return true;
  if (/[\p{N}$€£~<>≤≥≈±+(-]/u.test(next)) return false;
  return !TITLE.test(before);
}

function add(spans: SentenceSpan[], text: string, from: number, to: number): void {
  let [first, last] = [from, to];
  while (first < last && isBlank(text.charCodeAt(first))) first++;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  if (first < last) spans.push({ from: first, to: last });
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 160;
}
