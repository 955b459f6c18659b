import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';
import { type Match, matchText } from './search-match.ts';
import { addWords } from './search-vocabulary.ts';

// The search index of live articles: newest publication first, with the same results on both databases. SQLite uses an
// FTS5 table whose row numbers follow the time of publication, so that a page of a common word is read from its end;
// PostgreSQL a `tsvector` and a GIN index. Both get terms that `core/search-terms.ts` has made and store them unchanged.

export type IndexEntry = {
  articleId: string;
  publishedAt: string;
  modifiedAt: string;
  terms: readonly string[];
  /** Words for the vocabulary. */
  words: readonly string[];
};
export type MatchQuery = {
  match: Match;
  updatedSince?: string;
  /** First published at this time or later, and before that time. */
  from?: string;
  before?: string;
  /** The last article of the previous page. */
  after?: { at: string; id: string };
  limit: number;
  /** Set when `howMany` found few articles; PostgreSQL then uses the index at once. */
  isRare?: boolean;
};

/** Row numbers reserved for the articles first published in one second, on SQLite. */
const A_SECOND = 2 ** 20;
/** Up to this many articles changed since `updatedSince`, each is checked for the terms; above it, the terms are searched. */
const FEW_CHANGED = 100;
/** PostgreSQL reads this many of the newest articles before it uses the index; a match in so many of them is frequent. */
const PROBED = 250;
const FREQUENT = 8;
/** How many more articles it reads than should fill a page of a frequent match. */
const SPARE = 1.5;

/** Replaces the terms of a live article. */
export async function indexTerms(tx: Tx, entry: IndexEntry): Promise<void> {
  const { articleId, publishedAt, modifiedAt, terms, words } = entry;
  await removeTerms(tx, articleId);
  await addWords(tx, words);
  const row = { article_id: articleId, published_at: publishedAt, modified_at: modifiedAt };
  if (kindOf(tx) === 'postgres') {
    await sql`insert into search (article_id, published_at, modified_at, words)
      values (${articleId}, ${publishedAt}, ${modifiedAt}, array_to_tsvector(${terms}::text[]))`.execute(tx);
    return;
  }
  const place = await freePlace(tx, publishedAt);
  await tx
    .insertInto('search')
    .values({ ...row, place })
    .execute();
  await sql`insert into search_words (rowid, words) values (${place}, ${terms.join(' ')})`.execute(tx);
}

/** Removes an article from the index. */
export async function removeTerms(tx: Tx, articleId: string): Promise<void> {
  if (kindOf(tx) === 'sqlite') {
    await sql`delete from search_words where rowid = (select place from search where article_id = ${articleId})`.execute(
      tx,
    );
  }
  await tx.deleteFrom('search').where('article_id', '=', articleId).execute();
}

/** Empties the index. */
export async function clearSearchIndex(tx: Tx): Promise<void> {
  if (kindOf(tx) === 'sqlite') await sql`delete from search_words`.execute(tx);
  await tx.deleteFrom('search').execute();
  await tx.deleteFrom('search_vocabulary').execute();
  await tx.deleteFrom('search_unindexed').execute();
}

/** Empties the index, and notes that every live article has to be indexed: after a copy of a database, which leaves the index out. */
export async function indexEverythingAgain(tx: Tx): Promise<void> {
  await clearSearchIndex(tx);
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

/** Whether no article, few or many match. SQLite needs no estimate: it says many for any. */
export async function howMany(tx: Tx, match: Match): Promise<'none' | 'few' | 'many'> {
  if (kindOf(tx) === 'sqlite') {
    const text = matchText('sqlite', match);
    const { rows } = await sql`select 1 from search_words where search_words match ${text} limit 1`.execute(tx);
    return rows.length === 0 ? 'none' : 'many';
  }
  const newest = await scanNewest(tx, { match, limit: FREQUENT }, PROBED);
  if (newest.length === FREQUENT) return 'many';
  return newest.length > 0 || (await searchGin(tx, { match, limit: 1 })).length > 0 ? 'few' : 'none';
}

/** The ids of live articles that match, newest publication first. */
export async function findByMatch(tx: Tx, query: MatchQuery): Promise<string[]> {
  if (kindOf(tx) === 'postgres') return searchPostgres(tx, query);
  const { updatedSince } = query;
  if (updatedSince !== undefined && (await changedFew(tx, updatedSince))) return checkEachChanged(tx, query);
  return searchSqlite(tx, query);
}

async function freePlace(tx: Tx, publishedAt: string): Promise<number> {
  const first = firstPlaceOf(publishedAt);
  const { last } = await tx
    .selectFrom('search')
    .select((is) => is.fn.max('place').as('last'))
    .where('place', '>=', first)
    .where('place', '<', first + A_SECOND)
    .executeTakeFirstOrThrow();
  return last === null ? first : last + 1;
}

/** The first row number of the second of `time`. */
function firstPlaceOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000) * A_SECOND;
}

/**
 * Reads the rows of the terms from the newest down. Rows of one second are in the order of insertion, so the second in which
 * the page ends is read completely and then sorted.
 */
async function searchSqlite(tx: Tx, query: MatchQuery): Promise<string[]> {
  const { after, before, from } = query;
  const ends = [after && firstPlaceOf(after.at) + A_SECOND, before && firstPlaceOf(before)].filter((bound) => bound);
  const end = integer(Math.min(Number.MAX_SAFE_INTEGER, ...ends.map(Number)));
  const start = integer(from ? firstPlaceOf(from) : Number.MIN_SAFE_INTEGER);
  const matching = sql`search_words cross join search on search.place = search_words.rowid
    where search_words match ${matchText('sqlite', query.match)}
    and search_words.rowid < ${end} and search_words.rowid >= ${start} and ${narrow(query)}`;
  const second = integer(A_SECOND);
  const { rows } = await sql<{ id: string }>`
    with page as materialized (
      select search.place from ${matching} order by search_words.rowid desc limit ${query.limit}
    )
    select search.article_id as id from ${matching}
      and search_words.rowid >= coalesce((select min(place) from page) / ${second} * ${second}, ${end})
    order by search.published_at desc, search.article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
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

async function checkEachChanged(tx: Tx, query: MatchQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from search indexed by search_modified where ${narrow(query)} and exists (
      select 1 from search_words where search_words match ${matchText('sqlite', query.match)}
        and search_words.rowid = search.place
    ) order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A frequent match fills the page from the newest articles; for a rare one the GIN index returns few rows to sort. */
async function searchPostgres(tx: Tx, query: MatchQuery): Promise<string[]> {
  const { limit, isRare } = query;
  if (isRare) return searchGin(tx, query);
  const newest = await scanNewest(tx, query, PROBED);
  if (newest.length === limit) return newest;
  if (newest.length >= FREQUENT) {
    const ids = await scanNewest(tx, query, Math.ceil((PROBED * SPARE * limit) / newest.length));
    if (ids.length === limit) return ids;
  }
  return searchGin(tx, query);
}

async function scanNewest(tx: Tx, query: MatchQuery, scanned: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from (
      select * from search where ${narrow(query)} order by published_at desc, article_id desc limit ${scanned}
    ) as newest where ${holds(query)} order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function searchGin(tx: Tx, query: MatchQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select article_id, published_at from search where ${holds(query)} and ${narrow(query)}
    )
    select article_id as id from found order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

function holds({ match }: MatchQuery): RawBuilder<unknown> {
  return sql`words @@ ${matchText('postgres', match)}::tsquery`;
}

function narrow({ updatedSince, from, before, after }: MatchQuery): RawBuilder<unknown> {
  const rules = [
    ...(updatedSince === undefined ? [] : [sql`search.modified_at >= ${updatedSince}`]),
    ...(from === undefined ? [] : [sql`search.published_at >= ${from}`]),
    ...(before === undefined ? [] : [sql`search.published_at < ${before}`]),
    ...(after ? [sql`(search.published_at, search.article_id) < (${after.at}, ${after.id})`] : []),
  ];
  return rules.length === 0 ? sql`true` : sql.join(rules, sql` and `);
}

/** A number as a SQLite INTEGER. Numbers are bound as REAL, which FTS5 does not accept as a bound and SQLite does not divide to a whole number. */
function integer(value: number): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}
