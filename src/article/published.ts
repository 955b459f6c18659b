import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { isAmong } from '../db/dialect.ts';
import { readCursor, writeCursor } from '../ground/cursor.ts';
import type { BodyBlock, Source } from './copy.ts';
import { search } from './search.ts';

// The only query that feeds the public: nothing reaches a reader but what `toPublished` made of a live revision.

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
  /** The byline's name; null where the house signs. */
  author: string | null;
  bodyBlocks: BodyBlock[];
  sources: Source[];
  tags: { slug: string; name: string }[];
  sponsorshipDisclosure: string | null;
  publishedAt: string;
  modifiedAt: string;
  correctedAt: string | null;
  correctionNote: string | null;
};

/** What lists print of a live article: everything but its body and tags. */
export type PublishedListing = Omit<PublishedArticle, 'bodyBlocks' | 'tags' | 'sponsorshipDisclosure'>;
export type PublishedPage<Listed = PublishedListing> = { articles: Listed[]; nextCursor: string | null };
export type PublishedFilter = {
  section?: string;
  updatedSince?: string;
  /** Words that all have to occur. */
  q?: string;
  cursor?: string;
  limit: number;
};

/** How many articles changed since a time are put in order, rather than all looked through for those. */
const FEW = 1000;

/** The live article at an address, null when nothing is, or where a moved one is now. */
export async function findPublished(
  tx: Tx,
  section: string,
  slug: string,
): Promise<PublishedArticle | { movedTo: { section: string; slug: string } } | null> {
  const row = await live(tx)
    .where('article.live_desk', '=', section)
    .where('article.live_slug', '=', slug)
    .executeTakeFirst();
  if (row) return toPublished(row, await tagsOf(tx, [row]));
  const moved = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.live_desk', 'article.live_slug'])
    .where('address.desk', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .executeTakeFirst();
  if (!moved?.live_desk || !moved.live_slug) return null;
  return { movedTo: { section: moved.live_desk, slug: moved.live_slug } };
}

/** A page of live articles, newest first, without their bodies. @throws bad_request for a cursor not given out here */
export async function listPublished(tx: Tx, filter: PublishedFilter): Promise<PublishedPage> {
  const { rows, nextCursor } = await pageOf(await narrowed(tx, listed(tx), filter), filter.limit);
  return { articles: rows.map(toListing), nextCursor };
}

/** The same page with bodies, for feeds. @throws bad_request for a cursor not given out here */
export async function listPublishedWhole(tx: Tx, filter: PublishedFilter): Promise<PublishedPage<PublishedArticle>> {
  const { rows, nextCursor } = await pageOf(await narrowed(tx, live(tx), filter), filter.limit);
  const tags = await tagsOf(tx, rows);
  return { articles: rows.map((row) => toPublished(row, tags)), nextCursor };
}

/** Narrows a query over live articles and puts it in order, with one row more than a page holds. */
async function narrowed<Row>(tx: Tx, all: LiveQuery<Row>, filter: PublishedFilter): Promise<LiveQuery<Row>> {
  const { section, updatedSince, q, cursor, limit } = filter;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const page = all.limit(limit + 1);
  if (q !== undefined) {
    const asked = { q, limit: limit + 1, ...(section && { section }), ...(updatedSince && { updatedSince }) };
    return theseInOrder(tx, page, await search(tx, { ...asked, ...(after && { after }) }));
  }
  const rest = page.$if(after !== undefined, (rows) => rows.where(isAfter(after?.at ?? '', after?.id ?? '')));
  const few = updatedSince === undefined ? null : await fewChangedSince(tx, updatedSince, section);
  if (few) return theseInOrder(tx, rest, few);
  const inOrder = rest
    .$if(section !== undefined, (rows) => rows.where('article.live_desk', '=', section ?? ''))
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc');
  return updatedSince === undefined
    ? inOrder
    : inOrder.where(sql<SqlBool>`coalesce(article.modified_at, '') >= ${updatedSince}`);
}

/** Those articles alone, put in order: an order that no index has, so that none is walked for the sake of it. */
function theseInOrder<Row>(tx: Tx, query: LiveQuery<Row>, ids: readonly string[]): LiveQuery<Row> {
  const published = sql`coalesce(article.published_at, '')`;
  return query
    .where(isAmong(tx, 'article.id', ids))
    .orderBy(published, 'desc')
    .orderBy('article.id', 'desc');
}

/** Few articles changed since a time are found by that; null where many did, and the newest are found by walking them all. */
async function fewChangedSince(tx: Tx, since: string, desk: string | undefined): Promise<string[] | null> {
  const changed = await tx
    .selectFrom('article')
    .select(['id', 'live_desk'])
    .where('live_revision', 'is not', null)
    .where('modified_at', '>=', since)
    .limit(FEW + 1)
    .execute();
  if (changed.length > FEW) return null;
  return changed.filter(({ live_desk }) => desk === undefined || live_desk === desk).map(({ id }) => id);
}

function isAfter(at: string, id: string): RawBuilder<SqlBool> {
  return sql`(article.published_at, article.id) < (${at}, ${id})`;
}

async function pageOf<Row extends { id: string; published_at: string | null }>(
  query: LiveQuery<Row>,
  limit: number,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last ? writeCursor(last.published_at ?? '', last.id) : null };
}

/** When the published edition last changed; null before the first publication. */
export async function lastPublication(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('publication_log').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.at ?? null;
}

function fromLive(tx: Tx) {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .leftJoin('author', 'author.id', 'revision.author_id')
    .leftJoin('correction', 'correction.seq', 'article.correction_seq')
    .where('article.live_revision', 'is not', null);
}

function listed(tx: Tx) {
  return fromLive(tx).select([
    'article.id',
    'article.live_desk',
    'article.live_slug',
    'article.published_at',
    'article.modified_at',
    'revision.number',
    'revision.headline',
    'revision.dek',
    'revision.sources',
    'author.name as author_name',
    'correction.at as corrected_at',
    'correction.note as correction_note',
  ]);
}

function live(tx: Tx) {
  return listed(tx).select(['revision.body_blocks', 'revision.tag_ids', 'revision.sponsorship_disclosure']);
}

type LiveTables =
  ReturnType<typeof fromLive> extends SelectQueryBuilder<infer DB, infer TB, infer _Row> ? [DB, TB] : never;
type LiveQuery<Row> = SelectQueryBuilder<LiveTables[0], LiveTables[1] & keyof LiveTables[0], Row>;
type RowOf<Query> = Query extends SelectQueryBuilder<infer _DB, infer _TB, infer Row> ? Row : never;
type ListedRow = RowOf<ReturnType<typeof listed>>;
type LiveRow = RowOf<ReturnType<typeof live>>;
type TagNames = Map<string, { slug: string; name: string }>;

async function tagsOf(tx: Tx, rows: LiveRow[]): Promise<TagNames> {
  const ids = new Set(rows.flatMap((row) => JSON.parse(row.tag_ids) as string[]));
  if (ids.size === 0) return new Map();
  const tags = await tx
    .selectFrom('tag')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(tags.map(({ id, slug, name }) => [id, { slug, name }]));
}

function toPublished(row: LiveRow, tags: TagNames): PublishedArticle {
  return {
    ...toListing(row),
    bodyBlocks: JSON.parse(row.body_blocks),
    tags: (JSON.parse(row.tag_ids) as string[]).flatMap((id) => tags.get(id) ?? []),
    sponsorshipDisclosure: row.sponsorship_disclosure,
  } as PublishedArticle;
}

function toListing(row: ListedRow): PublishedListing {
  return {
    id: row.id,
    section: row.live_desk,
    slug: row.live_slug,
    revision: row.number,
    headline: row.headline,
    dek: row.dek,
    author: row.author_name,
    sources: JSON.parse(row.sources),
    publishedAt: row.published_at,
    modifiedAt: row.modified_at,
    correctedAt: row.corrected_at,
    correctionNote: row.correction_note,
  } as PublishedListing;
}
