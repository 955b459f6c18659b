import * as z from 'zod';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Related } from '../../article/read/related.ts';
import type { Publication } from '../../config.ts';
import { articleUrl } from '../addresses.ts';
import { publicArticle, publicArticleSchema } from './article-json.ts';

export const relatedSchema = z
  .strictObject({
    url: z.url().describe('The article.'),
    section: z.string(),
    slug: z.string(),
    chosen: z.boolean().describe('Whether an editor chose what follows; otherwise shared tags decided.'),
    related: z.array(publicArticleSchema).max(3).describe('What to read next, in this order.'),
  })
  .meta({ id: 'Related', description: 'What to read after a published article.' });

/** The body of `…/related`. */
export function relatedJson(
  publication: Publication,
  article: PublishedListing,
  { articles, isChosen }: Related,
): z.infer<typeof relatedSchema> {
  const { section, slug } = article;
  return {
    url: articleUrl(publication, article),
    section,
    slug,
    chosen: isChosen,
    related: articles.map((one) => publicArticle(publication, one)),
  };
}
