import { articlePath } from '#article/own-page.ts';
import type { Tx } from '#db/database.ts';
import { compare } from './read-articles.ts';

/** The series with live parts; `parts`: each with its path and its place, which counts parts that are not live. */
export async function listSeries(tx: Tx) {
  const rows = await tx
    .selectFrom('series')
    .innerJoin('series_part', 'series_part.series_id', 'series.id')
    .innerJoin('article', 'article.id', 'series_part.article_id')
    .select(['series.slug', 'series.name', 'series.description', 'series_part.place', 'live_section', 'live_slug'])
    .where('live_revision', 'is not', null)
    .orderBy('series_part.place')
    .execute();
  const bySlug = new Map<string, { name: string; description: string; parts: { path: string; place: number }[] }>();
  for (const { slug, name, description, place, live_section, live_slug } of rows) {
    const series = bySlug.get(slug) ?? { name, description, parts: [] };
    series.parts.push({ path: articlePath({ section: live_section ?? '', slug: live_slug ?? '' }), place });
    bySlug.set(slug, series);
  }
  return [...bySlug]
    .map(([slug, series]) => ({ slug, ...series }))
    .sort((series, other) => compare(series.slug, other.slug));
}
