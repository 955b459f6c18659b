import { z } from 'zod';
import { type Source, sourceSchema } from '../../article/model/copy.ts';
import { DESK_SLUGS } from '../../article/model/desk.ts';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { articleUrl } from '../addresses.ts';

/** The desks a reader can ask for; a draft may name one that does not exist. */
export const deskSchema = z.enum(DESK_SLUGS).meta({ id: 'Desk' });

const dateTime = () => z.iso.datetime();

/** The public JSON of an article: the specification's eleven fields and no more. */
export const publicArticleSchema = z
  .strictObject({
    author: z.string().describe("The byline's name."),
    correctedAt: dateTime().nullable().describe('When the latest correction was made.'),
    correctionNote: z.string().nullable().describe('What the latest correction says.'),
    dek: z.string().describe('The line under the headline.'),
    headline: z.string(),
    modifiedAt: dateTime().describe('The latest publication.'),
    publishedAt: dateTime().nullable().describe('The first publication; never moves.'),
    section: z.string().describe('The desk.'),
    slug: z.string(),
    sources: z.array(sourceSchema).max(30),
    url: z.url().describe('The canonical address.'),
  })
  .meta({ id: 'PublicArticle' });
export type PublicArticle = z.infer<typeof publicArticleSchema>;

/** A page of the index. */
export const articleIndexSchema = z
  .strictObject({
    articles: z.array(publicArticleSchema).describe('Newest first.'),
    nextCursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
  })
  .meta({ id: 'ArticleIndex' });

/** The home page, or a desk's, in JSON. */
export const frontSchema = z
  .strictObject({
    articles: z.array(publicArticleSchema).describe('Newest first, at most 100.'),
    description: z.string().describe('What the magazine is.'),
    name: z.string(),
    openapi: z.url().describe('Where this description is.'),
  })
  .meta({ id: 'Front' });

export function publicArticle(publication: Publication, article: PublishedListing): PublicArticle {
  return {
    author: article.author ?? publication.byline,
    correctedAt: article.correctedAt,
    correctionNote: article.correctionNote,
    dek: article.dek,
    headline: article.headline,
    modifiedAt: article.modifiedAt,
    publishedAt: article.publishedAt,
    section: article.section,
    slug: article.slug,
    sources: article.sources.map(publicSource),
    url: articleUrl(publication, article),
  };
}

/** A source without the fields it has nothing to say in. */
function publicSource({ title, url, publisher, note }: Source): Source {
  return { title, url, ...(publisher?.trim() && { publisher }), ...(note?.trim() && { note }) };
}

/** The body of `/` and `/{section}` in JSON. */
export function frontJson(publication: Publication, articles: PublishedListing[]) {
  return {
    articles: articles.map((article) => publicArticle(publication, article)),
    description: publication.description,
    name: publication.name,
    openapi: `${publication.baseUrl}/openapi.json`,
  };
}
