import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { actorKey, callerAddress, isOwnHost, isOwnOrigin } from './client-address.ts';
import type { Context, Env } from './context.ts';
import { type Deprecation, deprecationHeaders } from './deprecations.ts';
import type { Budget } from './limits.ts';

/** Counts the request against the route's rate limit, per actor, or per IP address when no actor is known. */
export function rateLimit(budget: Budget | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    const { limits, actor } = c.var;
    if (budget && actor) await limits.spend(budget, actorKey(actor));
    else if (budget) await limits.spendAddress(budget, callerAddress(c));
    await next();
  });
}

/**
 * Refuses a request whose `Origin` or `Host` names another site: the two signs of DNS rebinding (MCP 2025-11-25 and
 * 2026-07-28, Streamable HTTP, Security). It runs before all other checks of the route.
 * @throws forbidden
 */
export function refuseCrossOrigin() {
  return createMiddleware<Env>(async (c, next) => {
    const { config } = c.var;
    const [origin, host] = [c.req.header('origin'), c.req.header('host')];
    if (origin !== undefined && !isOwnOrigin(config.publication.baseUrl, origin)) throw foreign('Origin');
    if (host !== undefined && !isOwnHost(config, host)) throw foreign('Host');
    await next();
  });
}

/**
 * Refuses a request whose `Host` names another site, and lets browser programs of any site read every answer of this path. For public
 * resources without cookie and token. @throws forbidden
 */
export function allowAnyOrigin() {
  return createMiddleware<Env>(async (c, next) => {
    const host = c.req.header('host');
    if (host !== undefined && !isOwnHost(c.var.config, host)) throw foreign('Host');
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
    c.res.headers.set('Access-Control-Expose-Headers', 'Retry-After');
  });
}

/**
 * Sends the headers of a deprecation with every response of its route. `sendPublic` stores them with what the cache holds; here
 * they are added to refusals and to responses that are not cached.
 */
export function tellDeprecation(deprecation: Deprecation) {
  return createMiddleware<Env>(async (c, next) => {
    const headers = deprecationHeaders(deprecation, c.req.param());
    c.set('deprecation', headers);
    await next();
    if (c.res.headers.has('Deprecation')) return;
    for (const [name, value] of Object.entries(headers)) c.res.headers.append(name, value);
  });
}

function foreign(header: string): Failure {
  return new Failure('forbidden', `The ${header} header names another site.`, {
    hint:
      header === 'Host'
        ? 'Use the address in /.well-known/mcp.json. A proxy before the service must pass the Host header on.'
        : 'Leave the Origin header out.',
  });
}

/** Records the route of the request for the log and the metrics. */
export function recordRoute(c: Context): void {
  const seen = c.env?.seen;
  if (!seen) return;
  const path = routePath(c);
  seen.route = path === '/*' ? 'none' : path;
}

/** Records a call of an agent with its outcome; calls of people are not recorded. `article` may be an article's id. */
export function recordCall(
  deps: Deps,
  actor: Actor,
  { name, article, outcome }: { name: string; article: unknown; outcome: string },
): void {
  if (actor.kind !== 'agent') return;
  const articleId = typeof article === 'string' && isUuid(article) ? article.toLowerCase() : null;
  deps.callLog.note({ claimId: actor.claimId, at: now(deps), name, articleId, outcome });
}

/** The outcome that the call log records for an error. */
export function outcomeOf(error: unknown): string {
  return error instanceof Failure ? error.kind : 'internal';
}
