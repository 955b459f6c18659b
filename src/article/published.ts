import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import { readCursor, writeCursor } from '../ground/cursor.ts';
import type { BodyBlock, Source } from './copy.ts';

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

export type PublishedPage = { articles: PublishedArticle[]; nextCursor: string | null };
export type PublishedFilter = { section?: string; updatedSince?: string; cursor?: string; limit: number };

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

/** A page of live articles, newest first. @throws bad_request for a cursor not given out here */
export async function listPublished(tx: Tx, filter: PublishedFilter): Promise<PublishedPage> {
  let query = live(tx)
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc')
    .limit(filter.limit + 1);
  if (filter.section) query = query.where('article.live_desk', '=', filter.section);
  if (filter.updatedSince) query = query.where('article.modified_at', '>=', filter.updatedSince);
  if (filter.cursor) {
    const { at, id } = readCursor(filter.cursor);
    query = query.where((where) =>
      where(where.refTuple('article.published_at', 'article.id'), '<', where.tuple(at, id)),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, filter.limit);
  const tags = await tagsOf(tx, page);
  const last = page.at(-1);
  return {
    articles: page.map((row) => toPublished(row, tags)),
    nextCursor: rows.length > filter.limit && last ? writeCursor(last.published_at ?? '', last.id) : null,
  };
}

/** The addresses and dates of every live article, newest first, for maps. */
export async function listAddresses(
  tx: Tx,
): Promise<{ section: string; slug: string; headline: string; publishedAt: string; modifiedAt: string }[]> {
  const rows = await live(tx)
    .clearSelect()
    .select(['live_desk', 'live_slug', 'revision.headline', 'published_at', 'modified_at'])
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id', 'desc')
    .execute();
  return rows.map((row) => ({
    section: row.live_desk ?? '',
    slug: row.live_slug ?? '',
    headline: row.headline,
    publishedAt: row.published_at ?? '',
    modifiedAt: row.modified_at ?? '',
  }));
}

/** Corrections of live articles, latest first. */
export async function listCorrections(tx: Tx, limit: number) {
  return tx
    .selectFrom('correction')
    .innerJoin('article', 'article.id', 'correction.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select([
      'correction.note',
      'correction.at',
      'article.live_desk as section',
      'article.live_slug as slug',
      'revision.headline',
    ])
    .orderBy('correction.seq', 'desc')
    .limit(limit)
    .execute();
}

/** When the published edition last changed; null before the first publication. */
export async function lastPublication(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('publication_log').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.at ?? null;
}

function live(tx: Tx) {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .leftJoin('author', 'author.id', 'revision.author_id')
    .leftJoin('correction', 'correction.seq', 'article.correction_seq')
    .where('article.live_revision', 'is not', null)
    .select([
      'article.id',
      'article.live_desk',
      'article.live_slug',
      'article.published_at',
      'article.modified_at',
      'revision.number',
      'revision.headline',
      'revision.dek',
      'revision.body_blocks',
      'revision.sources',
      'revision.tag_ids',
      'revision.sponsorship_disclosure',
      'author.name as author_name',
      'correction.at as corrected_at',
      'correction.note as correction_note',
    ]);
}

type LiveRow = ReturnType<typeof live> extends SelectQueryBuilder<infer _DB, infer _TB, infer Row> ? Row : never;
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
    id: row.id,
    section: row.live_desk,
    slug: row.live_slug,
    revision: row.number,
    headline: row.headline,
    dek: row.dek,
    author: row.author_name,
    bodyBlocks: JSON.parse(row.body_blocks),
    sources: JSON.parse(row.sources),
    tags: (JSON.parse(row.tag_ids) as string[]).flatMap((id) => tags.get(id) ?? []),
    sponsorshipDisclosure: row.sponsorship_disclosure,
    publishedAt: row.published_at,
    modifiedAt: row.modified_at,
    correctedAt: row.corrected_at,
    correctionNote: row.correction_note,
  } as PublishedArticle;
}
