import { cached, get, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const article = () => import('./pages/article.ts');
const author = () => import('./pages/author.ts');
const discovery = () => import('./pages/discovery.ts');
const feeds = () => import('./pages/feeds.ts');
const front = () => import('./pages/front.ts');
const health = () => import('./pages/health.ts');
const issues = () => import('./pages/issues.ts');
const lists = () => import('./pages/lists.ts');
const related = () => import('./pages/related.ts');
const series = () => import('./pages/series.ts');
const sitemaps = () => import('./pages/sitemaps.ts');
const statics = () => import('#reading/pages/static.ts');

export const routes: readonly Route[] = [
  cached('/', lazy(front, 'readFront')),
  cached('/issues/:issue', lazy(issues, 'readIssue')),
  cached('/series/:series', lazy(series, 'readSeries')),
  cached('/archive/:month', lazy(lists, 'readMonth')),
  cached('/tags/:tag', lazy(lists, 'readTag')),
  cached('/tags/:tag/rss.xml', lazy(feeds, 'readRss')),
  cached('/tags/:tag/atom.xml', lazy(feeds, 'readAtom')),
  cached('/tags/:tag/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/authors/:slug', lazy(author, 'readAuthor')),
  cached('/news-sitemap.xml', lazy(sitemaps, 'readNewsSitemap')),
  cached('/:map{sitemap-[1-9][0-9]*\\.xml}', lazy(sitemaps, 'readNumberedSitemap')),
  cached('/.well-known/security.txt', lazy(discovery, 'readSecurityTxt')),
  cached('/static/:file', lazy(statics, 'readStatic')),
  get('/healthz', lazy(health, 'readHealth')),
  get('/readyz', lazy(health, 'readReadiness')),
  cached('/api/public/articles/:section/:slug', lazy(article, 'readArticleJson')),
  cached('/api/v1/public/articles/:section/:slug', lazy(article, 'readArticleJson')),
  cached('/api/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  cached('/api/v1/public/articles/:section/:slug/related', lazy(related, 'readArticleRelated')),
  cached('/api/public/markdown/:section/:slug', lazy(article, 'readArticleMarkdown')),
  cached('/api/v1/public/markdown/:section/:slug', lazy(article, 'readArticleMarkdown')),
  cached('/api/v1/public/series/:series', lazy(series, 'readSeriesJson')),
  cached('/api/v1/public/archive/:month', lazy(lists, 'readMonth')),
  cached('/api/v1/public/tags/:tag', lazy(lists, 'readTag')),
  cached('/:section', lazy(front, 'readFront')),
  cached('/:section/llms.txt', lazy(discovery, 'readSectionLlms')),
  cached('/:section/rss.xml', lazy(feeds, 'readRss')),
  cached('/:section/atom.xml', lazy(feeds, 'readAtom')),
  cached('/:section/feed.json', lazy(feeds, 'readJsonFeed')),
  cached('/:section/:slug', lazy(article, 'readArticle')),
];
