import { seriesPath } from '#article/addresses.ts';
import { listingLine } from '#article/pages/listing-markdown.ts';
import { escapeMarkdown } from '#html/markdown/markdown.ts';
import { pageMarkdown } from '#html/markdown/page-markdown.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ListedSeries, PublishedSeries } from './read-series.ts';
import { countParts, NO_SERIES, SERIES_SUMMARY } from './series-html.ts';

/** Every series with published parts, by name. */
export function seriesListMarkdown(publication: Publication, series: readonly ListedSeries[]): string {
  const lines = series.map(
    (entry) =>
      `- [${escapeMarkdown(entry.name)}](${publication.baseUrl}${seriesPath(entry)}.md): ${escapeMarkdown(entry.description)} (${countParts(entry.parts)})`,
  );
  const parts = [lines.length === 0 ? NO_SERIES : lines.join('\n')];
  return pageMarkdown(publication, { path: '/series', title: 'Series', description: SERIES_SUMMARY, parts });
}

/** A series with its parts, in order. */
export function seriesMarkdown(publication: Publication, series: PublishedSeries): string {
  const { name, description, articles } = series;
  const lines = articles.map((article, at) => listingLine(publication, article).replace(/^-/, `${at + 1}.`));
  return pageMarkdown(publication, {
    path: seriesPath(series),
    title: name,
    description,
    parts: [lines.join('\n'), `[All series](${publication.baseUrl}/series.md)`],
  });
}
