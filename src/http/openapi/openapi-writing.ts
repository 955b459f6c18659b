import {
  headers,
  type Json,
  json,
  type Operation,
  type Paths,
  parameterRef,
  refusals,
  schemaRef,
} from './openapi-parts.ts';

/** Drafts and revisions. There is no operation that publishes or approves: that is an editor's act. */
export function writingPaths(): Paths {
  const revised = written('ArticleRevision', 'The revision was saved.', ['RevisionConflict', 'SlugTaken'], 'ArticleId');
  return {
    '/api/admin/articles': {
      post: {
        operationId: 'createArticle',
        summary: 'Create an article draft',
        description:
          'Files a draft as revision 0. Needs the scope `article:draft`. A draft takes what the schema takes; `gate` in the answer tells what still stands in the way of publication, which is an editor’s act.',
        ...written('ArticleDraft', 'The draft was filed.', ['SlugTaken']),
      },
    },
    '/api/admin/articles/{articleId}/revisions': {
      post: {
        operationId: 'saveRevision',
        summary: 'Save a revision of an article',
        description:
          'Saves the next revision. Needs the scope `article:edit`. `baseRevision` has to be the latest revision, else 409 tells which that is. What is live stays as it is until an editor publishes this very revision.',
        ...revised,
        responses: { ...revised.responses, ...refusals(404) },
      },
    },
  };
}

type Written = Pick<Operation, 'tags' | 'security' | 'parameters' | 'requestBody' | 'responses'>;

function written(body: string, done: string, conflicts: string[], ...parameters: string[]): Written {
  return {
    tags: ['Writing'],
    security: [{ bearerAuth: [] }, { cookieSession: [] }],
    parameters: [...parameters, 'DryRun', 'IdempotencyKey'].map(parameterRef),
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(body) } } },
    responses: {
      200: {
        description: 'Asked with `dryRun=true`: nothing was stored; this is what the write would have answered.',
        headers: headers('Cache-Control'),
        content: json('FiledArticle'),
      },
      201: { description: done, headers: headers('Location', 'Cache-Control'), content: json('FiledArticle') },
      ...refusals(400, 401, 403, 405),
      409: told('Nothing was stored: somebody else was first.', json(...conflicts)),
      ...refusals(413, 415),
      422: told('Nothing was stored: the payload does not fit.', json('ValidationFailed', 'IdempotencyKeyReused')),
      ...refusals(429, 500, 503),
    },
  };
}

function told(description: string, content: Json): Json {
  return { description, content };
}
