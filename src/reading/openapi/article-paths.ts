import { indexQuerySchema } from '#article/pages/article-json.ts';
import { cached, FORMS, forms, json, type Paths, parameterRef, refusals, text } from '#http/api-description.ts';
import { queryParameters } from '#http/api-schemas.ts';

const PLACE = [parameterRef('Desk'), parameterRef('Slug')];
const MOVED = { 301: { $ref: '#/components/responses/Moved' } };
const ABSENT = { 404: { $ref: '#/components/responses/NotFound' } };
const ABSENT_MARKDOWN = { 404: { $ref: '#/components/responses/NotFoundMarkdown' } };
const ABSENT_PAGE = { 404: { $ref: '#/components/responses/NotFoundPage' } };

const SAME_BYTES = 'The same bytes as without `/v1`.';

/** Published articles. */
export function articlePaths(): Paths {
  const index = {
    summary: 'List published articles',
    tags: ['Articles'],
    parameters: queryParameters(indexQuerySchema()),
    responses: {
      ...cached('A page of the index, newest first.', json('ArticleIndex'), 'Link', 'Last-Modified'),
      ...refusals(400),
    },
  };
  const article = {
    summary: 'Read an article as JSON',
    tags: ['Articles'],
    parameters: PLACE,
    responses: {
      ...cached('The article.', json('PublicArticle'), 'Link', 'Last-Modified', 'Repr-Digest'),
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
    responses: { ...cached('The evidence.', json('Evidence'), 'Link', 'Last-Modified'), ...MOVED, ...ABSENT },
  };
  const related = {
    summary: 'Read what follows an article',
    tags: ['Articles'],
    parameters: PLACE,
    responses: { ...cached('What to read next.', json('Related'), 'Link', 'Last-Modified'), ...MOVED, ...ABSENT },
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
    '/api/v1/public/articles': {
      get: { operationId: 'listArticlesV1', description: `${listing} ${SAME_BYTES}`, ...index },
    },
    '/api/public/articles/{section}/{slug}': { get: { operationId: 'getArticle', description: whole, ...article } },
    '/api/v1/public/articles/{section}/{slug}': {
      get: { operationId: 'getArticleV1', description: `${whole} ${SAME_BYTES}`, ...article },
    },
    '/api/public/articles/{section}/{slug}/evidence': {
      get: { operationId: 'getEvidence', description: settled, ...evidence },
    },
    '/api/v1/public/articles/{section}/{slug}/evidence': {
      get: { operationId: 'getEvidenceV1', description: `${settled} ${SAME_BYTES}`, ...evidence },
    },
    '/api/public/articles/{section}/{slug}/related': {
      get: { operationId: 'getRelated', description: next, ...related },
    },
    '/api/v1/public/articles/{section}/{slug}/related': {
      get: { operationId: 'getRelatedV1', description: `${next} ${SAME_BYTES}`, ...related },
    },
    '/api/public/markdown/{section}/{slug}': {
      get: { operationId: 'getArticleMarkdown', description: words, ...markdown },
    },
    '/api/v1/public/markdown/{section}/{slug}': {
      get: { operationId: 'getArticleMarkdownV1', description: `${words} ${SAME_BYTES}`, ...markdown },
    },
  };
}

const AS_MARKDOWN = ['Link', 'Last-Modified', 'Content-Location', 'X-Markdown-Tokens'];
const WITH_DIGEST = [...AS_MARKDOWN, 'Repr-Digest'];
const AS_PAGE = ['Link', 'Last-Modified'];

/** Home page, sections, articles and corrections, as pages. */
export function pagePaths(): Paths {
  const tags = ['Pages'];
  return {
    '/': {
      get: {
        operationId: 'readHome',
        summary: 'Read the home page',
        description: `The latest articles of the whole magazine. ${FORMS}`,
        tags,
        responses: cached('The home page.', forms('Front'), ...AS_PAGE),
      },
    },
    '/index.md': {
      get: {
        operationId: 'readHomeMarkdown',
        summary: 'Read the home page as Markdown',
        description: 'The latest articles, each with the address of its Markdown, and the sections.',
        tags,
        responses: cached('The home page.', text('text/markdown'), ...AS_MARKDOWN),
      },
    },
    '/{section}': {
      get: {
        operationId: 'readDesk',
        summary: 'Read the page of a section',
        description: `The latest articles of one section. ${FORMS}`,
        tags,
        parameters: [parameterRef('Desk')],
        responses: { ...cached('The page of the section.', forms('Front'), ...AS_PAGE), ...ABSENT_PAGE },
      },
    },
    '/{section}.md': {
      get: {
        operationId: 'readDeskMarkdown',
        summary: 'Read the page of a section as Markdown',
        description: 'The latest articles of one section, each with the address of its Markdown.',
        tags,
        parameters: [parameterRef('Desk')],
        responses: { ...cached('The page of the section.', text('text/markdown'), ...AS_MARKDOWN), ...ABSENT_MARKDOWN },
      },
    },
    '/{section}/{slug}': {
      get: {
        operationId: 'readArticle',
        summary: 'Read an article',
        description: `An article at its canonical address. ${FORMS}`,
        tags,
        parameters: PLACE,
        responses: { ...cached('The article.', forms('PublicArticle'), ...AS_PAGE), ...MOVED, ...ABSENT_PAGE },
      },
    },
    '/{section}/{slug}.md': {
      get: {
        operationId: 'readArticleMarkdown',
        summary: 'Read an article as Markdown, at the address of its page with .md',
        description: 'The same bytes as `/api/public/markdown/{section}/{slug}`.',
        tags,
        parameters: PLACE,
        responses: { ...cached('The article.', text('text/markdown'), ...WITH_DIGEST), ...MOVED, ...ABSENT_MARKDOWN },
      },
    },
    '/corrections': {
      get: {
        operationId: 'readCorrections',
        summary: 'Read every correction',
        description: 'Every correction made to a published article, latest first.',
        tags,
        responses: cached(
          'The page of corrections.',
          { ...text('text/html'), ...text('text/markdown') },
          'Last-Modified',
        ),
      },
    },
  };
}
