import { indexQuerySchema } from '#article/pages/article-json.ts';
import { cached, FORMS, forms, json, type Paths, parameterRef, refusals, text } from '#http/api-description.ts';
import { queryParameters } from '#http/api-schemas.ts';

const PLACE = [parameterRef('Desk'), parameterRef('Slug')];
const MOVED = { 301: { $ref: '#/components/responses/Moved' } };
const ABSENT = { 404: { $ref: '#/components/responses/NotFound' } };
const ABSENT_MARKDOWN = { 404: { $ref: '#/components/responses/NotFoundMarkdown' } };
const ABSENT_PAGE = { 404: { $ref: '#/components/responses/NotFoundPage' } };

/** Published articles. */
export function articlePaths(): Paths {
  const index = {
    summary: 'List published articles',
    tags: ['Articles'],
    parameters: queryParameters(indexQuerySchema()),
    responses: {
      ...cached('A page of the index, newest first.', json('ArticleIndex')),
      ...refusals(400),
    },
  };
  const article = {
    summary: 'Read an article as JSON',
    tags: ['Articles'],
    parameters: PLACE,
    responses: {
      ...cached('The article.', json('PublicArticle'), 'Repr-Digest'),
      ...MOVED,
      ...ABSENT,
    },
  };
  const markdown = {
    summary: 'Read an article as Markdown',
    tags: ['Articles'],
    parameters: PLACE,
    responses: { ...cached('The article.', text('text/markdown'), ...WITH_DIGEST), ...MOVED, ...ABSENT_MARKDOWN },
  };
  const evidence = {
    summary: 'Read how the numbers of an article were settled',
    tags: ['Articles'],
    parameters: PLACE,
    responses: { ...cached('The evidence.', json('Evidence')), ...MOVED, ...ABSENT },
  };
  const related = {
    summary: 'Read what follows an article',
    tags: ['Articles'],
    parameters: PLACE,
    responses: { ...cached('What to read next.', json('Related')), ...MOVED, ...ABSENT },
  };
  const listing =
    'Every published article, newest first by `publishedAt`. `nextCursor` and `Link: rel="next"` lead to the next page. An unknown or malformed parameter is 400.';
  const settled =
    'Each number of the published revision with its source, the place and the words in that source, or its formula. A settled number is not proven true: its settlement says what an editor checked.';
  const next =
    'Up to three articles: those that an editor chose, or else those that share the most tags; a rare tag counts more than a common one. The HTML and Markdown forms end with the same list.';
  const whole = 'One article with its sources and its correction, without the text.';
  const words = 'The full text: first the facts, then any correction, the body and the sources.';
  return {
    '/api/public/articles': { get: { operationId: 'listArticles', description: listing, ...index } },
    '/api/public/articles/{section}/{slug}': { get: { operationId: 'getArticle', description: whole, ...article } },
    '/api/public/articles/{section}/{slug}/evidence': {
      get: { operationId: 'getEvidence', description: settled, ...evidence },
    },
    '/api/public/articles/{section}/{slug}/related': {
      get: { operationId: 'getRelated', description: next, ...related },
    },
    '/api/public/markdown/{section}/{slug}': {
      get: { operationId: 'getArticleMarkdown', description: words, ...markdown },
    },
  };
}

const WITH_DIGEST = ['X-Markdown-Tokens', 'Repr-Digest'];
/** The home page and articles, as pages. */
export function pagePaths(): Paths {
  const tags = ['Pages'];
  return {
    '/': {
      get: {
        operationId: 'readHome',
        summary: 'Read the home page',
        description: `The latest articles of the whole magazine. ${FORMS}`,
        tags,
        responses: cached('The home page.', forms('Front')),
      },
    },
    '/{section}/{slug}': {
      get: {
        operationId: 'readArticle',
        summary: 'Read an article',
        description: `An article at its canonical address. ${FORMS}`,
        tags,
        parameters: PLACE,
        responses: { ...cached('The article.', forms('PublicArticle')), ...MOVED, ...ABSENT_PAGE },
      },
    },
  };
}
