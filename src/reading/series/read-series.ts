import { listPublishedAmong, type PublishedListing } from '#article/published.ts';
import type { Tx } from '#db/database.ts';

// Series of articles. Readers see the live parts, counted from 1, and no series without one.

/** A series as readers see it in a list; `parts`: how many live ones it has. */
export type ListedSeries = { slug: string; name: string; description: string; parts: number };
/** A series with its live articles, in order. */
export type PublishedSeries = Omit<ListedSeries, 'parts'> & { articles: PublishedListing[] };
/** The place of a live article in its series. */
export type SeriesPlace = {
  slug: string;
  name: string;
  part: number;
  of: number;
  previous: PublishedListing | null;
  next: PublishedListing | null;
};

/** The series with live parts, by name. */
export async function listSeries(tx: Tx): Promise<ListedSeries[]> {
  const rows = await tx
    .selectFrom('series')
    .innerJoin('series_part', 'series_part.series_id', 'series.id')
    .innerJoin('article', 'article.id', 'series_part.article_id')
    .select(['series.slug', 'series.name', 'series.description'])
    .select((is) => is.fn.countAll().as('parts'))
    .where('article.live_revision', 'is not', null)
    .groupBy(['series.id', 'series.slug', 'series.name', 'series.description'])
    .orderBy('series.name')
    .orderBy('series.slug')
    .execute();
  return rows.map((row) => ({ ...row, parts: Number(row.parts) }));
}

/** The series at an address, or null while none of its parts is live. */
export async function findSeries(tx: Tx, slug: string): Promise<PublishedSeries | null> {
  const series = await tx.selectFrom('series').selectAll().where('slug', '=', slug).executeTakeFirst();
  if (!series) return null;
  const articles = await inOrder(tx, await listLiveParts(tx, series.id));
  if (articles.length === 0) return null;
  return { slug, name: series.name, description: series.description, articles };
}

/** The place of a live article in its series; null when it is in none. */
export async function findSeriesPlace(tx: Tx, articleId: string): Promise<SeriesPlace | null> {
  const series = await tx
    .selectFrom('series_part')
    .innerJoin('series', 'series.id', 'series_part.series_id')
    .select(['series.id', 'series.slug', 'series.name'])
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  if (!series) return null;
  const ids = await listLiveParts(tx, series.id);
  const at = ids.indexOf(articleId);
  if (at < 0) return null;
  const [before = '', after = ''] = [ids[at - 1], ids[at + 1]];
  const near = await listPublishedAmong(tx, [before, after]);
  const { slug, name } = series;
  const find = (id: string) => near.find((listing) => listing.id === id) ?? null;
  return { slug, name, part: at + 1, of: ids.length, previous: find(before), next: find(after) };
}

async function listLiveParts(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('series_part')
    .innerJoin('article', 'article.id', 'series_part.article_id')
    .select('article_id')
    .where('series_id', '=', id)
    .where('live_revision', 'is not', null)
    .orderBy('place')
    .execute();
  return rows.map(({ article_id }) => article_id);
}

async function inOrder(tx: Tx, ids: readonly string[]): Promise<PublishedListing[]> {
  const live = new Map((await listPublishedAmong(tx, ids)).map((article) => [article.id, article]));
  return ids.flatMap((id) => live.get(id) ?? []);
}
