import { Hono, type MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { CAPABILITIES } from '#app.ts';
import { canonicalPath, notFound } from '#article/pages/not-found.ts';
import { requireAccess } from '#http/access.ts';
import type { Context, Env, Log } from '#http/context.ts';
import { findDeprecation } from '#http/deprecations.ts';
import { type ErrorPage, handleError, type MethodPages, methodNotAllowed } from '#http/errors.ts';
import { allowAnyOrigin, rateLimit, recordRoute, refuseCrossOrigin, tellDeprecation } from '#http/middleware.ts';
import { requestIdOf } from '#http/request-id.ts';
import { useCache } from '#http/respond.ts';
import type { Route } from '#http/route.ts';
import { setHeaders } from '#http/security-headers.ts';
import type { Services } from '#http/services.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { withSnapshot } from '#runtime/site-snapshot.ts';
import { createServices } from '#server/services.ts';
import { isRoute, ROUTES, ROUTES_BY_PATH } from './routes.ts';

const errorPage: ErrorPage = async (c, error) => (await import('#newsroom/kit/error-page.ts')).errorPage(c, error);

const methodPages: MethodPages = {
  newsroom: errorPage,
  magazine: async (publication, message) =>
    (await import('#article/pages/not-found-html.ts')).methodNotAllowedHtml(publication, message),
};

/**
 * The whole service as one `fetch`, for the node server and for tests.
 * @throws Error when a capability finds a mistake, such as a wrong rate card
 */
export function createApp(
  deps: Deps,
  config: Config,
  log: Log,
  services: Services = createServices(deps, config),
): Hono<Env> {
  for (const { checkStart } of CAPABILITIES) checkStart?.(deps.site.newest.publication);
  // The default router first tries another router, which refuses some of our paths and takes 5 ms of a start.
  const app = new Hono<Env>({ router: new TrieRouter(), getPath: pathOf });
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('config', config);
    c.set('log', log);
    c.set('limits', services.limits);
    c.set('cache', services.cache);
    c.set('streams', services.streams);
    c.set('changeFeed', services.changeFeed);
    c.set('renderPool', services.renderPool);
    c.set('readiness', services.readiness);
    c.set('clientDocuments', services.clientDocuments);
    c.set('sourceOpener', services.sourceOpener);
    c.set('openSourceFor', services.openSourceFor);
    c.set('deprecations', services.deprecations);
    c.set('findAgent', services.findAgent);
    c.set('findSession', services.findSession);
    c.set('peekSession', services.peekSession);
    c.set('requestId', c.env?.requestId ?? requestIdOf(c.req.header('x-request-id'), deps.newId));
    await withSnapshot(deps.site, next);
    recordRoute(c);
    await setHeaders(c);
  });
  registerRoutes(app, services);
  app.notFound((c) => notFound(c as Context));
  const handle = handleError(errorPage);
  app.onError((error, c) => withSnapshot(deps.site, () => handle(error, c))); // it runs after the request has left its snapshot
  return app;
}

/**
 * The path by which a request is routed. A GET of a mistyped path is redirected (`notFound`). Any other request is answered as at the right
 * path, because many clients repeat no POST and drop its token at a redirect.
 */
function pathOf(request: Request): string {
  const path = getPath(request);
  if (request.method === 'GET' || request.method === 'HEAD') return path;
  const right = canonicalPath(path);
  return right === null || isRoute(path) ? path : right;
}

function registerRoutes(app: Hono<Env>, services: Services): void {
  for (const { path, from } of ROUTES)
    if (from) app.use(path, from === 'own origin' ? refuseCrossOrigin() : allowAnyOrigin());
  for (const [path, routes] of ROUTES_BY_PATH) {
    for (const { method, who, limit, handler, isCached } of routes) {
      const deprecation = findDeprecation(services.deprecations, method, path);
      if (deprecation) app.on(method, path, tellDeprecation(deprecation));
      app.on(
        method,
        path,
        requireAccess(who),
        rateLimit(limit),
        ...parameterCheck(method, path),
        ...(isCached ? [useCache] : []),
        handler,
      );
    }
    app.all(path, methodNotAllowed(methodsOf(routes), methodPages));
  }
}

/** Checks the parameters of API routes. Other protocols may add parameters, and stored articles have their own check. */
function parameterCheck(method: Route['method'], path: string): MiddlewareHandler<Env>[] {
  if (method === 'OPTIONS' || !path.startsWith('/api/') || UNCHECKED.test(path)) return [];
  let check: MiddlewareHandler<Env> | null = null;
  return [
    async (c, next) => {
      if (!c.req.url.includes('?')) return next();
      const { refuseUnknownParameters } = await import('#agents/reference/known-parameters.ts');
      check ??= refuseUnknownParameters(method, path);
      return check(c, next);
    },
  ];
}

const UNCHECKED = /^\/api\/(?:mcp|agent)\b/;

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map((route) => route.method);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
}
