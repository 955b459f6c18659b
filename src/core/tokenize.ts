import { inOneTurn } from './concurrency.ts';
import { normalizeText } from './text.ts';

// Turns text into search words. We fold words ourselves, so that both databases store and find exactly the same words.

/** The longest word, in code points; longer words are cut, in texts and in queries. */
const LONGEST_WORD = 64;
/** The most distinct words of one text, and their most bytes: within the limits of a PostgreSQL tsvector. */
const MOST_WORDS = 20_000;
const MOST_BYTES = 500_000;

/** Matches characters other than printable ASCII; text without them is folded faster. */
const BEYOND_ASCII = /[^ -~\t\n\r]/;

/** Letters and digits in lower case without accents, in words separated by single spaces: `Überprüft: 3½ %` → `uberpruft 31 2`. */
export function foldForSearch(text: string): string {
  if (!BEYOND_ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return normalizeText(text, 'NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Scripts that are written without spaces: each character is a word, and a run of them is searched as a phrase. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** The words of a text in order, with repetitions. */
export function wordsOf(text: string): string[] {
  const folded = foldForSearch(text);
  if (folded === '') return [];
  const words = folded.split(' ');
  return (BEYOND_ASCII.test(folded) ? words.flatMap(splitUnspaced) : words).map(cutWord);
}

/** The characters of a script without spaces one by one, and the text between them. */
export function splitUnspaced(word: string): string[] {
  return word.match(UNSPACED) ?? [];
}

/** A word of at most 64 code points. */
export function cutWord(word: string): string {
  return word.length <= LONGEST_WORD ? word : [...word.slice(0, 2 * LONGEST_WORD)].slice(0, LONGEST_WORD).join('');
}

/** The distinct words of texts, in order of first occurrence; of a very long text only the first words. */
export function tokenize(...texts: string[]): string[] {
  return inOneTurn(tokenizeInTurns(texts));
}

/** The same as a generator that yields every few milliseconds, so that other work gets a turn. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it has to stop and to yield in the middle of a word list, which a separate function could not
export function* tokenizeInTurns(texts: readonly string[]): Generator<undefined, string[]> {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const part of partsOf(text)) {
      for (const whole of foldForSearch(part).split(' ')) {
        const word = cutWord(whole);
        if (word === '' || words.has(word)) continue;
        bytes += Buffer.byteLength(word);
        if (words.size === MOST_WORDS || bytes > MOST_BYTES) return [...words];
        words.add(word);
      }
      if (part.length >= PART) yield;
    }
  }
  return [...words];
}

/** UTF-16 units of a long text that are folded before other work gets a turn, and a few more up to the next space. */
const PART = 64 * 1024;

/** Most UTF-16 units to search for the end of an extremely long word, before the word is cut. */
const LONGEST_RUN = 1000;
/** The second half of a character. */
const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** Divides a long text into parts, at a space or, without a space, between two other characters. */
export function* partsOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PART + LONGEST_RUN) {
    const start = from + PART + (LOW_SURROGATE.test(text.charAt(from + PART)) ? 1 : 0);
    const next = text.slice(start, start + LONGEST_RUN);
    const end = next.search(/[^\p{L}\p{N}\p{M}]/u);
    const space = next.indexOf(' ');
    // In a run without an end, the cut is before a letter, so that a mark stays with its letter.
    const at = space !== -1 ? space : end !== -1 ? end : Math.max(0, next.search(/\p{L}/u));
    yield text.slice(from, start + at);
    from = start + at;
  }
  yield text.slice(from);
}
