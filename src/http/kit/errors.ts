import { RequestError } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import { Failure } from '../../core/failure.ts';
import type { Deps } from '../../runtime/deps.ts';
import { errorPage } from '../newsroom/kit/error-page.ts';
import type { Env, Handler, Log } from './context.ts';
import { DRAFTS_ARE_READ, errorBodyResponse, errorResponse, INTERNAL } from './error-response.ts';
import { everyAnswer } from './security-headers.ts';

/** Answers what a door threw: a refusal as it is, anything else as `internal`, logged and not shown. */
export async function handleError(error: Error, c: Context<Env>): Promise<Response> {
  const path = c.req.routePath;
  if (!(error instanceof Failure)) {
    c.var.log.error(
      { request: c.var.requestId, method: c.req.method, route: path, error: error.stack ?? String(error) },
      'a request failed; this is a defect',
    );
  }
  if (isPage(c.req.path)) return errorPage(c, error);
  if (error instanceof Failure) return errorResponse(error);
  return errorBodyResponse(500, INTERNAL);
}

/** Answers what cannot be made into a request at all, such as one whose `Host` is no host; a defect as `internal`. */
export function handleUnreadableRequest(config: Config, deps: Deps, log: Log): (error: unknown) => Response {
  return (error) => {
    const requestId = deps.newId();
    const headers = everyAnswer(config, requestId);
    if (error instanceof RequestError) {
      return errorResponse(
        new Failure('bad_request', 'This is no request.', { hint: 'Look at its Host and its path.' }),
        headers,
      );
    }
    const told = error instanceof Error ? error.stack : String(error);
    log.error({ request: requestId, error: told }, 'a request failed; this is a defect');
    return errorBodyResponse(500, INTERNAL, headers);
  };
}

/** Whether an address belongs to the pages of the masthead: refusals are pages there, and no other origin may ask. */
function isPage(path: string): boolean {
  return path.startsWith('/newsroom') || path.startsWith('/agent/claim');
}

/** 405 with what the path does answer (RFC 9110, 15.5.6); the preflight of a public read from another origin. */
export function methodNotAllowed(allowed: string[]): Handler {
  const allow = allowed.join(', ');
  return async (c) => {
    if (c.req.method === 'OPTIONS' && allowed.includes('GET') && !isPage(c.req.path)) {
      return new Response(null, {
        status: 204,
        headers: {
          Allow: allow,
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Methods': 'GET, HEAD',
          'Access-Control-Allow-Headers': 'Accept, If-None-Match, If-Modified-Since',
          'Access-Control-Max-Age': '86400',
        },
      });
    }
    const failure = new Failure('method_not_allowed', `This address does not answer ${c.req.method}.`, {
      hint: `It answers ${allow}.${c.req.path.startsWith('/api/admin/') ? ` ${DRAFTS_ARE_READ}` : ''}`,
    });
    const refused = isPage(c.req.path) ? await errorPage(c, failure) : errorResponse(failure);
    refused.headers.set('Allow', allow);
    return refused;
  };
}
