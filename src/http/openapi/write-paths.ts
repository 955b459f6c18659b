import { nameTools } from '../../render/discovery/mcp-server-info.ts';
import {
  headers,
  type JsonObject,
  json,
  type Operation,
  type Paths,
  parameterRef,
  refusals,
  schemaRef,
} from './parts.ts';

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

function told(description: string, content: JsonObject): JsonObject {
  return { description, content };
}

/** How an agent is let in, and the MCP endpoint it then may use. */
export function agentPaths(): Paths {
  return {
    '/api/agent/identity': {
      post: {
        operationId: 'askToBeLetIn',
        summary: 'Ask to be let in',
        description:
          'Opens a claim. Show `user_code` and `verification_uri` to an editor, keep `claim_token`, and poll the token route.',
        tags: ['Agents'],
        requestBody: { required: true, content: { 'application/json': { schema: schemaRef('IdentityRequest') } } },
        responses: {
          200: { description: 'A claim that waits.', headers: headers('Cache-Control'), content: json('Identity') },
          ...refusals(400, 405, 413, 415, 429, 500, 503),
        },
      },
    },
    '/api/agent/token': {
      post: {
        operationId: 'redeemClaim',
        summary: 'Poll for a token',
        description:
          'Gives a bearer token, once, when an editor has approved. Until then 400 `authorization_pending`; a poll sooner than `interval` seconds after the last is 400 `slow_down`. Any other grant, `device_code` included, is 400 `unsupported_grant_type`.',
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
            description: 'No token, or not yet.',
            headers: headers('Cache-Control'),
            content: { 'application/json': { schema: schemaRef('TokenRefusal'), examples: POLLS } },
          },
          ...refusals(405, 413, 429, 500, 503),
        },
      },
    },
    '/api/mcp': {
      post: {
        operationId: 'callMcp',
        summary: 'Call the MCP endpoint',
        description: `Model Context Protocol over Streamable HTTP, stateless, always answered in JSON. The methods are initialize, notifications/initialized, ping, tools/list and tools/call; the tools are ${nameTools(' and ')}. No tool publishes or approves.`,
        tags: ['Agents'],
        security: [{ bearerAuth: [] }],
        parameters: ['McpProtocolVersion', 'McpMethod', 'McpName'].map(parameterRef),
        requestBody: { required: true, content: { 'application/json': { schema: schemaRef('JsonRpcRequest') } } },
        responses: {
          200: { description: 'The result, or an error of JSON-RPC.', content: json('JsonRpcAnswer') },
          202: { description: 'A notification was taken; there is nothing to answer.' },
          400: { description: 'Not one JSON-RPC message of a revision spoken here.', content: json('JsonRpcAnswer') },
          404: { description: 'No such method (revision 2026-07-28).', content: json('JsonRpcAnswer') },
          ...refusals(401, 403, 405, 413, 415, 429, 500, 503),
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
      error_description: 'Polled sooner than the interval; add 5 seconds to it from now on.',
      code: 'slow_down',
      hint: 'Wait longer before the next poll.',
    },
  },
};
