import { diffArrays } from 'diff';
import { locatorOf } from '../lookup/passage.ts';
import { type Passage, placeInWords, type SourceText } from '../lookup/source-text.ts';
import type { Wording } from './find-wordings.ts';

// Looks quotations and names up in the text of an opened source, word by word. Capitals, punctuation and spaces do not matter.

/**
 * Whether the source has the words. `near`: it has most of a quotation, or another spelling of a name. `says`: the words there; `passage`:
 * these with the words around them.
 */
export type WordingLookup = {
  state: 'found' | 'near' | 'not_found';
  says?: string;
  place?: string;
  passage?: string;
};

export type SoughtWording = Pick<Wording, 'kind' | 'text'>;

/** The share of the words of a quotation that a passage must have, in their order, to be the nearest one. */
const NEAR = 0.6;
/** Most words of the source that the three dots of a quotation can replace. */
const LONGEST_GAP = 300;
/** A word with more places than this does not help to locate a quotation. */
const MOST_PLACES = 400;
const LONGEST_PASSAGE = 400;

/** Looks each wording up in the source. The time is linear in the source and in the wordings. */
export function searchWordings(source: SourceText, wordings: readonly SoughtWording[]): WordingLookup[] {
  if (wordings.length === 0) return [];
  const words = readWords(source.passages);
  return wordings.map(({ kind, text }) =>
    kind === 'quotation' ? searchQuotation(words, text) : searchName(words, text),
  );
}

/** A word of the source: folded, and its position. */
type Word = { folded: string; passage: number; from: number; to: number };
type SourceWords = { passages: readonly Passage[]; all: Word[]; places: ReadonlyMap<string, number[]> };

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;

function readWords(passages: readonly Passage[]): SourceWords {
  const all: Word[] = [];
  const places = new Map<string, number[]>();
  for (const [passage, { text }] of passages.entries())
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const folded = fold(word);
      const known = places.get(folded);
      if (known) known.push(all.length);
      else places.set(folded, [all.length]);
      all.push({ folded, passage, from: index, to: index + word.length });
    }
  return { passages, all, places };
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(fold);
}

/** Three dots and words in brackets replace words of the source. */
const LEFT_OUT = /\[[^\]]{0,200}\]|…|\.{3,}/;

function searchQuotation(source: SourceWords, text: string): WordingLookup {
  const parts = text
    .split(LEFT_OUT)
    .map(wordsOf)
    .filter((part) => part.length > 0);
  const [first = []] = parts;
  for (const at of placesOf(source, first)) {
    const end = endOf(source, parts, at);
    if (end !== null) return tell(source, 'found', at, end);
  }
  return nearest(source, parts.flat());
}

/** The places where the words follow each other, found by the rarest of them. */
function placesOf({ all, places }: SourceWords, words: readonly string[]): number[] {
  const lists = words.map((word) => places.get(word) ?? []);
  const rarest = lists.reduce((best, list, at) => (list.length < (lists[best]?.length ?? 0) ? at : best), 0);
  return (lists[rarest] ?? [])
    .map((at) => at - rarest)
    .filter((start) => start >= 0 && words.every((word, at) => all[start + at]?.folded === word));
}

/** The position after the last word, if the further parts follow the first in their order; otherwise null. */
function endOf(source: SourceWords, parts: readonly string[][], start: number): number | null {
  let end = start + (parts[0]?.length ?? 0);
  for (const part of parts.slice(1)) {
    const next = placesOf(source, part).find((at) => at >= end && at - end <= LONGEST_GAP);
    if (next === undefined) return null;
    end = next + part.length;
  }
  return end;
}

/** The place that most words of the quotation point to, if it has enough of them in their order. */
function nearest(source: SourceWords, words: string[]): WordingLookup {
  const votes = new Map<number, number>();
  for (const [at, word] of words.entries()) {
    const places = source.places.get(word) ?? [];
    if (places.length > MOST_PLACES) continue;
    for (const place of places) {
      const start = Math.max(0, Math.round((place - at) / STEP));
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!best) return { state: 'not_found' };
  const from = Math.max(0, best[0] * STEP - STEP);
  const to = Math.min(source.all.length, from + words.length + 3 * STEP);
  const same = inOrder(
    words,
    source.all.slice(from, to).map(({ folded }) => folded),
  );
  const [first, last] = [same[0], same.at(-1)];
  if (first === undefined || last === undefined || same.length / words.length < NEAR) return { state: 'not_found' };
  return tell(source, 'near', from + first, from + last + 1);
}

const STEP = 6;

/** The places in `others` of the words that it has in the order of `words`. */
function inOrder(words: string[], others: string[]): number[] {
  const kept: number[] = [];
  let at = 0;
  for (const { added = false, removed = false, count } of diffArrays(words, others)) {
    if (removed) continue;
    if (!added) kept.push(...Array.from({ length: count }, (_, offset) => at + offset));
    at += count;
  }
  return kept;
}

function searchName(source: SourceWords, text: string): WordingLookup {
  const words = wordsOf(text);
  const [at] = placesOf(source, words);
  if (at !== undefined) return tell(source, 'found', at, at + words.length);
  for (const [index, word] of words.entries())
    for (const place of (source.places.get(word) ?? []).slice(0, MOST_PLACES)) {
      const start = place - index;
      if (start >= 0 && isSpelledAlmost(source, words, start)) return tell(source, 'near', start, start + words.length);
    }
  return { state: 'not_found' };
}

/** Whether the words there are those of the name, or spelled almost the same, in one passage and with capitals. */
function isSpelledAlmost({ all, passages }: SourceWords, words: readonly string[], start: number): boolean {
  const there = all.slice(start, start + words.length);
  const passage = there[0]?.passage;
  return (
    there.length === words.length &&
    there.every(({ folded, passage: own, from }, at) => {
      if (own !== passage) return false;
      const word = words[at] ?? '';
      if (folded === word) return true;
      const first = passages[own]?.text[from] ?? '';
      return /[\p{Lu}\d]/u.test(first) && isAlmost(word, folded);
    })
  );
}

/** One letter more, less or different; two in a word of eight letters. In a number of four or more digits, two digits. */
function isAlmost(word: string, other: string): boolean {
  if (/^\d+$/.test(word))
    return word.length >= 4 && word.length === other.length && differing(word, other) <= 2 && /^\d+$/.test(other);
  if (word.length < 3 || /\d/.test(word + other)) return false;
  return distance(word, other) <= (word.length >= 8 ? 2 : 1);
}

function differing(word: string, other: string): number {
  return [...word].filter((sign, at) => sign !== other[at]).length;
}

/** The number of letters to add, leave out or change. */
function distance(word: string, other: string): number {
  if (Math.abs(word.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= word.length; at++) {
    const line = [at];
    for (let to = 1; to <= other.length; to++) {
      const changed = (last[to - 1] ?? 0) + (word[at - 1] === other[to - 1] ? 0 : 1);
      line.push(Math.min(changed, (last[to] ?? 0) + 1, (line[to - 1] ?? 0) + 1));
    }
    last = line;
  }
  return last.at(-1) ?? 0;
}

/** The words from one position to another, and the words around them. */
function tell({ passages, all }: SourceWords, state: 'found' | 'near', start: number, end: number): WordingLookup {
  const [first, last] = [all[start], all[end - 1]];
  if (!first || !last) return { state: 'not_found' };
  const pieces = passages.slice(first.passage, last.passage + 1).map(({ text }) => text);
  const whole = pieces.join(' ');
  const before = first.from;
  const to = whole.length - (pieces.at(-1)?.length ?? 0) + last.to;
  const says = whole.slice(before, to);
  return {
    state,
    says: says.slice(0, LONGEST_PASSAGE),
    place: locatorOf({ placeInWords: placeInWords(passages[first.passage]?.place ?? {}) }),
    passage: around(whole, before, to),
  };
}

function around(text: string, from: number, to: number): string {
  const room = Math.max(0, LONGEST_PASSAGE - (to - from));
  const start = Math.max(0, from - Math.floor(room / 2));
  const end = Math.min(text.length, start + Math.max(LONGEST_PASSAGE, to - from));
  const cut = text.slice(start, Math.min(end, start + 2 * LONGEST_PASSAGE));
  return `${start > 0 ? `… ${cut.replace(/^\S*\s/, '')}` : cut}${start + cut.length < text.length ? ' …' : ''}`;
}
