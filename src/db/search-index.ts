import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import { kindOf } from './schema/dialect.ts';

// The search index of live articles: newest publication first, with the same results on both databases. SQLite uses an
// FTS5 table whose row numbers follow the time of publication, so that a page of a common word is read from its end;
// PostgreSQL a `tsvector` and a GIN index. Both get words that `tokenize` has made and store them unchanged.

export type IndexEntry = { articleId: string; publishedAt: string; modifiedAt: string; words: readonly string[] };
export type WordQuery = {
  /** Words from `tokenize`, at least one; an article must contain all of them. */
  words: readonly string[];
  updatedSince?: string;
  /** The last article of the previous page. */
  after?: { at: string; id: string };
  limit: number;
};

/** Row numbers reserved for the articles first published in one second, on SQLite. */
const A_SECOND = 2 ** 20;
/** Up to this many articles changed since `updatedSince`, each is checked for the words; above it, the words are searched. */
const FEW_CHANGED = 100;
/** PostgreSQL scans this many of the newest articles for each result before it uses the index. */
const SCAN_FACTOR = 4;

/** Replaces the words of a live article. */
export async function indexWords(tx: Tx, { articleId, publishedAt, modifiedAt, words }: IndexEntry): Promise<void> {
  await removeWords(tx, articleId);
  const row = { article_id: articleId, published_at: publishedAt, modified_at: modifiedAt };
  if (kindOf(tx) === 'postgres') {
    await sql`insert into search (article_id, published_at, modified_at, words)
      values (${articleId}, ${publishedAt}, ${modifiedAt}, array_to_tsvector(${words}::text[]))`.execute(tx);
    return;
  }
  const place = await freePlace(tx, publishedAt);
  await tx
    .insertInto('search')
    .values({ ...row, place })
    .execute();
  await sql`insert into search_words (rowid, words) values (${place}, ${words.join(' ')})`.execute(tx);
}

/** Removes an article from the index. */
export async function removeWords(tx: Tx, articleId: string): Promise<void> {
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
}

/** The ids of live articles that contain all words, newest publication first. */
export async function findByWords(tx: Tx, query: WordQuery): Promise<string[]> {
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
 * Reads the rows of the words from the newest down. Rows of one second are in the order of insertion, so the second in which
 * the page ends is read completely and then sorted.
 */
async function searchSqlite(tx: Tx, query: WordQuery): Promise<string[]> {
  const end = integer(query.after ? firstPlaceOf(query.after.at) + A_SECOND : Number.MAX_SAFE_INTEGER);
  const matching = sql`search_words cross join search on search.place = search_words.rowid
    where search_words match ${matchQuery(query.words)} and search_words.rowid < ${end} and ${narrow(query)}`;
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

async function checkEachChanged(tx: Tx, query: WordQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from search indexed by search_modified where ${narrow(query)} and exists (
      select 1 from search_words where search_words match ${matchQuery(query.words)} and search_words.rowid = search.place
    ) order by published_at desc, article_id desc limit ${query.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A common word fills the page from the newest articles; for a rare word the GIN index returns few rows to sort. */
async function searchPostgres(tx: Tx, query: WordQuery): Promise<string[]> {
  const { words, limit } = query;
  const holds = sql`words @@ ${words.map((word) => `'${word}'`).join(' & ')}::tsquery`;
  const { rows: newest } = await sql<{ id: string }>`
    select article_id as id from (
      select * from search where ${narrow(query)} order by published_at desc, article_id desc limit ${limit * SCAN_FACTOR}
    ) as newest where ${holds} order by published_at desc, article_id desc limit ${limit}`.execute(tx);
  if (newest.length === limit) return newest.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    with found as materialized (select article_id, published_at from search where ${holds} and ${narrow(query)})
    select article_id as id from found order by published_at desc, article_id desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

function narrow({ updatedSince, after }: WordQuery): RawBuilder<unknown> {
  const since = updatedSince === undefined ? sql`true` : sql`search.modified_at >= ${updatedSince}`;
  if (!after) return since;
  return sql`${since} and (search.published_at, search.article_id) < (${after.at}, ${after.id})`;
}

/** A number as a SQLite INTEGER. Numbers are bound as REAL, which FTS5 does not accept as a bound and SQLite does not divide to a whole number. */
function integer(value: number): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}

/** Quoted words joined by AND: readers cannot use the query language of FTS5. */
function matchQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' AND ');
}
