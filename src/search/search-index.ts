import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { rootOf } from '#core/word-root.ts';
import type { Tx } from '#db/database.ts';
import { isAmong, kindOf } from '#db/schema/dialect.ts';
import { type Match, matches, tableOf } from './match.ts';

// The search index of live articles. SQLite has two FTS5 tables, whose row numbers follow the time of publication, so that a page of a
// common word is read from its end; PostgreSQL two columns of `tsvector`. Both store the roots of words in order, and find the same.

export type IndexEntry = {
  articleId: string;
  publishedAt: string;
  modifiedAt: string;
  /** Words in order, `BREAK` after each text, and the token of the section in the last two lists. `anywhere`: of all public text. */
  words: Readonly<Record<'headline' | 'dek' | 'names' | 'anywhere', readonly string[]>>;
};
/** Articles of one rank match, and match nothing of `but`. */
export type Rule = {
  rank: number;
  match: Match;
  but: readonly Match[];
  /** The last article of the previous page. */
  after?: { at: string; id: string };
};
export type Narrowed = {
  updatedSince?: string;
  /** First published at this time or later, and before that time. */
  from?: string;
  before?: string;
  limit: number;
};
type RuleQuery = Rule & Narrowed;
export type Ranked = { id: string; rank: number };

/** Stands between two texts, so that no phrase begins in one and ends in the other. No word has an underscore. */
export const BREAK = '_';
/** Words that are worth a suggestion: with a letter, neither very short nor very long. */
const SUGGESTED = /^(?=.*\p{L})[\p{L}\p{N}]{3,40}$/u;
/** The highest position in a `tsvector`. In a longer text, positions begin again. */
const LAST_POSITION = 16_383;
/** Up to this many articles changed since `updatedSince`, each is checked for the words; above it, the words are searched. */
const FEW_CHANGED = 100;
/** PostgreSQL reads this many of the newest articles before it uses the index; a match in so many of them is frequent. */
const PROBED = 250;
const FREQUENT = 8;
/** How many more articles it reads than should fill a page of a frequent match. */
const SPARE = 1.5;

/** Replaces the words of a live article. */
export async function writeIndex(tx: Tx, { articleId, publishedAt, modifiedAt, words }: IndexEntry): Promise<void> {
  await removeFromIndex(tx, articleId);
  await addToVocabulary(tx, [...words.headline, ...words.dek, ...words.names]);
  const [headline = '', dek = '', names = '', anywhere = ''] = [
    words.headline,
    words.dek,
    words.names,
    words.anywhere,
  ].map(kindOf(tx) === 'postgres' ? asVector : (list) => list.map(rootOf).join(' '));
  if (kindOf(tx) === 'postgres') {
    await sql`insert into search (article_id, published_at, modified_at, heads, words)
      values (${articleId}, ${publishedAt}, ${modifiedAt}, setweight(${headline}::tsvector, 'A') ||
        setweight(${dek}::tsvector, 'B') || setweight(${names}::tsvector, 'C'), ${anywhere}::tsvector)`.execute(tx);
    return;
  }
  const place = await freePlace(tx, placeOf(publishedAt, articleId));
  await sql`insert into search (place, article_id, published_at, modified_at)
    values (${place}, ${articleId}, ${publishedAt}, ${modifiedAt})`.execute(tx);
  await sql`insert into search_heads (rowid, headline, dek, names)
    values (${place}, ${headline}, ${dek}, ${names})`.execute(tx);
  await sql`insert into search_words (rowid, words) values (${place}, ${anywhere})`.execute(tx);
}

/** Removes an article from the index. */
export async function removeFromIndex(tx: Tx, articleId: string): Promise<void> {
  if (kindOf(tx) === 'sqlite')
    for (const table of ['search_heads', 'search_words'])
      await sql`delete from ${sql.ref(table)}
        where rowid = (select place from search where article_id = ${articleId})`.execute(tx);
  await tx.deleteFrom('search').where('article_id', '=', articleId).execute();
}

/** Empties the index, and notes that every live article has to be indexed: after a copy of a database, which leaves the index out. */
export async function indexEverythingAgain(tx: Tx): Promise<void> {
  if (kindOf(tx) === 'sqlite')
    for (const table of ['search_heads', 'search_words']) await sql`delete from ${sql.ref(table)}`.execute(tx);
  await tx.deleteFrom('search').execute();
  await tx.deleteFrom('search_vocabulary').execute();
  await tx.deleteFrom('search_unindexed').execute();
  await indexEverything(tx);
}

/** Notes that every live article has to be indexed; the index is empty. */
export async function indexEverything(tx: Tx): Promise<void> {
  await sql`insert into search_unindexed (article_id) select id from article where live_revision is not null`.execute(
    tx,
  );
}

/** Notes that these live articles have to be indexed again. */
export async function indexAgain(tx: Tx, articleIds: readonly string[]): Promise<void> {
  for (const article_id of articleIds)
    await tx
      .insertInto('search_unindexed')
      .values({ article_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The live articles that match one of the rules, in the order of the rules; of one rule, newest publication first. The last rule is the widest. */
export async function findByRules(tx: Tx, rules: readonly Rule[], narrowed: Narrowed): Promise<Ranked[]> {
  const widest = rules.at(-1);
  if (!widest) return [];
  if (kindOf(tx) === 'sqlite') return searchSqlite(tx, rules, narrowed);
  const newest = await scanNewest(tx, { rank: 0, match: widest.match, but: [], limit: FREQUENT }, PROBED);
  if (newest.length < FREQUENT) return rankFew(tx, rules, widest.match, narrowed);
  const ranked: Ranked[] = [];
  for (const rule of rules) {
    const limit = narrowed.limit - ranked.length;
    if (limit === 0) break;
    const ids = await searchPostgres(tx, { ...narrowed, ...rule, limit });
    ranked.push(...ids.map((id) => ({ id, rank: rule.rank })));
  }
  return ranked;
}

/** Those of the words that are in the vocabulary: the words of headlines, deks, bylines and tags of everything that was ever live. */
export async function knownWords(tx: Tx, words: readonly string[]): Promise<string[]> {
  const known = tx
    .selectFrom('search_vocabulary')
    .select('word')
    .where(isAmong(tx, 'word', words));
  return (await known.orderBy('word').execute()).map(({ word }) => word);
}

/** The words of the vocabulary that begin with `prefix`, the shortest first. */
export async function wordsWithPrefix(tx: Tx, prefix: string, limit: number): Promise<string[]> {
  const known = tx.selectFrom('search_vocabulary').select('word');
  const longer = known.where('word', '>', prefix).where('word', '<', `${prefix}\u{10ffff}`);
  const rows = await longer.orderBy(sql`length(word)`).orderBy('word').limit(limit).execute();
  return rows.map(({ word }) => word);
}

/** Adds words in one order, so that two transactions never wait for each other. Words stay when their article changes. */
async function addToVocabulary(tx: Tx, words: readonly string[]): Promise<void> {
  const sorted = [...new Set(words.filter((word) => SUGGESTED.test(word)))].sort();
  if (sorted.length === 0) return;
  const given =
    kindOf(tx) === 'postgres'
      ? sql`select unnest(${sorted}::text[])`
      : sql`select value from json_each(${JSON.stringify(sorted)}) where true`;
  await sql`insert into search_vocabulary (word) ${given} on conflict do nothing`.execute(tx);
}

/** A `tsvector` as text. */
function asVector(words: readonly string[]): string {
  return words.map((word, at) => `'${rootOf(word)}':${(at % LAST_POSITION) + 1}`).join(' ');
}

/** The row number of an article on SQLite: the milliseconds since 2000, then 22 bits of the id. */
function placeOf(time: string, id = ''): bigint {
  const sinceThen = Date.parse(time) - Date.UTC(2000);
  const milliseconds = Math.max(-LAST_MILLISECOND, Math.min(LAST_MILLISECOND, sinceThen));
  return (BigInt(milliseconds) << 22n) + BigInt(id === '' ? 0 : Number.parseInt(id.slice(0, 6), 16) >> 2);
}

/** Row numbers have 64 bits: days from 1930 to 2069. */
const LAST_MILLISECOND = 2 ** 41 - 1;

/** The first free row number from `place` on: two articles of one millisecond can have the same. */
async function freePlace(tx: Tx, place: bigint): Promise<bigint> {
  const { rows } = await sql`select 1 from search where place = ${place}`.execute(tx);
  return rows.length === 0 ? place : freePlace(tx, place + 1n);
}

/** One statement: it stops where the page is full. */
async function searchSqlite(tx: Tx, rules: readonly Rule[], narrowed: Narrowed): Promise<Ranked[]> {
  const since = narrowed.updatedSince;
  const isFew = since !== undefined && (await changedFew(tx, since));
  const parts = rules.map((rule) => sql`select * from (${ofRule(tx, { ...narrowed, ...rule }, isFew)})`);
  const { rows } = await sql<Ranked>`${sql.join(parts, sql` union all `)} limit ${sql.lit(narrowed.limit)}`.execute(tx);
  return rows;
}

function ofRule(tx: Tx, query: RuleQuery, isFew: boolean): RawBuilder<Ranked> {
  const { rank, match, but, updatedSince, after, before, from, limit } = query;
  const row = sql.ref(`${tableOf(match)}.rowid`);
  const ends = [
    ...(after
      ? [sql`coalesce((select place from search where article_id = ${after.id}), ${placeOf(after.at, after.id)})`]
      : []),
    ...(before === undefined ? [] : [sql`${placeOf(before)}`]),
  ];
  const rules = [
    matches(tx, match),
    ...(ends.length === 0 ? [] : [sql`${row} < ${ends.length === 1 ? ends[0] : sql`min(${sql.join(ends)})`}`]),
    ...(from === undefined ? [] : [sql`${row} >= ${placeOf(from)}`]),
    ...but.map(
      (other) => sql`${row} not in (select rowid from ${sql.ref(tableOf(other))} where ${matches(tx, other)})`,
    ),
    ...(updatedSince === undefined ? [] : [sql`search.modified_at >= ${updatedSince}`]),
    ...(isFew ? [sql`${row} in (select place from search where modified_at >= ${updatedSince})`] : []),
  ];
  return sql`select search.article_id as id, ${sql.lit(rank)} as rank
    from ${sql.ref(tableOf(match))} cross join search on search.place = ${row}
    where ${sql.join(rules, sql` and `)} order by ${row} desc limit ${sql.lit(limit)}`;
}

async function changedFew(tx: Tx, since: string): Promise<boolean> {
  const changed = await tx
    .selectFrom('search')
    .select('article_id')
    .where('modified_at', '>=', since)
    .limit(FEW_CHANGED + 1)
    .execute();
  return changed.length <= FEW_CHANGED;
}

/** Ranks the articles with a rare match in one statement. */
async function rankFew(tx: Tx, rules: readonly Rule[], widest: Match, narrowed: Narrowed): Promise<Ranked[]> {
  const ranks = rules.map((rule) => sql`when ${holds(tx, { ...rule, limit: 0 })} then ${sql.lit(rule.rank)}`);
  const last = rules.find(({ after }) => after);
  const isLater = last?.after
    ? sql`rank > ${sql.lit(last.rank)} or (published_at, id) < (${last.after.at}, ${last.after.id})`
    : sql`true`;
  const { rows } = await sql<Ranked>`
    select id, rank from (
      select article_id as id, published_at, case ${sql.join(ranks, sql` `)} end as rank
      from search where ${matches(tx, widest)} and ${narrow(narrowed)}
    ) as found where rank is not null and (${isLater})
    order by rank, published_at desc, id desc limit ${narrowed.limit}`.execute(tx);
  return rows;
}

/** A frequent match fills the page from the newest articles; for a rare one the GIN index returns few rows to sort. */
async function searchPostgres(tx: Tx, query: RuleQuery): Promise<string[]> {
  const { limit } = query;
  const newest = await scanNewest(tx, query, PROBED);
  if (newest.length === limit) return newest;
  if (newest.length >= FREQUENT) {
    const ids = await scanNewest(tx, query, Math.ceil((PROBED * SPARE * limit) / newest.length));
    if (ids.length === limit) return ids;
  }
  return searchGin(tx, query);
}

async function scanNewest(tx: Tx, query: RuleQuery, scanned: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from (
      select * from search where ${narrow(query)} order by published_at desc, article_id desc limit ${scanned}
    ) as search where ${holds(tx, query)} order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function searchGin(tx: Tx, query: RuleQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select article_id, published_at from search where ${holds(tx, query)} and ${narrow(query)}
    )
    select article_id as id from found order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

function holds(tx: Tx, { match, but }: RuleQuery): RawBuilder<SqlBool> {
  return sql.join([matches(tx, match), ...but.map((other) => sql`not ${matches(tx, other)}`)], sql` and `);
}

function narrow({ updatedSince, from, before, after }: Partial<RuleQuery>): RawBuilder<unknown> {
  const rules = [
    ...(updatedSince === undefined ? [] : [sql`search.modified_at >= ${updatedSince}`]),
    ...(from === undefined ? [] : [sql`search.published_at >= ${from}`]),
    ...(before === undefined ? [] : [sql`search.published_at < ${before}`]),
    ...(after ? [sql`(search.published_at, search.article_id) < (${after.at}, ${after.id})`] : []),
  ];
  return rules.length === 0 ? sql`true` : sql.join(rules, sql` and `);
}
