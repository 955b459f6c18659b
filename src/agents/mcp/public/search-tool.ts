import * as z from 'zod';
import { articleUrl } from '#article/addresses.ts';
import { archiveSentence } from '#article/archive-words.ts';
import { indexQuerySchema, sectionSchema } from '#article/pages/article-json.ts';
import { perSections } from '#article/section.ts';
import { tokenize } from '#core/tokenize.ts';
import { daysOf } from '#http/days.ts';
import { budgetOf, countFitting } from '#http/define-reader-tool.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type FoundArticle, markFound } from '#search/found.ts';
import { readFoundTexts } from '#search/found-texts.ts';
import { looserQuery } from '#search/looser-query.ts';
import { type FoundPage, searchPublished } from '#search/search-published.ts';
import { type PublicTx, publicTool } from './tool.ts';

const { from, to, cursor } = indexQuerySchema().shape;

const input = perSections(() =>
  z.strictObject({
    query: z
      .string()
      .max(1000)
      .refine((query) => tokenize(query).length > 0, { error: 'must hold a word: letters or digits' })
      .describe(
        'Words of the subject, such as "layout robots"; a question is fine. Where no article has all words, the search is repeated with those that are found. Quoted words are a phrase.',
      ),
    section: sectionSchema().optional().describe('Only articles of this section.'),
    from,
    to,
    limit: z.int().min(1).max(50).default(10).describe('Most results.'),
    cursor: cursor.describe('nextCursor of the previous answer to the same query.'),
    budget: budgetOf(20_000, 'The list ends before the result that does not fit.'),
  }),
);

type Input = z.output<ReturnType<typeof input>>;

export const SEARCH = publicTool(
  {
    name: 'search',
    title: 'Search the magazine',
    description:
      'Searches all published articles by words. Use it first. Returns JSON: results, the best match first, nextCursor (send it as cursor; null on the last page), searchedFor (the words that were searched: fewer than in query where no article has all) and next (what to do next). A result has id (send it to fetch), title, url (the address to cite), text (what the article is about, then the passage with most of the words), section, publishedAt, modifiedAt, and archive where the article is from another site: its numbers were not settled here.',
  },
  input,
  async ({ publication, read }, asked) => {
    const { page, query, texts } = await read((tx) => findResults(tx, asked));
    const articles = markFound(query, page.corrections, page.articles, texts);
    const results = articles.map((article) => toResult(publication, article));
    return { results, nextCursor: page.nextCursor, searchedFor: query, next: nextStep(asked, page, query) };
  },
);

async function findResults(tx: PublicTx, asked: Input) {
  const { query, section, from, to, limit, cursor, budget } = asked;
  const filter = { ...daysOf(from, to), ...(section && { section }), ...(cursor && { cursor }) };
  const find = (q: string, most: number) => searchPublished(tx, { ...filter, q, limit: most });
  const isShort = indexQuerySchema().shape.q.safeParse(query).success;
  let words = query;
  let page = isShort ? await find(words, limit) : NOTHING;
  if (page.articles.length === 0) {
    words = (await looserQuery(tx, { ...filter, q: query })) ?? query;
    if (words !== query) page = await find(words, limit);
  }
  const texts = await readFoundTexts(
    tx,
    page.articles.map(({ id }) => id),
  );
  const fitting = countFitting(
    page.articles.map(({ headline, dek, slug }) => AROUND + headline.length + dek.length + slug.length),
    budget,
  );
  if (fitting < page.articles.length) page = await find(words, fitting);
  return { page, query: words, texts };
}

const NOTHING: FoundPage = { articles: [], nextCursor: null, corrections: [] };

/** Characters of a result without its headline, dek and address: the names of its fields, its times and its passage. */
const AROUND = 550;

function toResult(publication: Publication, { article, passage }: FoundArticle) {
  const { id, headline, dek, section, publishedAt, modifiedAt, archive } = article;
  const excerpt = passage?.map(({ text }) => text).join('');
  return {
    id,
    title: headline,
    url: articleUrl(publication, article),
    text: excerpt ? `${dek} … ${excerpt}` : dek,
    section,
    publishedAt,
    modifiedAt,
    ...(archive && { archive: archiveSentence(archive) }),
  };
}

function nextStep({ query }: Input, { articles, nextCursor, corrections }: FoundPage, searched: string): string {
  if (articles.length === 0)
    return 'Nothing is published with these words. Search again with one or two words of the subject; the magazine may not have written about it.';
  const respelled = corrections.length > 0 ? ' Some words were respelled: compare the titles with what you asked.' : '';
  const fewer = searched === query ? '' : ' No article has all the words; these results have the words in searchedFor.';
  return `Read an article with fetch and its id.${nextCursor === null ? '' : ' More results: call again with cursor.'}${fewer}${respelled}`;
}
