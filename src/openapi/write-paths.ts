import * as z from 'zod';
import { recordQuery, storedListQuery } from '#editorial/api/read-stored.ts';
import {
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

/** Drafts and revisions. No operation publishes or approves: only editors do that. */
export function writingPaths(): Paths {
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

/** What an agent may read of its own drafts and of published articles. */
function storedPaths(): Paths {
  const shared = { tags: ['Writing'], security: [{ bearerAuth: [] }] };
  const read = (description: string, schema: string) => ({
    200: { description, headers: headers('Cache-Control'), content: json(schema) },
    ...refusals(400, 401, 405),
    422: told('A parameter is not valid.', json('ValidationFailed')),
    ...refusals(429, 500, 503),
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
        headers: headers('Cache-Control'),
        content: json('FiledArticle'),
      },
      201: { description: done, headers: headers('Location', 'Cache-Control'), content: json('FiledArticle') },
      ...refusals(400, 401, 403, 405),
      409: told('Nothing was stored: there is a newer revision, or the slug is taken.', json(...conflicts)),
      ...refusals(413, 415),
      422: told('Nothing was stored: the payload is not valid.', json('ValidationFailed', 'IdempotencyKeyReused')),
      ...refusals(429, 500, 503),
    },
  };
}

function told(description: string, content: JsonObject): JsonObject {
  return { description, content };
}

/** Agent access. */
export function agentPaths(): Paths {
  return {
    '/api/agent/identity': {
      post: {
        operationId: 'askToBeLetIn',
        summary: 'Request access for an agent',
        description:
          'Creates a claim. Show `user_code` and `verification_uri` to an editor, keep `claim_token` secret, and poll the token route.',
        tags: ['Agents'],
        requestBody: { required: true, content: { 'application/json': { schema: schemaRef('IdentityRequest') } } },
        responses: {
          200: { description: 'A pending claim.', headers: headers('Cache-Control'), content: json('Identity') },
          ...refusals(400, 405, 413, 415, 429, 500, 503),
        },
      },
    },
    '/api/agent/token': {
      post: {
        operationId: 'redeemClaim',
        summary: 'Poll for a token',
        description:
          'Issues a bearer token after an editor has approved the claim. Before that the response is 400 `authorization_pending`; a poll less than `interval` seconds after the last one gets 400 `slow_down`. Any other grant, `device_code` included, gets 400 `unsupported_grant_type`.',
        tags: ['Agents'],
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: schemaRef('TokenRequest') } },
        },
        responses: {
          200: {
            description: 'A token for 900 seconds.',
            headers: headers('Cache-Control'),
            content: json('AccessToken'),
          },
          400: {
            description: 'No token, or no token yet.',
            headers: headers('Cache-Control'),
            content: { 'application/json': { schema: schemaRef('TokenRefusal'), examples: POLLS } },
          },
          ...refusals(405, 413, 429, 500, 503),
        },
      },
    },
  };
}

const POLLS: JsonObject = {
  pending: {
    summary: 'The editor has not completed the claim',
    value: {
      error: 'authorization_pending',
      error_description: 'The editor has not decided yet.',
      code: 'authorization_pending',
      hint: 'Poll again after the interval.',
    },
  },
  tooSoon: {
    summary: 'Polled sooner than the interval',
    value: {
      error: 'slow_down',
      error_description: 'Polled too soon; add 5 seconds to the interval from now on.',
      code: 'slow_down',
      hint: 'Wait longer before the next poll.',
    },
  },
};
