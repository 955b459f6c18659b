import { normalizeText } from './text.ts';

// How text becomes words that can be looked up: folded by us, so that both databases hold and find exactly the same.

/** Longest word told apart, in code points; of longer ones the beginning counts, in what is written as in what is asked. */
const LONGEST_WORD = 64;
/** Most distinct words of one text, and most bytes of them: what a PostgreSQL tsvector surely takes. */
const MOST_WORDS = 20_000;
const MOST_BYTES = 500_000;

/** What plain English text has none of: without any, folding is much less work. */
const BEYOND_ASCII = /[^ -~\t\n\r]/;

/** Letters and digits in lower case without accents, in words divided by single blanks: `Überprüft: 3½ %` → `uberpruft 31 2`. */
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

/** The distinct words of texts, in the order they come; of a very long text those that come first. */
export function tokenize(...texts: string[]): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const whole of foldForSearch(text).split(' ')) {
      const word = whole.length > LONGEST_WORD ? [...whole].slice(0, LONGEST_WORD).join('') : whole;
      if (word === '' || words.has(word)) continue;
      bytes += Buffer.byteLength(word);
      if (words.size === MOST_WORDS || bytes > MOST_BYTES) return [...words];
      words.add(word);
    }
  }
  return [...words];
}
