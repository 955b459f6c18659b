import * as z from 'zod';
import { articleUrl } from '#article/addresses.ts';
import { archiveMarkSchema, archiveMember } from '#article/archive-words.ts';
import { FIELD_LABELS, JSON_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import { type Source, sourceSchema } from '#article/copy.ts';
import { LONGEST_Q } from '#article/pages/not-found-html.ts';
import type { PublishedListing } from '#article/published.ts';
import { perSections, readableSectionSlugs } from '#article/section.ts';
import { codePoints } from '#core/text.ts';
import { tokenize } from '#core/tokenize.ts';
import type { Publication } from '#runtime/config/config.ts';

/** The sections whose articles can be read; a draft may name one that does not exist. */
export const sectionSchema = perSections(() => z.enum(readableSectionSlugs()).meta({ id: 'Desk' }));

const dateTime = () => z.iso.datetime();

/**
 * The public JSON of an article: the fields of the specification, of an article of an archive its mark, and the texts that the table of
 * fields puts into it.
 */
export const publicArticleSchema = z
  .strictObject({
    author: z.string().describe("The byline's name."),
    correctedAt: dateTime().nullable().describe('The time of the latest correction.'),
    correctionNote: z.string().nullable().describe('The note of the latest correction.'),
    dek: z.string().describe('The line under the headline.'),
    headline: z.string(),
    modifiedAt: dateTime().describe('The time of the latest publication.'),
    publishedAt: dateTime().nullable().describe('The time of the first publication; it never changes.'),
    section: z.string().describe('The slug of the section.'),
    slug: z.string(),
    sources: z.array(sourceSchema).max(30),
    url: z.url().describe('The canonical address.'),
    archive: archiveMarkSchema.optional(),
    ...valuesOf(JSON_TEXT_NAMES, (name) => z.string().nullable().describe(`${FIELD_LABELS[name]}.`)),
  })
  .meta({ id: 'PublicArticle' });
export type PublicArticle = z.infer<typeof publicArticleSchema>;

/** A page of the index. */
export const articleIndexSchema = z
  .strictObject({
    articles: z.array(publicArticleSchema).describe('Newest first; with `q` the best match first.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
  })
  .meta({ id: 'ArticleIndex' });

/** The home page, or a section's, in JSON. */
export const frontSchema = z
  .strictObject({
    articles: z.array(publicArticleSchema).describe('Newest first, at most 100.'),
    description: z.string().describe('A description of the magazine.'),
    name: z.string(),
    openapi: z.url().describe('The address of this description.'),
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
    ...archiveMember(article.archive),
    ...valuesOf(JSON_TEXT_NAMES, (name) => article[name]),
  };
}

/** A source without its empty fields. */
export function publicSource({ title, url, publisher, note }: Source): Source {
  return { title, url, ...(publisher?.trim() && { publisher }), ...(note?.trim() && { note }) };
}

/** A page of the index, and of every list of articles, in JSON. */
export function articleIndexJson(
  publication: Publication,
  articles: readonly PublishedListing[],
  nextCursor: string | null,
) {
  return { articles: articles.map((article) => publicArticle(publication, article)), nextCursor };
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

/** Most different words of a search. */
export const MOST_ASKED = 16;

/** The filters of the index. */
export const indexQuerySchema = perSections(() =>
  z.object({
    limit: z.coerce.number().int().min(1).max(1000).default(100).describe('The number of articles per page.'),
    cursor: z.string().min(1).max(200).optional().describe('The `nextCursor` of the previous page.'),
    section: sectionSchema().optional().describe('Only articles of this section.'),
    updatedSince: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only articles published or changed at or after this time (RFC 3339).'),
    from: z.iso.date().optional().describe('Only articles first published on this UTC day (`2026-09-30`) or later.'),
    to: z.iso.date().optional().describe('Only articles first published on this UTC day or earlier.'),
    q: z
      .string()
      .refine((q) => codePoints(q) <= LONGEST_Q, { error: `must be at most ${LONGEST_Q} characters long` })
      .refine((q) => tokenize(q).length > 0, { error: 'must hold a word: letters or digits' })
      .refine((q) => tokenize(q).length <= MOST_ASKED, { error: `must hold at most ${MOST_ASKED} different words` })
      .meta({ minLength: 1, maxLength: LONGEST_Q })
      .optional()
      .describe(
        `Only articles with each of these words, at most ${MOST_ASKED}, in headline, dek, byline, tags, body or the titles of sources; the best match first. English words match in every form, the last word also as the beginning of a word; case, accents and punctuation do not count. Words in double quotes are a phrase; there are no other operators. If nothing matches, words that no article has are replaced by words one letter away.`,
      ),
  }),
);
