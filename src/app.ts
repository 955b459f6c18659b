import { Hono } from 'hono';
import { advertisingCatalog, checkCatalog } from './ads/catalog/catalog.ts';
import { type Newsstand, openNewsstand } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import { postIdentity, postToken } from './http/agents/agent-auth.ts';
import { postApproval, postCode, postRefusal, showClaimPage, showOutcome } from './http/agents/claim-page.ts';
import { postArticle, postRevision } from './http/api/editorial-api.ts';
import { readIndex } from './http/api/public-api.ts';
import { letIn } from './http/kit/access.ts';
import type { Ctx, Env, Log } from './http/kit/context.ts';
import { refuseForeign } from './http/kit/cross-origin.ts';
import { refuseUnknownMethod, tellError } from './http/kit/errors.ts';
import { createLimits, type Limits } from './http/kit/limits.ts';
import { noteRoute } from './http/kit/note-route.ts';
import { spendBudget } from './http/kit/rate-limit.ts';
import { fromNewsstand } from './http/kit/respond.ts';
import { copy, get, later, post, type Route } from './http/kit/route.ts';
import { setHeaders } from './http/kit/security-headers.ts';
import { readStatic } from './http/kit/static.ts';
import { postMcp, readMcpJson } from './http/mcp/mcp.ts';
import { NEWSROOM_ROUTES } from './http/newsroom/routes.ts';
import { readCatalog } from './http/public/advertise.ts';
import { readAuthor } from './http/public/author.ts';
import {
  readAdsTxt,
  readDeskLlms,
  readHumans,
  readLlms,
  readLlmsFull,
  readRobots,
  readSecurityTxt,
} from './http/public/discovery.ts';
import { readHealth, readReadiness } from './http/public/health.ts';
import { readMedia } from './http/public/media.ts';
import {
  readAuthMarkdown,
  readAuthorizationServer,
  readProtectedMcp,
  readProtectedResource,
} from './http/public/oauth-metadata.ts';
import { readAbout, readAdvertise, readCorrections, readStandards } from './http/public/pages.ts';
import { notFound, readArticle, readArticleJson, readArticleMarkdown, readFront } from './http/public/reader.ts';
import { readSearch } from './http/public/search.ts';
import { readNewsSitemap, readNumberedSitemap, readSitemap } from './http/public/sitemaps.ts';
import type { Press } from './runtime/deps.ts';

// Read when first asked for: what most starts do not need at once.
const ads = () => import('./http/public/ads.ts');
const suppliers = () => import('./http/public/suppliers.ts');
const adCheck = () => import('./http/public/ad-check.ts');
const adCheckPage = () => import('./http/public/ad-check-page.ts');
const api = () => import('./http/openapi/api-pages.ts');
const availability = () => import('./http/public/availability.ts');
const cards = () => import('./http/public/cards.ts');
const catalogs = () => import('./http/public/catalogs.ts');
const evidence = () => import('./http/public/evidence.ts');
const feeds = () => import('./http/public/feeds.ts');
const method = () => import('./http/public/method.ts');
const guestPreview = () => import('./http/public/guest-preview.ts');

/** Every route of the house: method, path, who may enter, what it spends, and the door. The first that fits answers. */
export const ROUTES: readonly Route[] = [
  copy('/', readFront),
  copy('/about', readAbout),
  copy('/about.md', readAbout),
  copy('/advertise', readAdvertise),
  copy('/advertise.md', readAdvertise),
  copy('/advertise/check', later(adCheckPage, 'showAdCheck')),
  post('/advertise/check', 'anyone', later(adCheckPage, 'postAdCheckPage')),
  copy('/corrections', readCorrections),
  copy('/corrections.md', readCorrections),
  copy('/suppliers', later(suppliers, 'readSuppliers')),
  copy('/suppliers.md', later(suppliers, 'readSuppliers')),
  copy('/standards', readStandards),
  copy('/standards.md', readStandards),
  copy('/method', later(method, 'readMethod')),
  copy('/method.md', later(method, 'readMethod')),
  copy('/search', readSearch),
  copy('/authors/:slug', readAuthor),
  copy('/llms.txt', readLlms),
  copy('/llms-full.txt', readLlmsFull),
  copy('/rss.xml', later(feeds, 'readRss')),
  copy('/atom.xml', later(feeds, 'readAtom')),
  copy('/feed.json', later(feeds, 'readJsonFeed')),
  copy('/sitemap.xml', readSitemap),
  copy('/news-sitemap.xml', readNewsSitemap),
  copy('/:map{sitemap-[1-9][0-9]*\\.xml}', readNumberedSitemap),
  copy('/robots.txt', readRobots),
  copy('/humans.txt', readHumans),
  copy('/ads.txt', readAdsTxt),
  copy('/.well-known/security.txt', readSecurityTxt),
  copy('/auth.md', readAuthMarkdown),
  copy('/.well-known/oauth-protected-resource', readProtectedResource),
  copy('/.well-known/oauth-protected-resource/api/mcp', readProtectedMcp),
  copy('/.well-known/oauth-authorization-server', readAuthorizationServer),
  copy('/.well-known/mcp.json', readMcpJson),
  copy('/.well-known/mcp/server-card.json', later(catalogs, 'readServerCard')),
  copy('/.well-known/api-catalog', later(catalogs, 'readApiCatalog')),
  copy('/.well-known/ai-catalog.json', later(catalogs, 'readAiCatalog')),
  copy('/.well-known/agent-skills/index.json', later(catalogs, 'readAgentSkills')),
  copy('/.well-known/agent-skills/read/SKILL.md', later(catalogs, 'readSkillText')),
  copy('/.well-known/agent-skills/draft/SKILL.md', later(catalogs, 'readSkillText')),
  copy('/openapi.json', later(api, 'readOpenApi')),
  copy('/static/logo.png', later(cards, 'readLogo')),
  copy('/static/feed.png', later(cards, 'readFeedImage')),
  copy('/static/:file', readStatic),
  copy('/cards/house.png', later(cards, 'readHouseCard')),
  copy('/cards/:section/:slug', later(cards, 'readCard')),
  get('/media/:hash/:file', readMedia),
  get('/ads/:hash/:file', later(ads, 'readAdPicture')),
  get('/preview/:secret', later(guestPreview, 'showGuestPreview')),
  post('/preview/:secret', 'anyone', later(guestPreview, 'postGuestComment'), 'guestComment'),
  get('/healthz', readHealth),
  get('/readyz', readReadiness),

  copy('/api', later(api, 'readApi')),
  copy('/api/public/articles', readIndex),
  copy('/api/v1/public/articles', readIndex),
  copy('/api/public/articles/:section/:slug', readArticleJson),
  copy('/api/v1/public/articles/:section/:slug', readArticleJson),
  copy('/api/public/articles/:section/:slug/evidence', later(evidence, 'readArticleEvidence')),
  copy('/api/v1/public/articles/:section/:slug/evidence', later(evidence, 'readArticleEvidence')),
  copy('/api/public/markdown/:section/:slug', readArticleMarkdown),
  copy('/api/v1/public/markdown/:section/:slug', readArticleMarkdown),
  copy('/api/v1/advertise', readCatalog),
  copy('/api/v1/suppliers', later(suppliers, 'listSuppliersJson')),
  copy('/api/v1/advertise/availability', later(availability, 'readFreeDates')),
  copy('/api/v1/advertise/proof-key', later(availability, 'readProofKeys')),
  post('/api/v1/advertise/check', 'anyone', later(adCheck, 'postAdCheck'), 'adCheck'),

  post('/api/admin/articles', 'agent or masthead', postArticle, 'write'),
  post('/api/admin/articles/:articleId/revisions', 'agent or masthead', postRevision, 'write'),

  ...NEWSROOM_ROUTES,

  { ...post('/api/mcp', 'agent', postMcp, 'write'), from: 'own origin' },
  copy('/api/mcp/server-card', later(catalogs, 'readServerCard')),

  post('/api/agent/identity', 'anyone', postIdentity, 'identity'),
  post('/api/agent/token', 'anyone', postToken),
  get('/agent/claim', showClaimPage, 'editor'),
  post('/agent/claim', 'editor', postCode),
  post('/agent/claim/approval', 'editor', postApproval),
  post('/agent/claim/refusal', 'editor', postRefusal),
  get('/agent/claim/:claimId{[0-9a-f-]{36}}', showOutcome, 'editor'),

  copy('/:section', readFront),
  copy('/:section/llms.txt', readDeskLlms),
  copy('/:section/rss.xml', later(feeds, 'readRss')),
  copy('/:section/atom.xml', later(feeds, 'readAtom')),
  copy('/:section/feed.json', later(feeds, 'readJsonFeed')),
  copy('/:section/:slug', readArticle),
];

/**
 * The whole service as one `fetch`: the same for the node server and for tests.
 * @throws Error when the advertising catalog is wrong
 */
export function createApp(
  press: Press,
  config: Config,
  log: Log,
  limits: Limits = createLimits(config.rateLimits),
  newsstand: Newsstand = openNewsstand(press, config.newsstandBytes),
): Hono<Env> {
  checkCatalog(advertisingCatalog(config.publication));
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('press', press);
    c.set('config', config);
    c.set('log', log);
    c.set('limits', limits);
    c.set('newsstand', newsstand);
    c.set('requestId', press.newId());
    await next();
    noteRoute(c);
    await setHeaders(c);
  });
  for (const { path, from } of ROUTES) if (from) app.use(path, refuseForeign());
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const routes = ROUTES.filter((route) => route.path === path);
    for (const { method, who, limit, door, copies } of routes) {
      app.on(method, path, letIn(who), spendBudget(limit), ...(copies ? [fromNewsstand] : []), door);
    }
    app.all(path, refuseUnknownMethod(methodsOf(path)));
  }
  app.notFound((c) => notFound(c as Ctx));
  app.onError((error, c) => tellError(error, c));
  return app;
}

function methodsOf(path: string): string[] {
  const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((method) => method !== 'GET')] : methods;
}
