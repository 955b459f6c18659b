import { foldForSearch, wordsOf } from '#core/tokenize.ts';
import { rootOf } from '#core/word-root.ts';
import type { Hit } from './search-marks.ts';

// Reads what a reader typed into the search field. Quotes make a phrase; nothing else is an operator.

/** A word, or a phrase: words that follow each other. An article must match every clause of a query. */
export type Clause = { words: readonly [string, ...string[]]; isQuoted: boolean };

const QUOTED = /["“”„«»＂]([^"“”„«»＂]*)["“”„«»＂]/g;
/** Words joined by punctuation, as in `O'Brien`, `4.1` or `follow-up`: a phrase. */
const JOINED = /^[\p{L}\p{N}\p{M}]+(?:['’.,/_-][\p{L}\p{N}\p{M}]+)+$/u;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;

/** Words that are left out of a query that has others: nearly every article contains them. */
const FREQUENT = new Set(
  'a an and are as at be by do does for from has have how i in is it its of on or that the this to was what when where which who why will with'.split(
    ' ',
  ),
);

export function parseQuery(q: string): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (const match of q.matchAll(QUOTED)) {
    clauses.push(...unquoted(q.slice(from, match.index)), ...clauseOf(wordsOf(match[1] ?? ''), true));
    from = match.index + match[0].length;
  }
  clauses.push(...unquoted(q.slice(from)));
  const telling = clauses.filter(({ words, isQuoted }) => isQuoted || words.length > 1 || !FREQUENT.has(words[0]));
  const kept = telling.length > 0 ? telling : clauses;
  return [
    ...new Map(
      kept.map((clause) => [`${clause.isQuoted && clause.words.length > 1} ${clause.words.join(' ')}`, clause]),
    ).values(),
  ];
}

function unquoted(text: string): Clause[] {
  return text.split(/\s+/).flatMap((token) => {
    if (JOINED.test(token.replace(AROUND, ''))) return clauseOf(wordsOf(token), false);
    return foldForSearch(token)
      .split(' ')
      .flatMap((word) => clauseOf(wordsOf(word), false));
  });
}

function clauseOf([first, ...rest]: string[], isQuoted: boolean): Clause[] {
  return first ? [{ words: [first, ...rest], isQuoted }] : [];
}

/** The words of a text that a query asks for. */
export type Hits = {
  /** How many different words it asks for. */
  count: number;
  /** Whether a word, folded for the search, is asked for: in any form, or with the last word as its beginning. */
  isHit: (word: string) => boolean;
  /** Finds the parts of a text that can have such a word: those that begin with the same two letters, as the forms of a word do but for `y` and `i`, and those that are not ASCII. */
  partsIn: (text: string) => RegExp;
  /** The hits in parts that were read. */
  known: Map<string, readonly Hit[]>;
};

export function hitsOf(clauses: readonly Clause[], others: readonly string[] = []): Hits {
  const words = [...clauses.flatMap((clause) => clause.words), ...others];
  const roots = new Set(words.map(rootOf));
  const last = clauses.at(-1);
  const prefix = last && !last.isQuoted && last.words.length === 1 ? last.words[0] : '';
  const beginnings = new Set(words.filter((word) => SOME_PLAIN.test(word)).map((word) => word.slice(0, 2)));
  const parts = [...beginnings].map((begin) => `${begin.replace(/(?<=.)[iy]/, '[iy]')}${ANY}*`);
  const partsOf = (some: readonly string[]) => new RegExp(`(?<!${ANY})(?:${some.join('|') || NONE})`, 'gi');
  const [inAscii, inAny] = [partsOf(parts), partsOf([...parts, `${PLAIN}*[^\\0-\\x7f]${ANY}*`])];
  return {
    count: roots.size,
    isHit: (word) => roots.has(rootOf(word)) || (prefix.length >= SHORTEST_PREFIX && word.startsWith(prefix)),
    known: new Map(),
    partsIn: (text) => (NOT_ASCII.test(text) ? inAny : inAscii),
  };
}

const SOME_PLAIN = /^[a-z0-9]/;
const NOT_ASCII = /[^\0-\x7f]/;
const PLAIN = '[a-z0-9]';
const ANY = '[a-z0-9\\x80-\\uffff]';
/** Matches nothing. */
const NONE = '(?!)';

/** The shortest beginning of a word that is searched. */
export const SHORTEST_PREFIX = 3;

const ALPHABETS: readonly [RegExp, string][] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіђљњћџ'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
];
/** The shortest word whose spelling is corrected. */
const SHORTEST_CORRECTED = 5;

/** All words that are one edit away: a letter less, more or different, or two letters swapped. None for short words and other scripts. */
export function spellings(word: string): string[] {
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1];
  if (letters === undefined || word.length < SHORTEST_CORRECTED) return [];
  const candidates = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [head, rest] = [word.slice(0, at), word.slice(at)];
    if (rest !== '') candidates.add(head + rest.slice(1));
    if (rest.length > 1) candidates.add(`${head}${rest[1]}${rest[0]}${rest.slice(2)}`);
    for (const letter of letters) {
      candidates.add(head + letter + rest);
      if (rest !== '') candidates.add(head + letter + rest.slice(1));
    }
  }
  candidates.delete(word);
  return [...candidates];
}
