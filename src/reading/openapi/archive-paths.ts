import { cached, type JsonObject, json, type Operation, type Paths, refusals } from '#http/api-description.ts';

const ABSENT = { 404: { $ref: '#/components/responses/NotFound' } };
const MOVED = { 301: { $ref: '#/components/responses/Moved' } };
const CURSOR = {
  name: 'cursor',
  in: 'query',
  required: false,
  description: 'The `nextCursor` of the previous page.',
  schema: { type: 'string' },
};

/** Published articles by month and by tag. */
export function archivePaths(): Paths {
  const month = inPath('month', 'The month in UTC.', '2026-09', {
    type: 'string',
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  });
  const tag = inPath('tag', 'The tag’s slug.', 'layout', { type: 'string' });
  return {
    '/api/v1/public/archive': {
      get: index(
        'listMonths',
        'List the months with articles',
        'ArchiveIndex',
        'Latest first. People read it at `/archive`.',
      ),
    },
    '/api/v1/public/archive/{month}': {
      get: list('listArticlesOfMonth', {
        summary: 'List the articles of a month',
        place: month,
        description: 'Sorted by first publication. The page is `/archive/{month}`.',
        others: ABSENT,
      }),
    },
    '/api/v1/public/tags': {
      get: index('listTags', 'List the tags of articles', 'TagIndex', 'By name. People read it at `/tags`.'),
    },
    '/api/v1/public/tags/{tag}': {
      get: list('listArticlesWithTag', {
        summary: 'List the articles with a tag',
        place: tag,
        description: 'A tag that was renamed or merged leads to its present address; `/tags/{tag}` is the page.',
        others: { ...MOVED, ...ABSENT },
      }),
    },
  };
}

function index(operationId: string, summary: string, schema: string, description: string): Operation {
  const responses = cached('The list.', json(schema));
  return { operationId, summary, description, tags: ['Articles'], responses };
}

type List = { summary: string; place: JsonObject; description: string; others: Record<string, JsonObject> };

function list(operationId: string, { summary, place, description, others }: List): Operation {
  return {
    operationId,
    summary,
    description: `Newest first, 100 per page. ${description}`,
    tags: ['Articles'],
    parameters: [place, CURSOR],
    responses: {
      ...cached('A page of the list.', json('ArticleIndex')),
      ...others,
      ...refusals(400),
    },
  };
}

function inPath(name: string, description: string, example: string, schema: JsonObject): JsonObject {
  return { name, in: 'path', required: true, description, schema, example };
}
