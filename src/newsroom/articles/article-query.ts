import { foldForSearch } from '#core/tokenize.ts';

// What people type to find articles: words, and facets such as `section:robotics`, `by:"Nora Plummet"` and `open numbers`. The form that
// chooses writes the same text.

export const FACETS = ['section', 'by', 'due', 'ready', 'agent'] as const;
export type Facet = (typeof FACETS)[number];
/** Other words that people type for a facet. */
const OTHER_NAMES: Readonly<Record<string, Facet>> = { desk: 'section', author: 'by', byline: 'by', person: 'by' };

/** Two words that find articles with numbers that are not settled. */
export const OPEN_NUMBERS = 'open numbers';

export type ParsedQuery = {
  /** The words to search the copy for. */
  words: string;
  /** The values of each facet, as they were typed. */
  facets: Map<Facet, string[]>;
  hasOpenNumbers: boolean;
  /** What is wrong with it, as sentences. */
  wrong: string[];
};

/** A facet, a passage in quotes, or a word. Phones type curved quotes. An address is a word. */
const PART = /(\p{L}[\p{L}-]*):(?!\/\/)(?:["“”]([^"“”]*)["“”]?|(\S*))|["“”]([^"“”]*)["“”]?|(\S+)/gu;
const LONGEST = 300;

/** Reads a query; it reports what it does not know, and guesses nothing. */
export function parseQuery(text: string): ParsedQuery {
  const words: string[] = [];
  const query: ParsedQuery = { words: '', facets: new Map(), hasOpenNumbers: false, wrong: [] };
  for (const [part, name, quoted, plain, passage, word] of text.matchAll(PART)) {
    if (name !== undefined) addFacet(query, words, { part, name, value: (quoted ?? plain ?? '').trim() });
    else if (word !== undefined && /^numbers$/i.test(word) && /^open$/i.test(words.at(-1) ?? '')) {
      words.pop();
      query.hasOpenNumbers = true;
    } else if (passage !== undefined) words.push(` ${passage}`);
    else words.push(part);
  }
  query.words = words.join(' ').replace(/\s+/g, ' ').trim();
  return query;
}

function addFacet(
  { facets, wrong }: ParsedQuery,
  words: string[],
  { part, name, value }: { part: string; name: string; value: string },
): void {
  const typed = name.toLowerCase();
  const facet =
    FACETS.find((candidate) => candidate === typed) ?? (Object.hasOwn(OTHER_NAMES, typed) ? OTHER_NAMES[typed] : null);
  if (facet && value !== '') facets.set(facet, [...(facets.get(facet) ?? []), value]);
  else if (facet) wrong.push(`“${name}:” needs a word after it, without a space.`);
  // A word with a colon behind it, as in a headline.
  else if (value === '') words.push(part);
  else
    wrong.push(
      `There is no filter “${name}:”. The filters are ${FACETS.map((filter) => `${filter}:`).join(', ')} and ${OPEN_NUMBERS}. To search for these words, put them in quotes.`,
    );
}

/** Adds a facet to the text of a query. */
export function withFacet(text: string, facet: Facet, value: string): string {
  return `${text} ${facet}:${quoted(value)}`.trim();
}

/** The text of a query without its facets. */
export function wordsIn(text: string): string {
  const { words, hasOpenNumbers } = parseQuery(text);
  // Words that would be read as a facet keep their quotes.
  const { facets, wrong, hasOpenNumbers: looksOpen } = parseQuery(words);
  return facets.size > 0 || wrong.length > 0 || (looksOpen && !hasOpenNumbers) ? `"${words}"` : words;
}

/** Text of an address as one line of a query. */
export function cleanQuery(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
}

function quoted(value: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(value) ? value : `"${value.replace(/["“”]/g, '')}"`;
}

/** Whether a name has each of the words, whole or as their beginning. */
export function hasName(name: string, words: string): boolean {
  const [own, asked] = [foldForSearch(name).split(' '), foldForSearch(words).split(' ')];
  return asked.every((word) => word !== '' && own.some((part) => part.startsWith(word)));
}
