import { RequestError } from '@hono/node-server';
import type { Context } from 'hono';
import { Failure, type FailureKind } from '#core/failure.ts';
import { prefersPage } from '#http/cache/negotiate.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Config, Publication } from '#runtime/config/config.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { Env, Handler, Log } from './context.ts';
import { headersWithoutId } from './security-headers.ts';

/** Renders an error as an HTML page: `create-app.ts` passes in the newsroom's. */
export type ErrorPage = (c: Context<Env>, error: Error) => Promise<Response>;

/** The pages that say that an address does not support a method: of the newsroom, and of the magazine. */
export type MethodPages = {
  newsroom: ErrorPage;
  magazine: (publication: Publication, message: string) => Promise<string>;
};

/**
 * Responds to an error that a handler threw: a `Failure` as it is, anything else as `internal`, logged and never shown. In the newsroom
 * the answer is a page, but JSON for a script that asks for it.
 */
export function handleError(errorPage: ErrorPage) {
  return async (error: Error, c: Context<Env>): Promise<Response> => {
    const { req } = c;
    const answer = answerError(error, c.var.log, {
      request: c.var.requestId,
      method: req.method,
      route: req.routePath,
    });
    const isForScript = req.header('accept') === 'application/json';
    return isPage(req.path) && !isForScript ? errorPage(c, error) : new Response(answer.body, answer);
  };
}

/** The answer to an error that a handler threw; an error other than a `Failure` is logged with these fields. */
function answerError(error: unknown, log: Log, fields: Record<string, unknown>): ErrorAnswer {
  if (error instanceof Failure) return errorAnswer(error);
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  log.error({ ...fields, error: text }, 'a request failed; this is a defect');
  return errorBodyAnswer(500, INTERNAL);
}

/** Responds to bytes that are not a valid HTTP request, such as one whose `Host` is not a host name. The listener adds its id. */
export function handleUnreadableRequest(config: Config, log: Log): (error: unknown) => Response {
  return (error) => {
    const headers = headersWithoutId(config);
    if (error instanceof RequestError) {
      return errorResponse(
        new Failure('bad_request', 'This is not a valid HTTP request.', {
          hint: 'Check its Host header and its path.',
        }),
        headers,
      );
    }
    const trace = error instanceof Error ? error.stack : String(error);
    log.error({ error: trace }, 'a request failed; this is a defect');
    return errorBodyResponse(500, INTERNAL, headers);
  };
}

/** Whether a path belongs to the newsroom: errors are pages there, and other origins may not send requests. */
function isPage(path: string): boolean {
  return path.startsWith('/newsroom') || path.startsWith('/agent/claim') || path.startsWith('/oauth/authorize');
}

/** 405 with the methods of the path (RFC 9110, 15.5.6), and the CORS preflight of a public resource. */
export function methodNotAllowed(allowed: string[], pages: MethodPages): Handler {
  const allow = allowed.join(', ');
  return async (c) => {
    if (c.req.method === 'OPTIONS' && allowed.includes('GET') && !isPage(c.req.path)) {
      return new Response(null, {
        status: 204,
        headers: {
          Allow: allow,
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': 'GET, HEAD',
          'Access-Control-Allow-Headers': 'Accept, If-None-Match, If-Modified-Since, MCP-Protocol-Version',
          'Access-Control-Max-Age': '86400',
        },
      });
    }
    const failure = new Failure('method_not_allowed', `This address does not support ${c.req.method}.`, {
      hint: `It supports ${allow}.${c.req.path.startsWith('/api/admin/') ? ` ${HOW_TO_READ_DRAFTS}` : ''}`,
    });
    const refused = await refusalOf(c, failure, pages);
    refused.headers.set('Allow', allow);
    return refused;
  };
}

/** A page of the newsroom, a page of the magazine for a browser, or JSON. */
async function refusalOf(c: Context<Env>, failure: Failure, pages: MethodPages): Promise<Response> {
  if (isPage(c.req.path)) return pages.newsroom(c, failure);
  const answer = errorResponse(failure);
  if (c.req.path.startsWith('/api/') || !prefersPage(c.req.header('accept'))) return answer;
  const page = await pages.magazine(siteSnapshot().publication, failure.message);
  return new Response(page, { status: answer.status, headers: { 'Content-Type': HTML, 'Cache-Control': 'no-store' } });
}

/** The one table from kinds of failure to HTTP statuses. */
const STATUS: Record<FailureKind, number> = {
  bad_request: 400,
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_done: 409,
  already_exists: 409,
  revision_conflict: 409,
  working_copy_conflict: 409,
  slug_taken: 409,
  gate_blocked: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  busy: 503,
  db_unavailable: 503,
  storage_full: 503,
};

/** A failure as JSON, over REST and MCP alike: `{code, error, hint}` and further fields of the failure. */
export type ErrorBody = { code: string; error: string; hint: string; [more: string]: unknown };

export function errorBody(failure: Failure): ErrorBody {
  return {
    code: failure.kind,
    error: failure.message,
    hint: failure.detail.hint ?? 'See /openapi.json.',
    ...failure.detail.more,
  };
}

/** The hint for a GET of a write route. */
export const HOW_TO_READ_DRAFTS =
  'Agents read a draft at GET /api/agent/articles/{articleId}, or with the tool get_article of POST /api/mcp, with the same bearer token; people read it in the newsroom.';

/** The body for an unexpected error, which is logged and never shown. */
export const INTERNAL: ErrorBody = {
  code: 'internal',
  error: 'The server made an error and logged it.',
  hint: 'Send the same request again with the same Idempotency-Key. If it fails again, tell the publication.',
};

export function statusOfFailure(failure: Failure): number {
  return STATUS[failure.kind];
}

/** A failure as a JSON response. */
export function errorResponse(failure: Failure, headers: Record<string, string> = {}): Response {
  const answer = errorAnswer(failure);
  return new Response(answer.body, { status: answer.status, headers: { ...answer.headers, ...headers } });
}

export function errorBodyResponse(status: number, refusal: ErrorBody, headers: Record<string, string> = {}): Response {
  const answer = errorBodyAnswer(status, refusal);
  return new Response(answer.body, { status, headers: { ...answer.headers, ...headers } });
}

type ErrorAnswer = { status: number; headers: Record<string, string>; body: string };

function errorAnswer(failure: Failure): ErrorAnswer {
  const { retryAfter } = failure.detail;
  const answer = errorBodyAnswer(statusOfFailure(failure), errorBody(failure));
  if (retryAfter !== undefined) answer.headers['Retry-After'] = String(Math.ceil(retryAfter));
  return answer;
}

function errorBodyAnswer(status: number, refusal: ErrorBody): ErrorAnswer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  return { status, headers, body: `${JSON.stringify(refusal)}\n` };
}
