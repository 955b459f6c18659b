import { Hono } from 'hono';
import { advertisingCatalog, checkCatalog } from './advertising/catalog.ts';
import type { Config } from './config.ts';
import { readCatalog } from './doors/advertise.ts';
import { postIdentity, postToken } from './doors/agent-auth.ts';
import { fromNewsstand } from './doors/answer.ts';
import { readAuthor } from './doors/author.ts';
import { postApproval, postCode, postRefusal, showClaimPage, showOutcome } from './doors/claim-page.ts';
import {
  readAdsTxt,
  readDeskLlms,
  readHumans,
  readLlms,
  readLlmsFull,
  readRobots,
  readSecurityTxt,
} from './doors/discovery.ts';
import { postArticle, postRevision } from './doors/editorial-api.ts';
import type { Ctx, Env, Log } from './doors/env.ts';
import { refuseUnknownMethod, tellError } from './doors/errors.ts';
import { refuseForeign } from './doors/foreign.ts';
import { readHealth, readReadiness } from './doors/health.ts';
import { createLimits, type Limits } from './doors/limits.ts';
import { readNewsSitemap, readNumberedSitemap, readSitemap } from './doors/maps.ts';
import { postMcp, readMcpJson } from './doors/mcp.ts';
import { readMedia } from './doors/media.ts';
import { NEWSROOM_ROUTES } from './doors/newsroom/routes.ts';
import { noteRoute } from './doors/note-route.ts';
import {
  readAuthMarkdown,
  readAuthorizationServer,
  readProtectedMcp,
  readProtectedResource,
} from './doors/oauth-metadata.ts';
import { readAbout, readAdvertise, readCorrections, readStandards } from './doors/pages.ts';
import { readIndex } from './doors/public-api.ts';
import { notFound, readArticle, readArticleJson, readArticleMarkdown, readFront } from './doors/reader.ts';
import { copy, get, later, post, type Route } from './doors/route.ts';
import { readSearch } from './doors/search.ts';
import { setHeaders } from './doors/security-headers.ts';
import { spendBudget } from './doors/spend.ts';
import { readStatic } from './doors/static.ts';
import { letIn } from './doors/who.ts';
import type { Press } from './ground/press.ts';
import { type Newsstand, openNewsstand } from './newsstand/newsstand.ts';

// Read when first asked for: what most starts do not need at once.
const ads = () => import('./doors/ads.ts');
const suppliers = () => import('./doors/suppliers.ts');
const adCheck = () => import('./doors/ad-check.ts');
const adCheckPage = () => import('./doors/ad-check-page.ts');
const api = () => import('./doors/api.ts');
const availability = () => import('./doors/availability.ts');
const cards = () => import('./doors/cards.ts');
const catalogs = () => import('./doors/catalogs.ts');
const evidence = () => import('./doors/evidence.ts');
const feeds = () => import('./doors/feeds.ts');
const method = () => import('./doors/method.ts');
const guestPreview = () => import('./doors/guest-preview.ts');

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
