import * as z from 'zod';
import { seriesPath } from '#article/addresses.ts';
import { publicArticle, publicArticleSchema } from '#article/pages/article-json.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ListedSeries, PublishedSeries } from './read-series.ts';

const words = {
  slug: z.string(),
  name: z.string(),
  description: z.string().describe('What it is about, in a line.'),
  url: z.url().describe('Its page.'),
};

export const seriesIndexSchema = z
  .strictObject({
    series: z
      .array(z.strictObject({ ...words, parts: z.int().min(1).describe('How many parts are published.') }))
      .describe('By name.'),
  })
  .meta({ id: 'SeriesIndex' });

export const publicSeriesSchema = z
  .strictObject({ ...words, articles: z.array(publicArticleSchema).describe('Its published parts, in order.') })
  .meta({ id: 'Series', description: 'A series of articles.' });

/** Every series with published parts. */
export function seriesIndexJson(
  { baseUrl }: Publication,
  series: readonly ListedSeries[],
): z.infer<typeof seriesIndexSchema> {
  return {
    series: series.map(({ slug, name, description, parts }) => ({
      slug,
      name,
      description,
      url: baseUrl + seriesPath({ slug }),
      parts,
    })),
  };
}

export function seriesJson(
  publication: Publication,
  { slug, name, description, articles }: PublishedSeries,
): z.infer<typeof publicSeriesSchema> {
  return {
    slug,
    name,
    description,
    url: publication.baseUrl + seriesPath({ slug }),
    articles: articles.map((article) => publicArticle(publication, article)),
  };
}
