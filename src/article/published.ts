import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { readCursor, writeCursor } from '#core/cursor.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { type ArchiveMark, readArchiveMark } from './archive-mark.ts';
import {
  columnsOf,
  JSON_TEXT_NAMES,
  type JsonTextName,
  PUBLISHED_TEXT_COLUMNS,
  type PublishedTextName,
  publishedTextsOf,
  textsOf,
} from './article-fields.ts';
import type { BodyBlock, Source } from './copy.ts';
import { findHeroes, type Hero, readKeptWords } from './hero.ts';
import { PAGES_SECTION } from './own-page.ts';
import { readTags, type TagNames, tagsIn } from './published-tags.ts';
import { type SearchWords, searchWords } from './search-words.ts';

// The only queries for the public: readers see nothing but what `toPublished` makes of a live revision.

declare const madeHere: unique symbol;

/** A live article as the public may see it. Notes, drafts, owners and ids of people are not in it. */
export type PublishedArticle = {
  readonly [madeHere]: true;
  id: string;
  section: string;
  slug: string;
  revision: number;
  headline: string;
  dek: string;
  /** The name of the byline, or of the archive; null when it is the publication. */
  author: string | null;
  /** The slug of the byline's page. */
  authorSlug: string | null;
  bodyBlocks: BodyBlock[];
  sources: Source[];
  tags: { slug: string; name: string }[];
  hero: Hero | null;
  /** The texts that editors wrote for search engines and for shared links. */
  search: SearchWords;
  publishedAt: string;
  modifiedAt: string;
  correctedAt: string | null;
  correctionNote: string | null;
  /** The number of the latest correction, counted over the whole magazine. */
  correctionNumber: number | null;
  /** Where it comes from, which every form says: then its figures were not settled here. Null for an article of this magazine. */
  archive: ArchiveMark | null;
} & Record<PublishedTextName, string | null>;

/** The same before it counts as published: every field has to be there. */
export type PublishedFacts = Omit<PublishedArticle, typeof madeHere>;

/** A live article in lists: without its body, tags, picture, search texts, and the texts that the public JSON does not have. */
export type PublishedListing = Omit<
  PublishedArticle,
  'bodyBlocks' | 'tags' | Exclude<PublishedTextName, JsonTextName> | 'hero' | 'search'
>;
export type PublishedPage<Listed = PublishedListing> = { articles: Listed[]; nextCursor: string | null };
export type PublishedFilter = {
  section?: string;
  /** The slug of a byline. */
  author?: string;
  /** The id of a tag that was not merged. */
  tag?: string;
  updatedSince?: string;
  /** First published in these UTC days, the last one included. */
  days?: { startsOn: string; endsOn: string };
  /** Without articles of an archive: in feeds, on the home page and in issues. */
  isOwn?: boolean;
  cursor?: string;
  /** How many articles to pass over first. */
  offset?: number;
  limit: number;
};

/** Up to this many changed articles are sorted; with more, all articles are read in order and filtered. */
const FEW = 1000;

/** The live article at an address, the new address of a moved article, or null. */
export async function findPublished(
  tx: Tx,
  section: string,
  slug: string,
): Promise<PublishedArticle | { movedTo: { section: string; slug: string } } | null> {
  const at = liveArticles(tx).where('live_section', '=', section).where('live_slug', '=', slug);
  const row = await whole(tx, at).executeTakeFirst();
  if (row) return toPublished(row, await readTags(tx, [row]), await heroesOf(tx, [row]));
  const moved = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.live_section', 'article.live_slug'])
    .where('address.section', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .executeTakeFirst();
  if (!moved?.live_section || !moved.live_slug) return null;
  return { movedTo: { section: moved.live_section, slug: moved.live_slug } };
}

/** A page of live articles, newest first, without their bodies. @throws bad_request for a cursor that this function did not issue */
export async function listPublished(tx: Tx, filter: PublishedFilter): Promise<PublishedPage> {
  const { rows, nextCursor } = await pageOf(listed(tx, await narrowed(tx, filter)), filter.limit);
  return { articles: rows.map(toListing), nextCursor };
}

/** The live articles among these ids, newest first. */
export async function listPublishedAmong(tx: Tx, ids: readonly string[]): Promise<PublishedListing[]> {
  return (await listed(tx, inLists(tx).where(isAmong(tx, 'id', ids))).execute()).map(toListing);
}

/** The article of this magazine that was published first and is live, or null. */
export async function firstPublished(tx: Tx): Promise<PublishedListing | null> {
  const first = inLists(tx).where('archive', 'is', null).orderBy('published_at', 'asc').orderBy('id', 'asc').limit(1);
  const [row] = await listed(tx, first).execute();
  return row ? toListing(row) : null;
}

/** The same page with bodies, for feeds. @throws bad_request for a cursor that this function did not issue */
export async function listPublishedWhole(tx: Tx, filter: PublishedFilter): Promise<PublishedPage<PublishedArticle>> {
  const { rows, nextCursor } = await pageOf(whole(tx, await narrowed(tx, filter)), filter.limit);
  const tags = await readTags(tx, rows);
  const heroes = await heroesOf(tx, rows);
  return { articles: rows.map((row) => toPublished(row, tags, heroes)), nextCursor };
}

/** The live articles that match a filter, newest first, one more than a page has. */
async function narrowed(tx: Tx, filter: PublishedFilter): Promise<LiveArticles> {
  const { section, author, tag, updatedSince, days, isOwn, cursor, offset, limit } = filter;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const page = inLists(tx)
    .limit(limit + 1)
    .$if(offset !== undefined, (rows) => rows.offset(offset ?? 0))
    .$if(author !== undefined, (rows) => rows.where(isBy(author ?? '')))
    .$if(isOwn === true, (rows) => rows.where('archive', 'is', null))
    .$if(tag !== undefined, (rows) => rows.where(hasTag(tag ?? '')))
    .$if(days !== undefined, (rows) =>
      rows.where('published_at', '>=', days?.startsOn ?? '').where('published_at', '<=', `${days?.endsOn}T24`),
    );
  const rest = page.$if(after !== undefined, (rows) => rows.where(isAfter(after?.at ?? '', after?.id ?? '')));
  const few = updatedSince === undefined ? null : await fewChangedSince(tx, updatedSince, section);
  // No index has this order, so the planner cannot use one to avoid the sort.
  if (few)
    return rest
      .where(isAmong(tx, 'id', few))
      .orderBy(sql`coalesce(published_at, '')`, 'desc')
      .orderBy('id', 'desc');
  const inOrder = rest
    .$if(section !== undefined, (rows) => rows.where('live_section', '=', section ?? ''))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc');
  return updatedSince === undefined
    ? inOrder
    : inOrder.where(sql<SqlBool>`coalesce(modified_at, '') >= ${updatedSince}`);
}

/** The ids of the articles that changed since a time; null when there are too many to sort. */
async function fewChangedSince(tx: Tx, since: string, section: string | undefined): Promise<string[] | null> {
  const changed = await tx
    .selectFrom('article')
    .select(['id', 'live_section'])
    .where('live_revision', 'is not', null)
    .where('modified_at', '>=', since)
    .limit(FEW + 1)
    .execute();
  if (changed.length > FEW) return null;
  return changed.filter(({ live_section }) => section === undefined || live_section === section).map(({ id }) => id);
}

/** Whether the live revision has a byline. */
function isBy(slug: string): RawBuilder<SqlBool> {
  return sql`(id, live_revision) in (select article_id, number from revision
    where author_id = (select id from author where slug = ${slug}))`;
}

/** Whether the live revision has a tag, or one that was merged into it. */
function hasTag(id: string): RawBuilder<SqlBool> {
  return sql`id in (select article_id from live_tag where tag_id in (select id from tag where ${id} in (id, merged_into)))`;
}

function isAfter(at: string, id: string): RawBuilder<SqlBool> {
  return sql`(published_at, id) < (${at}, ${id})`;
}

async function pageOf<Row extends { id: string; published_at: string | null }>(
  query: { execute: () => Promise<Row[]> },
  limit: number,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const results = await query.execute();
  const rows = results.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: results.length > limit && last ? writeCursor(last.published_at ?? '', last.id) : null };
}

/** When the published articles last changed; null before the first publication. */
export async function lastPublication(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('publication_log').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.at ?? null;
}

/** Without custom pages. */
function inLists(tx: Tx) {
  return liveArticles(tx).where('live_section', '<>', PAGES_SECTION);
}

function liveArticles(tx: Tx) {
  return tx
    .selectFrom('article')
    .where('live_revision', 'is not', null)
    .select([
      'id',
      'live_revision',
      'live_section',
      'live_slug',
      'published_at',
      'modified_at',
      'correction_seq',
      'live_hero_words',
    ]);
}

/** Listings of articles. Selects the articles in a subquery before any join, so that the result does not depend on the planner. */
function listed(tx: Tx, articles: LiveArticles) {
  return tx
    .selectFrom(articles.as('page'))
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'page.id').onRef('revision.number', '=', 'page.live_revision'),
    )
    .innerJoin('article as marked', 'marked.id', 'page.id')
    .leftJoin('author', 'author.id', 'revision.author_id')
    .leftJoin('correction', 'correction.seq', 'page.correction_seq')
    .orderBy('page.published_at', 'desc')
    .orderBy('page.id', 'desc')
    .select(['page.id', 'page.live_section', 'page.live_slug', 'page.published_at', 'page.modified_at'])
    .select(['page.correction_seq', 'revision.number', 'marked.archive'])
    .select(['headline', 'dek', 'sources', 'author.name as author_name', 'author.slug as author_slug'])
    .select(columnsOf(JSON_TEXT_NAMES))
    .select(['correction.at as corrected_at', 'correction.note as correction_note']);
}

function whole(tx: Tx, articles: LiveArticles) {
  return listed(tx, articles).select([
    'page.live_hero_words',
    'body_blocks',
    'tag_ids',
    'hero_asset_id',
    'editorial_packet',
    ...PUBLISHED_TEXT_COLUMNS,
  ]);
}

type LiveArticles = ReturnType<typeof liveArticles>;
type RowOf<Query> = Query extends SelectQueryBuilder<infer _DB, infer _TB, infer Row> ? Row : never;
type ListedRow = RowOf<ReturnType<typeof listed>>;
type LiveRow = RowOf<ReturnType<typeof whole>>;
function heroesOf(tx: Tx, rows: LiveRow[]): Promise<Map<string, Hero>> {
  return findHeroes(
    tx,
    rows.flatMap((row) => row.hero_asset_id ?? []),
  );
}

function toPublished(row: LiveRow, tags: TagNames, heroes: Map<string, Hero>): PublishedArticle {
  const hero = heroes.get(row.hero_asset_id ?? '') ?? null;
  return {
    ...toListing(row),
    bodyBlocks: JSON.parse(row.body_blocks),
    tags: tagsIn(row, tags),
    ...publishedTextsOf(row),
    hero: hero && { ...hero, ...readKeptWords(row.live_hero_words) },
    search: searchWords(row.editorial_packet),
  } as PublishedArticle;
}

function toListing(row: ListedRow): PublishedListing {
  const archive = readArchiveMark(row.archive);
  return {
    id: row.id,
    section: row.live_section,
    slug: row.live_slug,
    revision: row.number,
    headline: row.headline,
    dek: row.dek,
    author: row.author_name ?? archive?.name ?? null,
    authorSlug: row.author_slug,
    sources: JSON.parse(row.sources),
    publishedAt: row.published_at,
    modifiedAt: row.modified_at,
    correctedAt: row.corrected_at,
    correctionNote: row.correction_note,
    correctionNumber: row.correction_seq,
    archive,
    ...textsOf(JSON_TEXT_NAMES, row),
  } as PublishedListing;
}
