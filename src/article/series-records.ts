import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';

// Series for the newsroom, also those without live parts, and with drafts among their parts.

export type SeriesPart = { articleId: string; headline: string; section: string; isLive: boolean };
export type SeriesRecord = { id: string; slug: string; name: string; description: string; parts: SeriesPart[] };
/** A series in the list of the newsroom, with the numbers of its parts and of those that are live. */
export type SeriesLine = { id: string; slug: string; name: string; parts: number; live: number };

/** All series, by name. */
export async function listSeriesLines(tx: Tx): Promise<SeriesLine[]> {
  const rows = await tx
    .selectFrom('series')
    .leftJoin('series_part', 'series_part.series_id', 'series.id')
    .leftJoin('article', 'article.id', 'series_part.article_id')
    .select(['series.id', 'series.slug', 'series.name'])
    .select((is) => [
      is.fn.count('series_part.article_id').as('parts'),
      is.fn.count('article.live_revision').as('live'),
    ])
    .groupBy(['series.id', 'series.slug', 'series.name'])
    .orderBy('series.name')
    .orderBy('series.slug')
    .execute();
  return rows.map((row) => ({ ...row, parts: Number(row.parts), live: Number(row.live) }));
}

/** A series with all its parts, in order. @throws not_found */
export async function getSeries(tx: Tx, id: string): Promise<SeriesRecord> {
  const series = await tx
    .selectFrom('series')
    .select(['id', 'slug', 'name', 'description'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!series)
    throw new Failure('not_found', 'There is no such series.', { hint: 'Choose one of the list of series.' });
  const rows = await tx
    .selectFrom('series_part')
    .innerJoin('article', 'article.id', 'series_part.article_id')
    .innerJoin('revision', (on) =>
      on
        .onRef('revision.article_id', '=', 'article.id')
        .on('revision.number', '=', (is) => is.fn.coalesce('article.live_revision', 'article.latest_revision')),
    )
    .select(['article.id', 'revision.headline', 'revision.section', 'article.live_revision'])
    .where('series_id', '=', id)
    .orderBy('place')
    .execute();
  const parts = rows.map((row) => ({
    articleId: row.id,
    headline: row.headline,
    section: row.section,
    isLive: row.live_revision !== null,
  }));
  return { ...series, parts };
}

/** The series of an article, live or not; null when it is in none. */
export async function findSeriesOf(tx: Tx, articleId: string): Promise<{ id: string; name: string } | null> {
  const row = await tx
    .selectFrom('series_part')
    .innerJoin('series', 'series.id', 'series_part.series_id')
    .select(['series.id', 'series.name'])
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return row ?? null;
}
