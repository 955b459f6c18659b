import { stem } from 'porter2';
import { cutWord, foldForSearch, partsOf } from './tokenize.ts';

// Turns text into the terms of the search index: the stems of its words, and one term for each pair of neighbouring words, so
// that a phrase is found without positions. Both databases store these terms unchanged.

/** The most different stems of one text, as many pairs, and their most bytes: within the limits of a PostgreSQL tsvector. */
const MOST_TERMS = 20_000;
const MOST_BYTES = 500_000;
/** Scripts that are written without spaces: each character is a word, and a run of them is searched as a phrase. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Words of ASCII only need no split by script. */
const ASCII = /^[ -~]*$/;
const ENGLISH = /^[a-z]{3,}$/;
/** Words that are worth a suggestion: with a letter, neither very short nor very long. */
const SUGGESTED = /^(?=.*\p{L})[\p{L}\p{N}]{3,40}$/u;

/** The words of a text in order, with repetitions. */
export function wordsOf(text: string): string[] {
  const folded = foldForSearch(text);
  if (folded === '') return [];
  if (ASCII.test(folded)) return folded.split(' ').map(cutWord);
  return folded.split(' ').flatMap(splitUnspaced).map(cutWord);
}

/** The characters of a script without spaces one by one, and the text between them. */
export function splitUnspaced(word: string): string[] {
  return word.match(UNSPACED) ?? [];
}

/** The stem of an English word; a word of another script as it is. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stem(word) : word;
}

/** The number of terms for pairs: few enough for a small dictionary, and so many that two pairs of one query rarely share a term. */
const PAIRS = 36 ** 4;

/** The term of two stems that follow each other. No word contains a hyphen. */
export function pairTerm(first: string, second: string): string {
  let hash = 0x811c9dc5;
  for (const text of [first, ' ', second])
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `-${((hash >>> 0) % PAIRS).toString(36).padStart(4, '0')}`;
}

export type Terms = {
  terms: string[];
  /** Whole words that a suggestion can name. */
  words: string[];
};

/** The different terms of texts. It yields every few milliseconds, so that other work gets a turn. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it has to stop and to yield in the middle of a word list, which a separate function could not
export function* termsInTurns(texts: readonly string[]): Generator<undefined, Terms> {
  const stems = new Set<string>();
  const pairs = new Set<string>();
  const words = new Set<string>();
  let bytes = 0;
  let read = 0;
  for (const text of texts) {
    let before: string | null = null;
    for (const part of partsOf(text)) {
      for (const word of wordsOf(part)) {
        const stemmed = stemOf(word);
        if (!stems.has(stemmed)) {
          bytes += Buffer.byteLength(stemmed);
          if (stems.size === MOST_TERMS || bytes > MOST_BYTES)
            return { terms: [...stems, ...pairs], words: [...words] };
          stems.add(stemmed);
        }
        if (before !== null && pairs.size < MOST_TERMS) pairs.add(pairTerm(before, stemmed));
        if (SUGGESTED.test(word)) words.add(word);
        before = stemmed;
        if (++read % YIELD_AFTER_WORDS === 0) yield;
      }
      if (part.length > YIELD_AFTER) yield;
    }
  }
  return { terms: [...stems, ...pairs], words: [...words] };
}

/** Words after which other work gets a turn, also in a long text without spaces, which is one part. */
const YIELD_AFTER_WORDS = 10_000;
/** UTF-16 units of a part of a text after which other work gets a turn. */
const YIELD_AFTER = 30_000;
