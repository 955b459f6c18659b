import { Hono } from 'hono';
import type { Config } from './config.ts';
import { postArticle, postRevision } from './doors/editorial-api.ts';
import type { Ctx, Door, Env, Log } from './doors/env.ts';
import { refuseUnknownMethod, tellError } from './doors/errors.ts';
import { readHealth, readReadiness } from './doors/health.ts';
import { type Budget, createLimits } from './doors/limits.ts';
import { readIndex } from './doors/public-api.ts';
import {
  notFound,
  readArticle,
  readArticleJson,
  readArticleMarkdown,
  readCorrections,
  readFront,
} from './doors/reader.ts';
import { setHeaders } from './doors/security-headers.ts';
import { spendBudget } from './doors/spend.ts';
import { readStatic } from './doors/static.ts';
import { letIn, type Who } from './doors/who.ts';
import type { Press } from './ground/press.ts';

export type Route = { method: 'GET' | 'POST'; path: string; who: Who; limit?: Budget; door: Door };

/** Every route of the house: method, path, who may enter, what it spends, and the door. The first that fits answers. */
export const ROUTES: readonly Route[] = [
  get('/', readFront),
  get('/corrections', readCorrections),
  get('/static/:file', readStatic),
  get('/healthz', readHealth),
  get('/readyz', readReadiness),

  get('/api/public/articles', readIndex),
  get('/api/v1/public/articles', readIndex),
  get('/api/public/articles/:section/:slug', readArticleJson),
  get('/api/v1/public/articles/:section/:slug', readArticleJson),
  get('/api/public/markdown/:section/:slug', readArticleMarkdown),
  get('/api/v1/public/markdown/:section/:slug', readArticleMarkdown),

  post('/api/admin/articles', 'agent or masthead', postArticle, 'write'),
  post('/api/admin/articles/:articleId/revisions', 'agent or masthead', postRevision, 'write'),

  get('/:section', readFront),
  get('/:section/:slug', readArticle),
];

function get(path: string, door: Door, who: Who = 'anyone', limit?: Budget): Route {
  return { method: 'GET', path, who, door, ...(limit && { limit }) };
}

function post(path: string, who: Who, door: Door, limit?: Budget): Route {
  return { method: 'POST', path, who, door, ...(limit && { limit }) };
}

/** The whole service as one `fetch`: the same for the node server and for tests. */
export function createApp(press: Press, config: Config, log: Log): Hono<Env> {
  const limits = createLimits(config.rateLimits);
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('press', press);
    c.set('config', config);
    c.set('log', log);
    c.set('limits', limits);
    c.set('requestId', press.newId());
    await next();
    await setHeaders(c);
  });
  for (const { method, path, who, limit, door } of ROUTES) app.on(method, path, letIn(who), spendBudget(limit), door);
  for (const path of new Set(ROUTES.map((route) => route.path))) app.all(path, refuseUnknownMethod(methodsOf(path)));
  app.notFound((c) => notFound(c as Ctx));
  app.onError((error, c) => tellError(error, c));
  return app;
}

function methodsOf(path: string): string[] {
  const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
}
