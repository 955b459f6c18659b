import type { Handler } from '#http/context.ts';
import { PAGES, type PagePath } from '#http/public-resources.ts';
import { cached, get, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const article = () => import('./pages/article.ts');
const archive = () => import('./pages/archive.ts');
const author = () => import('./pages/author.ts');
const discovery = () => import('./pages/discovery.ts');
const feeds = () => import('./pages/feeds.ts');
const front = () => import('./pages/front.ts');
const health = () => import('./pages/health.ts');
const issues = () => import('./pages/issues.ts');
const lists = () => import('./pages/lists.ts');
const pages = () => import('./pages/pages.ts');
const publicApi = () => import('./api/public-api.ts');
const related = () => import('./pages/related.ts');
const series = () => import('./pages/series.ts');
const sitemaps = () => import('./pages/sitemaps.ts');
const statics = () => import('#http/static.ts');

export const routes: readonly Route[] = [
  cached('/', lazy(front, 'readFront')),
  ...PAGES.flatMap(({ path }) => [cached(path, pageHandler(path)), cached(`${path}.md`, pageHandler(path))]),
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
  cached('/.well-known/mcp/server-card.json', lazy(discovery, 'readServerCard')),
  cached('/.well-known/api-catalog', lazy(discovery, 'readApiCatalog')),
  cached('/.well-known/ai-catalog.json', lazy(discovery, 'readAiCatalog')),
  cached('/.well-known/agent-skills/index.json', lazy(discovery, 'readAgentSkills')),
  cached('/.well-known/agent-skills/read/SKILL.md', lazy(discovery, 'readSkillText')),
  cached('/.well-known/agent-skills/draft/SKILL.md', lazy(discovery, 'readSkillText')),
  cached('/static/:file', lazy(statics, 'readStatic')),
  cached('/favicon.ico', lazy(statics, 'readIcon')),
  cached('/apple-touch-icon.png', lazy(statics, 'readIcon')),
  get('/healthz', lazy(health, 'readHealth')),
  get('/readyz', lazy(health, 'readReadiness')),
  cached('/api/public/articles', lazy(publicApi, 'readIndex')),
  cached('/api/v1/public/articles', lazy(publicApi, 'readIndex')),
  cached('/api/public/articles/:section/:slug', lazy(article, 'readArticleJson')),
  cached('/api/v1/public/articles/:section/:slug', lazy(article, 'readArticleJson')),
  cached('/api/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  cached('/api/v1/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  cached('/api/public/markdown/:section/:slug', lazy(article, 'readArticleMarkdown')),
  cached('/api/v1/public/markdown/:section/:slug', lazy(article, 'readArticleMarkdown')),
  cached('/api/v1/public/series', lazy(series, 'readSeriesIndex')),
  cached('/api/v1/public/series/:series', lazy(series, 'readSeriesJson')),
  cached('/api/v1/public/archive', lazy(archive, 'readArchive')),
  cached('/api/v1/public/archive/:month', lazy(lists, 'readMonth')),
  cached('/api/v1/public/tags', lazy(archive, 'readTags')),
  cached('/api/v1/public/tags/:tag', lazy(lists, 'readTag')),
  cached('/api/mcp/server-card', lazy(discovery, 'readServerCard')),
  cached('/mcp/server-card', lazy(discovery, 'readPublicServerCard')),
  cached('/:section', lazy(front, 'readFront')),
  cached('/:section/llms.txt', lazy(discovery, 'readDeskLlms')),
  cached('/:section/rss.xml', lazy(feeds, 'readRss')),
  cached('/:section/atom.xml', lazy(feeds, 'readAtom')),
  cached('/:section/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/:section/:slug', lazy(article, 'readArticle')),
];

function pageHandler(path: PagePath): Handler {
  return async (c) => (await pages()).PAGE_HANDLERS[path](c);
}
