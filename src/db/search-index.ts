import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import { kindOf } from './schema/dialect.ts';

// The words of what is live, looked up newest publication first, with the same answers on both databases. On SQLite an
// FTS5 table whose row numbers follow the time of publication, so that a page of a common word is read off its end; on
// PostgreSQL a `tsvector` and a GIN index. Both are given words that are folded already and take them as they are.

export type IndexEntry = { articleId: string; publishedAt: string; modifiedAt: string; words: readonly string[] };
export type WordQuery = {
  /** Folded words, all of which have to occur; at least one. */
  words: readonly string[];
  updatedSince?: string;
  /** The last article of the page before. */
  after?: { at: string; id: string };
  limit: number;
};

/** How many articles may be first published in one second, on SQLite: their rows stand beside each other. */
const A_SECOND = 2 ** 20;
/** How many articles changed since a time are each asked for the words, rather than the words for those articles. */
const FEW = 100;
/** How many of the newest articles PostgreSQL looks through for each one wanted before it asks the index. */
const LOOK_THROUGH = 4;

/** Writes the words of a live article in place of those it had. */
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

/** Removes what the index holds of an article, if anything. */
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

/** The ids of live articles that hold all of the words, newest publication first. */
export async function findByWords(tx: Tx, wanted: WordQuery): Promise<string[]> {
  if (kindOf(tx) === 'postgres') return lookInPostgres(tx, wanted);
  const { updatedSince } = wanted;
  if (updatedSince !== undefined && (await isFew(tx, updatedSince))) return lookAtEach(tx, wanted);
  return lookInSqlite(tx, wanted);
}

async function freePlace(tx: Tx, publishedAt: string): Promise<number> {
  const first = placesOf(publishedAt);
  const { last } = await tx
    .selectFrom('search')
    .select((is) => is.fn.max('place').as('last'))
    .where('place', '>=', first)
    .where('place', '<', first + A_SECOND)
    .executeTakeFirstOrThrow();
  return last === null ? first : last + 1;
}

/** The first place of the second a time lies in. */
function placesOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000) * A_SECOND;
}

/**
 * Walks the word's rows from the newest down. Within a second rows stand as they came, so the second the page ends in is
 * read to its end and put in order.
 */
async function lookInSqlite(tx: Tx, wanted: WordQuery): Promise<string[]> {
  const end = integer(wanted.after ? placesOf(wanted.after.at) + A_SECOND : Number.MAX_SAFE_INTEGER);
  const matching = sql`search_words cross join search on search.place = search_words.rowid
    where search_words match ${matchQuery(wanted.words)} and search_words.rowid < ${end} and ${narrow(wanted)}`;
  const second = integer(A_SECOND);
  const { rows } = await sql<{ id: string }>`
    with page as materialized (
      select search.place from ${matching} order by search_words.rowid desc limit ${wanted.limit}
    )
    select search.article_id as id from ${matching}
      and search_words.rowid >= coalesce((select min(place) from page) / ${second} * ${second}, ${end})
    order by search.published_at desc, search.article_id desc limit ${wanted.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function isFew(tx: Tx, since: string): Promise<boolean> {
  const changed = await tx
    .selectFrom('search')
    .select('article_id')
    .where('modified_at', '>=', since)
    .limit(FEW + 1)
    .execute();
  return changed.length <= FEW;
}

async function lookAtEach(tx: Tx, wanted: WordQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select article_id as id from search indexed by search_modified where ${narrow(wanted)} and exists (
      select 1 from search_words where search_words match ${matchQuery(wanted.words)} and search_words.rowid = search.place
    ) order by published_at desc, article_id desc limit ${wanted.limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A common word fills the page from the newest articles; for the others the GIN index has few to put in order. */
async function lookInPostgres(tx: Tx, wanted: WordQuery): Promise<string[]> {
  const { words, limit } = wanted;
  const holds = sql`words @@ ${words.map((word) => `'${word}'`).join(' & ')}::tsquery`;
  const { rows: newest } = await sql<{ id: string }>`
    select article_id as id from (
      select * from search where ${narrow(wanted)} order by published_at desc, article_id desc limit ${limit * LOOK_THROUGH}
    ) as newest where ${holds} order by published_at desc, article_id desc limit ${limit}`.execute(tx);
  if (newest.length === limit) return newest.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    with found as materialized (select article_id, published_at from search where ${holds} and ${narrow(wanted)})
    select article_id as id from found order by published_at desc, article_id desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

function narrow({ updatedSince, after }: WordQuery): RawBuilder<unknown> {
  const since = updatedSince === undefined ? sql`true` : sql`search.modified_at >= ${updatedSince}`;
  if (!after) return since;
  return sql`${since} and (search.published_at, search.article_id) < (${after.at}, ${after.id})`;
}

/** A number as SQLite's INTEGER: as it comes it is a REAL, which FTS5 does not take as a bound, nor a quotient as whole. */
function integer(value: number): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}

/** Nothing but quoted words, all of which have to occur: no query language reaches the public. */
function matchQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' AND ');
}
