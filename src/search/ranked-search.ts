import { rootOf } from '#core/word-root.ts';
import type { Tx } from '#db/database.ts';
import { FIELDS, type Match, type Phrase } from './match.ts';
import { findByRules, knownWords, type Narrowed, type Ranked, type Rule, wordsWithPrefix } from './search-index.ts';
import { type Clause, parseQuery, SHORTEST_PREFIX, spellings } from './search-query.ts';

// Ranks the articles that match a query. An article has the best rank whose rule it meets; articles of one rank are in the order
// of publication, newest first. So the order depends on nothing but the query and the articles, and pages have no gaps.

export type RankedQuery = Narrowed & {
  q: string;
  section?: string;
  /** The rank, time and id of the last article of the previous page. */
  after?: { rank: number; at: string; id: string };
};
/** Words that were searched in place of a misspelled one. */
export type Respelling = { from: string; to: string[] };
export type RankedIds = { ranked: Ranked[]; corrections: Respelling[] };

/** What is searched for each clause. A misspelled word or the beginning of a word stands for other words. */
type Reading = readonly (readonly Phrase[])[];

/** Ranks of one reading: one for each field. */
const RANKS = FIELDS.length;
/** The most words that a prefix stands for. */
const MOST_WITH_PREFIX = 50;
/** The most words searched in place of a misspelled one. */
const MOST_SPELLINGS = 8;
/** The most misspelled words of a query that are corrected: each costs milliseconds, and a query has up to 16. */
const MOST_MISSPELLED = 3;

/**
 * A page of ranked articles. Ranks: first the words as they are; then the last word as the beginning of a word; and when nothing
 * matches that, words of one other letter in place of words that no article has. Each time, articles with all words in the headline
 * come first, then those with them in headline and dek, then with byline and tags, then anywhere.
 */
export async function searchRanked(tx: Tx, query: RankedQuery): Promise<RankedIds> {
  const { q, section, after, limit, ...narrowed } = query;
  const clauses = parseQuery(q);
  if (clauses.length === 0) return { ranked: [], corrections: [] };
  const ranked: Ranked[] = [];
  const inField = (reading: Reading, field: Match['field']): Match => ({
    ...{ clauses: reading, field },
    ...(section !== undefined && { section }),
  });

  async function take(reading: Reading, firstRank: number, but: readonly Match[] = []): Promise<void> {
    const matches = FIELDS.map((field) => inField(reading, field));
    const rules: Rule[] = matches.map((match, index) => ({
      ...{ rank: firstRank + index, match, but: [...matches.slice(Math.max(0, index - 1), index), ...but] },
      ...(after?.rank === firstRank + index && { after }),
    }));
    const left = rules.filter(({ rank }) => !after || rank >= after.rank);
    ranked.push(...(await findByRules(tx, left, { ...narrowed, limit: limit - ranked.length })));
  }

  const typed = clauses.map(({ words }) => [words]);
  await take(typed, 0);
  const longer = ranked.length < limit ? await readAsPrefix(tx, clauses) : null;
  if (longer) await take(longer, RANKS, [inField(typed, 'anywhere')]);
  if (ranked.length > 0 || (after && after.rank < 2 * RANKS)) return { ranked, corrections: [] };
  const corrections = await correctSpelling(tx, clauses);
  if (corrections.length > 0) await take(readCorrected(clauses, corrections), 2 * RANKS);
  return { ranked, corrections: ranked.length > 0 ? corrections : [] };
}

/** The last word read as the beginning of a word; null when no other word begins with it. */
async function readAsPrefix(tx: Tx, clauses: readonly Clause[]): Promise<Reading | null> {
  const last = clauses.at(-1);
  if (!last || last.isQuoted || last.words.length > 1 || last.words[0].length < SHORTEST_PREFIX) return null;
  const [word] = last.words;
  const byRoot = new Map((await wordsWithPrefix(tx, word, MOST_WITH_PREFIX)).map((longer) => [rootOf(longer), longer]));
  byRoot.delete(rootOf(word));
  if (byRoot.size === 0) return null;
  return clauses.map((clause) => (clause === last ? [...byRoot.values()].map((longer) => [longer]) : [clause.words]));
}

function readCorrected(clauses: readonly Clause[], corrections: readonly Respelling[]): Reading {
  const others = new Map(corrections.map(({ from, to }) => [from, to.map((word) => [word])]));
  return clauses.map(({ words, isQuoted }) => (isSingle({ words, isQuoted }) && others.get(words[0])) || [words]);
}

/** Words that no article has, each with the words of articles that are one edit away. */
async function correctSpelling(tx: Tx, clauses: readonly Clause[]): Promise<Respelling[]> {
  const corrections: Respelling[] = [];
  let unknown = 0;
  for (const clause of clauses.filter(isSingle)) {
    const [word] = clause.words;
    if (await isFound(tx, word)) continue;
    if (++unknown > MOST_MISSPELLED) return [];
    const to = await similarWords(tx, word);
    if (to.length > 0) corrections.push({ from: word, to });
  }
  return corrections;
}

/** Words of live articles that are one edit away from this one; of the forms of one word, the shortest. */
export async function similarWords(tx: Tx, word: string): Promise<string[]> {
  const variants = spellings(word);
  if (variants.length === 0) return [];
  const byRoot = Map.groupBy(await knownWords(tx, variants), rootOf);
  byRoot.delete(rootOf(word));
  const similar: string[] = [];
  for (const [, words] of byRoot) {
    if (similar.length === MOST_SPELLINGS) break;
    const [shortest = ''] = words.toSorted((a, b) => a.length - b.length);
    if (await isFound(tx, shortest)) similar.push(shortest);
  }
  return similar;
}

function isSingle({ words, isQuoted }: Clause): boolean {
  return !isQuoted && words.length === 1;
}

async function isFound(tx: Tx, word: string): Promise<boolean> {
  const rule: Rule = { rank: 0, match: { clauses: [[[word]]], field: 'anywhere' }, but: [] };
  return (await findByRules(tx, [rule], { limit: 1 })).length > 0;
}
