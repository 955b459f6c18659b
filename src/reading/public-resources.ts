import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const archive = () => import('./pages/archive.ts');
const discovery = () => import('./pages/discovery.ts');
const feeds = () => import('./pages/feeds.ts');
const issues = () => import('./pages/issues.ts');
const lists = () => import('./pages/lists.ts');
const pages = () => import('./pages/pages.ts');
const publicApi = () => import('./api/public-api.ts');
const series = () => import('./pages/series.ts');
const sitemaps = () => import('./pages/sitemaps.ts');
const statics = () => import('#reading/pages/static.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/about',
      title: 'About',
      handler: lazy(pages, 'readAbout'),
      footer: 'About',
    },
    {
      path: '/standards',
      title: 'Standards',
      handler: lazy(pages, 'readStandards'),
      footer: 'Standards',
    },
    {
      path: '/method',
      title: 'How numbers are settled',
      handler: lazy(pages, 'readMethod'),
      footer: 'How numbers are checked',
    },
    {
      path: '/corrections',
      title: 'Corrections',
      handler: lazy(pages, 'readCorrections'),
      footer: 'Corrections',
    },
    {
      path: '/latest',
      title: 'Latest',
      handler: lazy(lists, 'readLatest'),
    },
    {
      path: '/archive',
      title: 'Archive',
      handler: lazy(archive, 'readArchive'),
      footer: 'Archive',
    },
    { path: '/tags', title: 'Tags', handler: lazy(archive, 'readTags') },
    {
      path: '/issues',
      title: 'Issues',
      handler: lazy(issues, 'readIssues'),
    },
    {
      path: '/series',
      title: 'Series',
      handler: lazy(series, 'readSeriesList'),
    },
  ],
  files: [
    {
      path: '/llms.txt',
      type: 'text/markdown',
      handler: lazy(discovery, 'readLlms'),
    },
    { path: '/llms-full.txt', type: 'text/markdown', handler: lazy(discovery, 'readLlmsFull') },
    {
      path: '/auth.md',
      type: 'text/markdown',
      handler: lazy(discovery, 'readAuthMarkdown'),
    },
    {
      path: '/rss.xml',
      type: 'application/rss+xml',
      handler: lazy(feeds, 'readRss'),
    },
    { path: '/atom.xml', type: 'application/atom+xml', handler: lazy(feeds, 'readAtom') },
    { path: '/feed.json', type: 'application/feed+json', handler: lazy(feeds, 'readJsonFeed') },
    {
      path: '/sitemap.xml',
      type: 'application/xml',
      handler: lazy(sitemaps, 'readSitemap'),
    },
    { path: '/robots.txt', type: 'text/plain', handler: lazy(discovery, 'readRobots') },
    { path: '/license.xml', type: 'application/rsl+xml', handler: lazy(discovery, 'readLicence') },
    { path: '/.well-known/tdmrep.json', type: 'application/json', handler: lazy(discovery, 'readTdmRep') },
    { path: '/humans.txt', type: 'text/plain', handler: lazy(discovery, 'readHumans') },
    { path: '/manifest.webmanifest', type: 'application/manifest+json', handler: lazy(discovery, 'readManifest') },
    { path: '/ads.txt', type: 'text/plain', handler: lazy(discovery, 'readAdsTxt') },
    {
      path: '/.well-known/oauth-protected-resource',
      type: 'application/json',
      handler: lazy(discovery, 'readProtectedResource'),
    },
    {
      path: '/.well-known/oauth-protected-resource/api/mcp',
      type: 'application/json',
      handler: lazy(discovery, 'readProtectedResource'),
    },
    {
      path: '/.well-known/oauth-authorization-server',
      type: 'application/json',
      handler: lazy(discovery, 'readAuthorizationServer'),
    },
    {
      path: '/.well-known/oauth-authorization-server/oauth',
      type: 'application/json',
      handler: lazy(discovery, 'readOAuthServer'),
    },
    {
      path: '/.well-known/api-catalog',
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      handler: lazy(discovery, 'readApiCatalog'),
    },
    { path: '/api/public/articles', type: 'application/json', handler: lazy(publicApi, 'readIndex') },
    { path: '/api/v1/public/articles', type: 'application/json', handler: lazy(publicApi, 'readIndex') },
    { path: '/api/v1/public/archive', type: 'application/json', handler: lazy(archive, 'readArchive') },
    { path: '/api/v1/public/tags', type: 'application/json', handler: lazy(archive, 'readTags') },
    { path: '/api/v1/public/series', type: 'application/json', handler: lazy(series, 'readSeriesIndex') },
    { path: '/static/style.css', type: 'text/css' },
    { path: '/static/logo.png', type: 'image/png' },
    { path: '/static/feed.png', type: 'image/png' },
    { path: '/static/mark.svg', type: 'image/svg+xml' },
    { path: '/favicon.ico', type: 'image/x-icon', handler: lazy(statics, 'readIcon') },
    { path: '/apple-touch-icon.png', type: 'image/png', handler: lazy(statics, 'readIcon') },
  ],
};
