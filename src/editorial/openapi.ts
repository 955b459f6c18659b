import * as z from 'zod';
import { blockSchema, copySchema, packetSchema, revisionSchema } from '#article/copy.ts';
import { articleListSchema, articleSummarySchema, recordSchema } from '#editorial/api/draft-json.ts';
import { draftExamples } from '#editorial/api/openapi-examples.ts';
import { recordQuery, storedListQuery, storedListSchema } from '#editorial/api/read-stored.ts';
import { commentsSchema, gateSchema, outsideSchema, reviewSchema, sentBackSchema } from '#editorial/api/review-json.ts';
import { openFigureSchema } from '#editorial/api/short-json.ts';
import {
  type ApiParts,
  headers,
  type JsonObject,
  json,
  type Operation,
  type Paths,
  parameterRef,
  refusals,
  schemaRef,
} from '#http/api-description.ts';
import { queryParameters } from '#http/api-schemas.ts';

const PARAMETERS: Record<string, JsonObject> = {
  ArticleId: {
    name: 'articleId',
    in: 'path',
    required: true,
    description: 'The `id` of the draft.',
    schema: { type: 'string', format: 'uuid' },
    example: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
  },
  DryRun: {
    name: 'dryRun',
    in: 'query',
    required: false,
    description:
      'With `true` the payload is checked and nothing is stored: the response is 200 with the same `gate`. Sources that `claimsReview` names are opened first, for up to 20 seconds, and the gate says whether they have the number.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
  GateEntries: {
    name: 'gateEntries',
    in: 'query',
    required: false,
    description:
      'With `first` the `gate` of the response has the first three entries of each code and a count, and `openFigures` lists the open numbers.',
    schema: { type: 'string', enum: ['all', 'first'], default: 'all' },
    example: 'first',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique value for this write, valid for 24 hours: the same key with the same body returns the first response; with another body the response is 422.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7f1c2a9e-1f0b-4d0c-9a59-2f3f5f8f6f11',
  },
};

export const apiParts: readonly ApiParts[] = [
  {
    place: 90,
    paths: writingPaths,
    schemas: () => [
      copySchema,
      revisionSchema,
      blockSchema,
      packetSchema,
      articleSummarySchema,
      recordSchema,
      storedListSchema,
      articleListSchema,
      gateSchema,
      sentBackSchema,
      openFigureSchema,
      reviewSchema,
      commentsSchema,
      outsideSchema,
    ],
    examples: draftExamples,
    parameters: PARAMETERS,
  },
];

/** Drafts and revisions. No operation publishes or approves: only editors do that. */
function writingPaths(): Paths {
  const revised = written('ArticleRevision', 'The revision was saved.', ['RevisionConflict', 'SlugTaken'], 'ArticleId');
  return {
    '/api/admin/articles': {
      post: {
        operationId: 'createArticle',
        summary: 'Create an article draft',
        description:
          'Creates a draft as revision 0. Requires the scope `article:draft`. A draft may have everything that the schema allows; `gate` in the response lists what still prevents publication. Only an editor publishes.',
        ...written('ArticleDraft', 'The draft was created.', ['SlugTaken']),
      },
    },
    '/api/admin/articles/{articleId}/revisions': {
      post: {
        operationId: 'saveRevision',
        summary: 'Save a revision of an article',
        description:
          'Saves the next revision. Requires the scope `article:edit`. `baseRevision` must be the latest revision; otherwise the response is 409 and names the latest revision. The published text does not change until an editor publishes this revision.',
        ...revised,
        responses: { ...revised.responses, ...refusals(404) },
      },
    },
    ...storedPaths(),
  };
}

/** The routes with which an agent reads its own drafts and the published articles. */
function storedPaths(): Paths {
  const shared = { tags: ['Writing'], security: [{ bearerAuth: [] }] };
  const read = (description: string, schema: string) => ({
    200: { description, content: json(schema) },
    422: response('A parameter is not valid.', json('ValidationFailed')),
    ...refusals(400, 401, 429),
  });
  return {
    '/api/agent/articles': {
      get: {
        operationId: 'listStoredArticles',
        summary: 'List the articles an agent may see',
        description:
          'The same as the MCP tool list_articles: the drafts of the editor who approved the agent, and all published articles, last changed first. `needs=my answer` finds the drafts that an editor sent back. To follow changes, send the `version` of the last answer as `since`, after `nextLookAfter` seconds. Lists in parameters are joined by commas.',
        ...shared,
        parameters: queryParameters(storedListQuery),
        responses: read('A page of articles.', 'StoredArticleList'),
      },
    },
    '/api/agent/articles/{articleId}': {
      get: {
        operationId: 'readStoredArticle',
        summary: 'Read a draft, its gate, its review and its comments',
        description:
          'The same as the MCP tool get_article. `fields` chooses what is answered; with `since` the answer says only `unchanged` while nothing happened to the article.',
        ...shared,
        parameters: [parameterRef('ArticleId'), ...queryParameters(z.strictObject(recordQuery))],
        responses: { ...read('The article.', 'StoredArticle'), ...refusals(404) },
      },
    },
  };
}

type Written = Pick<Operation, 'tags' | 'security' | 'parameters' | 'requestBody' | 'responses'>;

function written(body: string, done: string, conflicts: string[], ...parameters: string[]): Written {
  return {
    tags: ['Writing'],
    security: [{ bearerAuth: [] }, { cookieSession: [] }],
    parameters: [...parameters, 'DryRun', 'GateEntries', 'IdempotencyKey'].map(parameterRef),
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(body) } } },
    responses: {
      200: {
        description: 'Dry run (`dryRun=true`): nothing was stored; the body is what the write would return.',
        content: json('FiledArticle'),
      },
      201: { description: done, headers: headers('Location'), content: json('FiledArticle') },
      409: response('Nothing was stored: there is a newer revision, or the slug is taken.', json(...conflicts)),
      422: response('Nothing was stored: the payload is not valid.', json('ValidationFailed', 'IdempotencyKeyReused')),
      ...refusals(400, 401, 403, 429),
    },
  };
}

function response(description: string, content: JsonObject): JsonObject {
  return { description, content };
}
