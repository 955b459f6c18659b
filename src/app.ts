import { Hono, type MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { advertisingCatalog, checkCatalog } from '#ads/catalog/catalog.ts';
import { notFound } from '#article/pages/not-found.ts';
import type { Config } from '#config/config.ts';
import { requireAccess } from '#http/access.ts';
import type { Context, Env, Handler, Log } from '#http/context.ts';
import { findDeprecation } from '#http/deprecations.ts';
import { type ErrorPage, handleError, methodNotAllowed } from '#http/errors.ts';
import { allowAnyOrigin, rateLimit, recordRoute, refuseCrossOrigin, tellDeprecation } from '#http/middleware.ts';
import { PAGES, type PagePath } from '#http/public-resources.ts';
import { requestIdOf } from '#http/request-id.ts';
import { useCache } from '#http/respond.ts';
import { cached, get, lazy, options, post, type Route } from '#http/route.ts';
import { setHeaders } from '#http/security-headers.ts';
import { createServices, type Services } from '#http/services.ts';
import { ICONS, readIcon, readStatic } from '#http/static.ts';
import { NEWSROOM_ROUTES } from '#newsroom/routes.ts';
import { readIndex } from '#reading/api/public-api.ts';
import { readArticle, readArticleJson, readArticleMarkdown } from '#reading/pages/article.ts';
import { readFront } from '#reading/pages/front.ts';
import { readHealth, readReadiness } from '#reading/pages/health.ts';
import type { Deps } from '#runtime/deps.ts';

// A start imports what serves articles and the front page. The other files are imported at the first request that needs them.
const advertise = () => import('#ads/pages/advertise.ts');
const agentAuth = () => import('#agents/pages/agent-auth.ts');
const author = () => import('#reading/pages/author.ts');
const claimPage = () => import('#agents/pages/claim-page.ts');
const discovery = () => import('#reading/pages/discovery.ts');
const editorialApi = () => import('#editorial/api/editorial-api.ts');
const mcp = () => import('#agents/mcp/editorial/mcp.ts');
const publicMcp = () => import('#agents/mcp/public/public-mcp.ts');
const media = () => import('#media/pages/media.ts');
const pages = () => import('#reading/pages/pages.ts');
const series = () => import('#reading/pages/series.ts');
const records = () => import('#records/pages/records.ts');
const related = () => import('#reading/pages/related.ts');
const sitemaps = () => import('#reading/pages/sitemaps.ts');
const suppliers = () => import('#ads/pages/suppliers.ts');
const adCheck = () => import('#ads/pages/ad-check.ts');
const inquiry = () => import('#ads/pages/inquiry.ts');
const insertionOrder = () => import('#ads/pages/insertion-order.ts');
const orderPage = () => import('#ads/pages/order-page.ts');
const authorize = () => import('#agents/pages/authorize.ts');
const oauth = () => import('#agents/pages/oauth.ts');
const api = () => import('#openapi/api-pages.ts');
const agentClient = () => import('#agents/pages/agent-client.ts');
const changes = () => import('#changes/pages/changes.ts');
const quote = () => import('#quote/pages/quote.ts');
const cards = () => import('#media/cards/cards.ts');
const revisions = () => import('#records/revisions/revisions.ts');
const evidence = () => import('#evidence/pages/evidence.ts');
const subscribe = () => import('#brief/pages/subscribe.ts');
const briefEvents = () => import('#brief/pages/events.ts');
const subscriberLinks = () => import('#brief/pages/subscriber-links.ts');
const stored = () => import('#editorial/api/stored-api.ts');
const briefs = () => import('#brief/pages/archive.ts');
const feeds = () => import('#reading/pages/feeds.ts');
const archive = () => import('#reading/pages/archive.ts');
const lists = () => import('#reading/pages/lists.ts');
const issues = () => import('#reading/pages/issues.ts');
const guestPreview = () => import('#newsroom/article/guest-preview.ts');

/** Every route: method, path, access, rate limit and handler. The first that matches responds. */
export const ROUTES: readonly Route[] = [
  cached('/', readFront),
  ...PAGES.flatMap(({ path }) => [cached(path, pageHandler(path)), cached(`${path}.md`, pageHandler(path))]),
  cached('/advertise/check', lazy(adCheck, 'showAdCheck')),
  post('/advertise/check', 'anyone', lazy(adCheck, 'postAdCheckPage')),
  cached('/advertise/inquiry', lazy(inquiry, 'showInquiry')),
  post('/advertise/inquiry', 'anyone', lazy(inquiry, 'postInquiry')),
  get('/advertise/insertion-orders/:secret', lazy(insertionOrder, 'showInsertionOrder')),
  post('/advertise/insertion-orders/:secret', 'anyone', lazy(insertionOrder, 'postAcceptance')),
  get('/advertise/insertion-orders/:secret/pdf', lazy(insertionOrder, 'readAgreementPdf')),
  get('/advertise/orders/:secret', lazy(orderPage, 'showOrderPage')),
  post('/advertise/orders/:secret/files', 'anyone', lazy(orderPage, 'postOrderFile')),
  get('/advertise/orders/:secret/files/:file', lazy(orderPage, 'readOrderFile')),
  cached('/brief/subscribe', lazy(subscribe, 'showSubscribe')),
  post('/brief/subscribe', 'anyone', lazy(subscribe, 'postSubscribe')),
  post('/brief/events/postmark', 'anyone', lazy(briefEvents, 'postPostmarkEvent')),
  post('/brief/events/ses', 'anyone', lazy(briefEvents, 'postSesEvent')),
  post('/brief/events/standard', 'anyone', lazy(briefEvents, 'postStandardEvent')),
  get('/brief/confirm/:secret', lazy(subscriberLinks, 'showLink')),
  post('/brief/confirm/:secret', 'anyone', lazy(subscriberLinks, 'postLink')),
  get('/brief/unsubscribe/:token', lazy(subscriberLinks, 'showUnsubscribe')),
  post('/brief/unsubscribe/:token', 'anyone', lazy(subscriberLinks, 'postUnsubscribe')),
  get('/brief/preferences/:token', lazy(subscriberLinks, 'showPreferences')),
  post('/brief/preferences/:token', 'anyone', lazy(subscriberLinks, 'postPreferences')),
  get('/brief/preferences/:token/export', lazy(subscriberLinks, 'exportPreferences')),
  post('/brief/preferences/:token/erase', 'anyone', lazy(subscriberLinks, 'postEraseRequest')),
  cached('/brief/rss.xml', lazy(briefs, 'readBriefRss')),
  cached('/brief/:day', lazy(briefs, 'readBrief')),
  cached('/issues/:issue', lazy(issues, 'readIssue')),
  cached('/series/:series', lazy(series, 'readSeries')),
  cached('/archive/:month', lazy(lists, 'readMonth')),
  cached('/tags/:tag', lazy(lists, 'readTag')),
  cached('/tags/:tag/rss.xml', lazy(feeds, 'readRss')),
  cached('/tags/:tag/atom.xml', lazy(feeds, 'readAtom')),
  cached('/tags/:tag/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/authors/:slug', lazy(author, 'readAuthor')),
  cached('/llms.txt', lazy(discovery, 'readLlms')),
  cached('/llms-full.txt', lazy(discovery, 'readLlmsFull')),
  cached('/rss.xml', lazy(feeds, 'readRss')),
  cached('/atom.xml', lazy(feeds, 'readAtom')),
  cached('/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/sitemap.xml', lazy(sitemaps, 'readSitemap')),
  cached('/news-sitemap.xml', lazy(sitemaps, 'readNewsSitemap')),
  cached('/:map{sitemap-[1-9][0-9]*\\.xml}', lazy(sitemaps, 'readNumberedSitemap')),
  cached('/robots.txt', lazy(discovery, 'readRobots')),
  cached('/license.xml', lazy(discovery, 'readLicence')),
  cached('/.well-known/tdmrep.json', lazy(discovery, 'readTdmRep')),
  cached('/humans.txt', lazy(discovery, 'readHumans')),
  cached('/manifest.webmanifest', lazy(discovery, 'readManifest')),
  cached('/ads.txt', lazy(discovery, 'readAdsTxt')),
  cached('/indexnow.txt', lazy(discovery, 'readIndexNowKey')),
  cached('/.well-known/security.txt', lazy(discovery, 'readSecurityTxt')),
  cached('/auth.md', lazy(discovery, 'readAuthMarkdown')),
  cached('/.well-known/oauth-protected-resource', lazy(discovery, 'readProtectedResource')),
  cached('/.well-known/oauth-protected-resource/api/mcp', lazy(discovery, 'readProtectedResource')),
  cached('/.well-known/oauth-authorization-server', lazy(discovery, 'readAuthorizationServer')),
  cached('/.well-known/oauth-authorization-server/oauth', lazy(discovery, 'readOAuthServer')),
  cached('/.well-known/mcp.json', lazy(mcp, 'readMcpJson')),
  cached('/.well-known/mcp/server-card.json', lazy(discovery, 'readServerCard')),
  cached('/.well-known/api-catalog', lazy(discovery, 'readApiCatalog')),
  cached('/.well-known/ai-catalog.json', lazy(discovery, 'readAiCatalog')),
  cached('/.well-known/agent-skills/index.json', lazy(discovery, 'readAgentSkills')),
  cached('/.well-known/agent-skills/read/SKILL.md', lazy(discovery, 'readSkillText')),
  cached('/.well-known/agent-skills/draft/SKILL.md', lazy(discovery, 'readSkillText')),
  get('/.well-known/jwks.json', lazy(records, 'readKeySet')),
  get('/.well-known/record-keys.json', lazy(records, 'readKeyHistory')),
  get('/.well-known/record-keys/:file', lazy(records, 'readKeyPem')),
  cached('/openapi.json', lazy(api, 'readOpenApi')),
  cached('/clients/plumbline-agent.tgz', lazy(agentClient, 'readClientPackage')),
  cached('/clients/plumbline_agent.py', lazy(agentClient, 'readPythonClient')),
  cached('/static/:file', readStatic),
  ...ICONS.map((path) => cached(path, readIcon)),
  cached('/cards/house.png', lazy(cards, 'readSiteCard')),
  cached('/cards/:section/:slug', lazy(cards, 'readCard')),
  get('/media/:hash/:file', lazy(media, 'readMedia')),
  get('/ads/:hash/:file', lazy(media, 'readAdPicture')),
  get('/preview/:secret', lazy(guestPreview, 'showGuestPreview')),
  post('/preview/:secret', 'anyone', lazy(guestPreview, 'postGuestComment'), 'guestComment'),
  get('/healthz', readHealth),
  get('/readyz', readReadiness),

  cached('/api', lazy(api, 'readApi')),
  cached('/api/public/articles', readIndex),
  cached('/api/v1/public/articles', readIndex),
  cached('/api/public/articles/:section/:slug', readArticleJson),
  cached('/api/v1/public/articles/:section/:slug', readArticleJson),
  cached('/api/public/articles/:section/:slug/evidence', lazy(evidence, 'readArticleEvidence')),
  cached('/api/v1/public/articles/:section/:slug/evidence', lazy(evidence, 'readArticleEvidence')),
  cached('/api/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  cached('/api/v1/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  get('/api/v1/public/changes', lazy(changes, 'readChangesJson')),
  get('/api/v1/public/records', lazy(records, 'listRecords')),
  get('/api/v1/public/quote', lazy(quote, 'readQuote')),
  post('/api/v1/public/quote', 'anyone', lazy(quote, 'postQuote')),
  cached('/api/public/markdown/:section/:slug', readArticleMarkdown),
  cached('/api/v1/public/markdown/:section/:slug', readArticleMarkdown),
  cached('/api/v1/public/series', lazy(series, 'readSeriesIndex')),
  cached('/api/v1/public/series/:series', lazy(series, 'readSeriesJson')),
  cached('/api/v1/public/archive', lazy(archive, 'readArchive')),
  cached('/api/v1/public/archive/:month', lazy(lists, 'readMonth')),
  cached('/api/v1/public/tags', lazy(archive, 'readTags')),
  cached('/api/v1/public/tags/:tag', lazy(lists, 'readTag')),
  cached('/api/v1/public/briefs', lazy(briefs, 'readBriefIndex')),
  cached('/api/v1/public/briefs/:day', lazy(briefs, 'readBriefJson')),
  cached('/api/v1/advertise', lazy(advertise, 'readCatalog')),
  cached('/api/v1/suppliers', lazy(suppliers, 'listSuppliersJson')),
  cached('/api/v1/advertise/availability', lazy(advertise, 'readFreeDates')),
  cached('/api/v1/advertise/proof-key', lazy(advertise, 'readProofKeys')),
  post('/api/v1/advertise/check', 'anyone', lazy(adCheck, 'postAdCheck'), 'adCheck'),

  post('/api/admin/articles', 'agent or member', lazy(editorialApi, 'postArticle'), 'write'),
  post('/api/admin/articles/:articleId/revisions', 'agent or member', lazy(editorialApi, 'postRevision'), 'write'),

  ...NEWSROOM_ROUTES,

  { ...post('/api/mcp', 'agent', lazy(mcp, 'postMcp'), 'write'), from: 'own origin' },
  cached('/api/mcp/server-card', lazy(discovery, 'readServerCard')),
  { ...post('/mcp', 'anyone', lazy(publicMcp, 'postPublicMcp'), 'publicMcp'), from: 'any origin' },
  options('/mcp', lazy(publicMcp, 'answerPreflight')),
  cached('/mcp/server-card', lazy(discovery, 'readPublicServerCard')),

  post('/api/agent/identity', 'anyone', lazy(agentAuth, 'postIdentity'), 'identity'),
  post('/api/agent/token', 'anyone', lazy(agentAuth, 'postToken')),
  get('/oauth/authorize', lazy(authorize, 'startAuthorization')),
  get('/oauth/authorize/:claimId', lazy(authorize, 'showAuthorization')),
  post('/oauth/register', 'anyone', lazy(oauth, 'postRegistration'), 'identity'),
  options('/oauth/register', lazy(oauth, 'answerPreflight')),
  post('/oauth/token', 'anyone', lazy(oauth, 'postOAuthToken')),
  options('/oauth/token', lazy(oauth, 'answerPreflight')),
  post('/oauth/revoke', 'anyone', lazy(oauth, 'postRevocation')),
  options('/oauth/revoke', lazy(oauth, 'answerPreflight')),
  get('/api/agent/articles', lazy(stored, 'getStoredArticles'), 'agent', 'write'),
  get('/api/agent/articles/:articleId', lazy(stored, 'getStoredArticle'), 'agent', 'write'),
  get('/agent/claim', lazy(claimPage, 'showClaimPage'), 'editor'),
  post('/agent/claim', 'editor', lazy(claimPage, 'postCode')),
  post('/agent/claim/approval', 'editor', lazy(claimPage, 'postApproval')),
  post('/agent/claim/refusal', 'editor', lazy(claimPage, 'postRefusal')),
  get('/agent/claim/:claimId{[0-9a-f-]{36}}', lazy(claimPage, 'showOutcome'), 'editor'),

  cached('/:section', readFront),
  cached('/:section/llms.txt', lazy(discovery, 'readDeskLlms')),
  cached('/:section/rss.xml', lazy(feeds, 'readRss')),
  cached('/:section/atom.xml', lazy(feeds, 'readAtom')),
  cached('/:section/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/:section/:slug', readArticle),
  cached('/:section/:slug/r/:revision/record.json', lazy(records, 'readRecord')),
  cached('/:section/:slug/r/timemap', lazy(revisions, 'readTimeMap')),
  get('/:section/:slug/r/timegate', lazy(revisions, 'readTimeGate')),
  cached('/:section/:slug/r/:revision', lazy(revisions, 'readRevision')),
];

function pageHandler(path: PagePath): Handler {
  return async (c) => (await pages()).PAGE_HANDLERS[path](c);
}

const errorPage: ErrorPage = async (c, error) => (await import('#newsroom/kit/error-page.ts')).errorPage(c, error);

/** A parameter of a route, `:map{sitemap-[1-9]\.xml}`, with its pattern. */
const PARAMETER = /:\w+(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/;

const ROUTES_BY_PATH = Map.groupBy(ROUTES, ({ path }) => path);

/**
 * The whole service as one `fetch`, for the node server and for tests.
 * @throws Error when the advertising catalog is wrong
 */
export function createApp(
  deps: Deps,
  config: Config,
  log: Log,
  services: Services = createServices(deps, config),
): Hono<Env> {
  checkCatalog(advertisingCatalog(config.publication));
  // The default router first tries another one, which refuses some of our paths: 5 ms of a start.
  const app = new Hono<Env>({ router: new TrieRouter() });
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
    c.set('deprecations', services.deprecations);
    c.set('requestId', c.env?.requestId ?? requestIdOf(c.req.header('x-request-id'), deps.newId));
    await next();
    recordRoute(c);
    await setHeaders(c);
  });
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
    app.all(path, methodNotAllowed(methodsOf(routes), errorPage));
  }
  app.notFound((c) => notFound(c as Context));
  app.onError(handleError(errorPage));
  return app;
}

/** Whether a path belongs to a route other than those of sections and articles, of which nobody knows whether they exist. */
export function isRoute(path: string): boolean {
  return FIXED_ROUTES.some((route) => route.test(path));
}

const FIXED_ROUTES = [...ROUTES_BY_PATH.keys()]
  .filter((path) => !path.startsWith('/:section'))
  .map((path) => new RegExp(`^${path.split(PARAMETER).map(patternOf).join('')}$`));

/** The parts of a split route by turns: text, and the pattern of a parameter, undefined for one without. */
function patternOf(part: string | undefined, at: number): string {
  return at % 2 === 0 ? (part ?? '').replace(/[.+]/g, '\\$&') : (part ?? '[^/]+');
}

/** Routes of the API whose parameters are checked here. Others' protocols may add some, and stored articles have a check of their own. */
function parameterCheck(method: Route['method'], path: string): MiddlewareHandler<Env>[] {
  if (method === 'OPTIONS' || !path.startsWith('/api/') || UNCHECKED.test(path)) return [];
  let check: MiddlewareHandler<Env> | null = null;
  return [
    async (c, next) => {
      if (!c.req.url.includes('?')) return next();
      const { refuseUnknownParameters } = await import('#openapi/known-parameters.ts');
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
