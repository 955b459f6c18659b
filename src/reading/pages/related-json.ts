import * as z from 'zod';
import { articleUrl, seriesPath } from '#article/addresses.ts';
import { publicArticle, publicArticleSchema } from '#article/pages/article-json.ts';
import type { PublishedListing } from '#article/published.ts';
import type { ArticleExtras } from '#reading/article-extras.ts';
import type { SeriesPlace } from '#reading/series/read-series.ts';
import type { Publication } from '#runtime/config/config.ts';

export const relatedSchema = z
  .strictObject({
    url: z.url().describe('The article.'),
    section: z.string(),
    slug: z.string(),
    chosen: z.boolean().describe('Whether an editor chose what follows; otherwise shared tags decided.'),
    series: z
      .strictObject({
        name: z.string(),
        url: z.url().describe('The page of the series.'),
        part: z.int().min(1).describe('Which published part this article is.'),
        of: z.int().min(1).describe('How many parts are published.'),
        previous: z.url().nullable().describe('The part before it.'),
        next: z.url().nullable().describe('The part after it.'),
      })
      .nullable()
      .describe('Its place in a series; null when it is in none.'),
    related: z.array(publicArticleSchema).max(3).describe('What to read next, in this order.'),
  })
  .meta({ id: 'Related', description: 'What to read after a published article, and its place in a series.' });

/** The body of `…/related`. */
export function relatedJson(
  publication: Publication,
  article: PublishedListing,
  { related, series }: Pick<ArticleExtras, 'related' | 'series'>,
): z.infer<typeof relatedSchema> {
  const { section, slug } = article;
  return {
    url: articleUrl(publication, article),
    section,
    slug,
    chosen: related.isChosen,
    series: series && placeJson(publication, series),
    related: related.articles.map((listing) => publicArticle(publication, listing)),
  };
}

function placeJson(publication: Publication, series: SeriesPlace) {
  const { name, part, of, previous, next } = series;
  return {
    name,
    url: publication.baseUrl + seriesPath(series),
    part,
    of,
    previous: previous && articleUrl(publication, previous),
    next: next && articleUrl(publication, next),
  };
}
