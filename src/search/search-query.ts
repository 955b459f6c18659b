import { pairTerm, stemOf, wordsOf } from '#core/search-terms.ts';
import { foldForSearch } from '#core/tokenize.ts';

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

/** The terms that an article with this clause contains. */
export function termsOfClause({ words }: Clause): string[] {
  const stems = words.map(stemOf);
  if (stems.length === 1) return stems;
  return stems.slice(1).map((stem, at) => pairTerm(stems[at] ?? '', stem));
}

/** Tells the words of a text that a query asks for: in any form, and with the last word as the beginning of a word. */
export function hitsOf(clauses: readonly Clause[], others: readonly string[] = []): (word: string) => boolean {
  const stems = new Set([...clauses.flatMap(({ words }) => words), ...others].map(stemOf));
  const last = clauses.at(-1);
  const prefix = last && !last.isQuoted && last.words.length === 1 ? last.words[0] : '';
  return (word) => stems.has(stemOf(word)) || (prefix.length >= SHORTEST_PREFIX && word.startsWith(prefix));
}

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
