import type { Tx } from '#db/database.ts';
import { similarWords } from './ranked-search.ts';
import { knownWords } from './search-index.ts';
import { type SearchFilter, searchPublished } from './search-published.ts';
import { type Clause, parseQuery } from './search-query.ts';

/** Another search that finds more. `isSpelling`: with another spelling; otherwise with fewer words, or without quotes. */
export type Suggestion = { q: string; isSpelling: boolean };

/** A search with more results than this gets no suggestion. */
export const FEW_RESULTS = 3;
/** The most searches that are tried, and the most that are suggested. */
const MOST_TRIED = 6;
const MOST_SUGGESTED = 3;

/** Searches with the same filters that find more than `count` articles; fewer words only where nothing was found. */
export async function suggestSearches(tx: Tx, asked: SearchFilter, count: number): Promise<Suggestion[]> {
  const clauses = parseQuery(asked.q);
  const tried: Suggestion[] = await otherSpellings(tx, clauses);
  if (count === 0) tried.push(...fewerWords(clauses).map((other) => ({ q: other, isSpelling: false })));
  const suggestions: Suggestion[] = [];
  for (const suggestion of tried.slice(0, MOST_TRIED)) {
    if (suggestions.length === MOST_SUGGESTED) break;
    const { articles, corrections } = await searchPublished(tx, { ...asked, q: suggestion.q, limit: FEW_RESULTS + 1 });
    if (articles.length > count && corrections.length === 0) suggestions.push(suggestion);
  }
  return suggestions;
}

/** The most words of a query whose spelling is tried. */
const MOST_RESPELLED = 6;

/** With another word for each word that no headline, dek, byline or tag has. */
async function otherSpellings(tx: Tx, clauses: readonly Clause[]): Promise<Suggestion[]> {
  const spellings: Suggestion[] = [];
  const all = clauses.flatMap(({ words }) => words);
  if (all.length > MOST_RESPELLED) return [];
  const known = new Set(await knownWords(tx, all));
  for (const clause of clauses) {
    for (const word of clause.words.filter((typed) => !known.has(typed))) {
      for (const other of await similarWords(tx, word)) {
        const words = clause.words.map((original) => (original === word ? other : original));
        spellings.push({
          q: clauses.map((part) => (part === clause ? written(words, part.isQuoted) : writtenClause(part))).join(' '),
          isSpelling: true,
        });
      }
    }
  }
  return spellings;
}

function fewerWords(clauses: readonly Clause[]): string[] {
  const loose = clauses.flatMap(({ words }) => words).join(' ');
  const without = clauses.map((left) =>
    clauses
      .filter((clause) => clause !== left)
      .map(writtenClause)
      .join(' '),
  );
  return [...(clauses.some(({ words }) => words.length > 1) ? [loose] : []), ...(clauses.length > 1 ? without : [])];
}

function writtenClause({ words, isQuoted }: Clause): string {
  return written(words, isQuoted);
}

function written(words: readonly string[], isQuoted: boolean): string {
  return isQuoted || words.length > 1 ? `"${words.join(' ')}"` : words.join(' ');
}
