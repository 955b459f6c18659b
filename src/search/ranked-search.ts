import { stemOf } from '#core/search-terms.ts';
import type { Tx } from '#db/database.ts';
import { FIELD_MARKS, type Field, sectionTerm } from './index-terms.ts';
import { findByMatch, howMany, type MatchQuery } from './search-index.ts';
import type { Match } from './search-match.ts';
import { type Clause, parseQuery, SHORTEST_PREFIX, spellings, termsOfClause } from './search-query.ts';
import { knownWords, wordsWithPrefix } from './search-vocabulary.ts';

// Ranks the articles that match a query. An article has the best rank whose rule it meets; articles of one rank are in the order
// of publication, newest first. So the order depends on nothing but the query and the articles, and pages have no gaps.

export type RankedQuery = Omit<MatchQuery, 'match' | 'after' | 'isRare'> & {
  q: string;
  section?: string;
  /** The rank, time and id of the last article of the previous page. */
  after?: { rank: number; at: string; id: string };
};
/** Words that were searched in place of a misspelled one. */
export type Respelling = { from: string; to: string[] };
export type RankedIds = { ranked: { id: string; rank: number }[]; corrections: Respelling[] };

/** The words that a clause matches in a field. A misspelled word or the beginning of a word matches other words, too. */
type Reading = (clause: Clause) => readonly string[] | null;
type Rule = { rank: number; match: Match };

/** Ranks of one reading of the query: one for each rule. */
const RANKS = 5;
/** The most words that a prefix matches. */
const MOST_WITH_PREFIX = 50;
/** The most words searched in place of a misspelled one. */
const MOST_SPELLINGS = 8;
/** The most misspelled words of a query that are corrected: each costs milliseconds, and a query has up to 16. */
const MOST_MISSPELLED = 3;

/**
 * A page of ranked articles. Ranks: first the words as they are; then the last word as the beginning of a word; and when nothing
 * matches that, words of one other letter in place of words that no article has.
 */
export async function searchRanked(tx: Tx, query: RankedQuery): Promise<RankedIds> {
  const { q, section, after, limit, ...narrow } = query;
  const clauses = parseQuery(q);
  if (clauses.length === 0) return { ranked: [], corrections: [] };
  const ranked: RankedIds['ranked'] = [];
  const within = section === undefined ? [] : [sectionTerm(section)];

  async function take(reading: Reading, firstRank: number, except?: Match): Promise<void> {
    if (after && after.rank >= firstRank + RANKS) return;
    const many = await howMany(tx, { all: [...within, inArticle(clauses, reading)] });
    if (many === 'none') return;
    for (const { rank, match } of rulesOf(clauses, reading, firstRank, except)) {
      if (ranked.length === limit || (after && rank < after.rank)) continue;
      const wanted = { ...narrow, match: { all: [...within, match] }, limit: limit - ranked.length };
      const ids = await findByMatch(tx, { ...wanted, isRare: many === 'few', ...(after?.rank === rank && { after }) });
      ranked.push(...ids.map((id) => ({ id, rank })));
    }
  }

  await take(asTyped, 0);
  const longer = ranked.length < limit ? await readAsPrefix(tx, clauses) : null;
  if (longer) await take(longer, RANKS, inArticle(clauses, asTyped));
  if (ranked.length > 0 || (after && after.rank < 2 * RANKS)) return { ranked, corrections: [] };
  const corrections = await correctSpelling(tx, clauses);
  if (corrections.length > 0) await take(readCorrected(corrections), 2 * RANKS);
  return { ranked, corrections: ranked.length > 0 ? corrections : [] };
}

const asTyped: Reading = () => null;

/** The rules of one reading, best first. `except`: the matches of an earlier reading. */
function rulesOf(clauses: readonly Clause[], reading: Reading, firstRank: number, except?: Match): Rule[] {
  const at = (field: Field): Match => ({ all: clauses.map((clause) => clauseMatch(clause, field, reading)) });
  const [headline, dek, names, anywhere] = [at('headline'), at('dek'), at('names'), at('anywhere')];
  const oneInHeadline: Match = { any: clauses.map((clause) => clauseMatch(clause, 'headline', reading)) };
  const rules: [Match, Match[]][] = [
    [headline, []],
    [dek, [headline]],
    [names, [dek]],
    [{ all: [anywhere, oneInHeadline] }, [names]],
    [anywhere, [names, oneInHeadline]],
  ];
  return rules.flatMap(([some, but], index) => {
    if (index === 3 && clauses.length === 1) return [];
    const not = except === undefined ? but : [...but, except];
    const match: Match = not.length === 0 ? some : { some, but: { any: not } };
    return [{ rank: firstRank + index, match }];
  });
}

function inArticle(clauses: readonly Clause[], reading: Reading): Match {
  return { all: clauses.map((clause) => clauseMatch(clause, 'anywhere', reading)) };
}

function clauseMatch(clause: Clause, field: Field, reading: Reading): Match {
  const mark = FIELD_MARKS[field];
  const others = reading(clause);
  if (others !== null) return { any: others.map((stem) => mark + stem) };
  return { all: termsOfClause(clause).map((term) => mark + term) };
}

/** The last word read as the beginning of a word; null when no word begins with it. */
async function readAsPrefix(tx: Tx, clauses: readonly Clause[]): Promise<Reading | null> {
  const last = clauses.at(-1);
  if (!last || last.isQuoted || last.words.length > 1 || last.words[0].length < SHORTEST_PREFIX) return null;
  const [word] = last.words;
  const own = stemOf(word);
  const stems = new Set((await wordsWithPrefix(tx, word, MOST_WITH_PREFIX)).map(stemOf));
  stems.delete(own);
  return stems.size === 0 ? null : (clause) => (clause === last ? [...stems] : null);
}

function readCorrected(corrections: readonly Respelling[]): Reading {
  const stems = new Map(corrections.map(({ from, to }) => [from, [...new Set(to.map(stemOf))]]));
  return ({ words, isQuoted }) => (isQuoted || words.length > 1 ? null : (stems.get(words[0]) ?? null));
}

/** Words that no article has, each with the words of articles that are one edit away. */
async function correctSpelling(tx: Tx, clauses: readonly Clause[]): Promise<Respelling[]> {
  const corrections: Respelling[] = [];
  let unknown = 0;
  for (const { words, isQuoted } of clauses) {
    const [word] = words;
    if (isQuoted || words.length > 1 || (await howMany(tx, stemOf(word))) !== 'none') continue;
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
  const byStem = Map.groupBy(await knownWords(tx, variants), stemOf);
  byStem.delete(stemOf(word));
  const similar: string[] = [];
  for (const [stem, words] of byStem) {
    if (similar.length === MOST_SPELLINGS) break;
    if ((await howMany(tx, stem)) !== 'none') similar.push(words.toSorted((a, b) => a.length - b.length)[0] ?? '');
  }
  return similar;
}
