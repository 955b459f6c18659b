import { deskSlugs } from '#article/desk.ts';
import { type OwnPage, ownPages } from '#article/own-page.ts';

// The public resources of the site, each described once. Routes, footer, sitemap, llms.txt, the export and the checks of
// all pages are derived from these tables.

/**
 * Pages of the magazine with a Markdown form at `path` + `.md`; at `path` itself the header `Accept` chooses the form.
 * Each is cached, listed in the footer, the sitemap and llms.txt, and exported. `http/public/pages.ts` has the handlers.
 */
export const PAGES = [
  { path: '/about', title: 'About', summary: 'for whom the magazine is, and who pays for it' },
  {
    path: '/standards',
    title: 'Standards',
    summary: 'who publishes, what agents may do, how numbers are verified',
  },
  {
    path: '/method',
    title: 'How numbers are settled',
    summary: 'the ways, and counts over everything published',
  },
  { path: '/latest', title: 'Latest', summary: 'every story by date, newest first' },
  { path: '/search', title: 'Search', summary: 'find stories by words, phrases, desk and day' },
  { path: '/archive', title: 'Archive', summary: 'the stories of each month' },
  { path: '/tags', title: 'Tags', summary: 'the stories about each subject' },
  { path: '/corrections', title: 'Corrections', summary: 'every correction made to a published article' },
  { path: '/changes', title: 'What changed', summary: 'what was published, corrected, moved and withdrawn' },
  { path: '/quote', title: 'Check a quote', summary: 'whether an article says it word by word, and still does' },
  { path: '/issues', title: 'Issues', summary: 'the stories of each quarter by desk, and the sponsor of the issue' },
  { path: '/series', title: 'Series', summary: 'stories in several parts, each series in its order' },
  { path: '/brief', title: 'Field Brief', summary: 'the weekly email, and every issue that was sent' },
  { path: '/suppliers', title: 'Suppliers', summary: 'the supplier directory; paid rows are marked as paid' },
  { path: '/advertise', title: 'Advertise', summary: 'list prices, sizes and terms' },
  {
    path: '/agents',
    title: 'Connect an agent',
    summary: 'what an agent may do, how to connect one, and its limits',
  },
  { path: '/mcp', title: 'Read by MCP', summary: 'the MCP server for reading, without a key' },
] as const;

export type PagePath = (typeof PAGES)[number]['path'];

type SingleForm = {
  path: string;
  /** The media type, without its charset. */
  type: string;
  /** The link text in a list of the footer. */
  footer?: { list: 'magazine' | 'agents'; text: string };
};

const SERVER_CARD = 'application/mcp-server-card+json';

/** Exported public resources that have one form only. */
const FIXED_SINGLE_FORMS: readonly SingleForm[] = [
  ...PAGES.map(({ path }) => ({ path: `${path}.md`, type: 'text/markdown' })),
  { path: '/llms.txt', type: 'text/markdown', footer: { list: 'agents', text: 'llms.txt' } },
  { path: '/llms-full.txt', type: 'text/markdown' },
  { path: '/auth.md', type: 'text/markdown', footer: { list: 'agents', text: 'Drafting' } },
  { path: '/rss.xml', type: 'application/rss+xml', footer: { list: 'agents', text: 'RSS' } },
  { path: '/atom.xml', type: 'application/atom+xml' },
  { path: '/feed.json', type: 'application/feed+json' },
  { path: '/sitemap.xml', type: 'application/xml', footer: { list: 'agents', text: 'Sitemap' } },
  { path: '/robots.txt', type: 'text/plain' },
  { path: '/license.xml', type: 'application/rsl+xml' },
  { path: '/.well-known/tdmrep.json', type: 'application/json' },
  { path: '/humans.txt', type: 'text/plain' },
  { path: '/manifest.webmanifest', type: 'application/manifest+json' },
  { path: '/ads.txt', type: 'text/plain' },
  { path: '/.well-known/oauth-protected-resource', type: 'application/json' },
  { path: '/.well-known/oauth-protected-resource/api/mcp', type: 'application/json' },
  { path: '/.well-known/oauth-authorization-server', type: 'application/json' },
  { path: '/.well-known/oauth-authorization-server/oauth', type: 'application/json' },
  { path: '/.well-known/mcp.json', type: 'application/json' },
  { path: '/.well-known/mcp/server-card.json', type: SERVER_CARD },
  {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  },
  { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json' },
  { path: '/.well-known/agent-skills/index.json', type: 'application/json' },
  { path: '/.well-known/agent-skills/read/SKILL.md', type: 'text/markdown' },
  { path: '/.well-known/agent-skills/draft/SKILL.md', type: 'text/markdown' },
  { path: '/api/mcp/server-card', type: SERVER_CARD },
  { path: '/mcp/server-card', type: SERVER_CARD },
  { path: '/openapi.json', type: 'application/json' },
  { path: '/api/public/articles', type: 'application/json' },
  { path: '/api/v1/public/articles', type: 'application/json' },
  { path: '/api/v1/public/archive', type: 'application/json' },
  { path: '/api/v1/public/tags', type: 'application/json' },
  { path: '/brief/rss.xml', type: 'application/rss+xml' },
  { path: '/api/v1/public/briefs', type: 'application/json' },
  { path: '/api/v1/public/series', type: 'application/json' },
  { path: '/api/v1/advertise', type: 'application/json' },
  { path: '/api/v1/suppliers', type: 'application/json' },
  { path: '/clients/plumbline-agent.tgz', type: 'application/gzip' },
  { path: '/clients/plumbline_agent.py', type: 'text/x-python' },
  { path: '/static/style.css', type: 'text/css' },
  { path: '/static/logo.png', type: 'image/png' },
  { path: '/static/feed.png', type: 'image/png' },
  { path: '/static/mark.svg', type: 'image/svg+xml' },
  { path: '/favicon.ico', type: 'image/x-icon' },
  { path: '/apple-touch-icon.png', type: 'image/png' },
  { path: '/cards/house.png', type: 'image/png' },
];

/** Exported public resources that have one form only, with those of the open sections. */
export function singleForms(): readonly SingleForm[] {
  return [...FIXED_SINGLE_FORMS, ...deskSlugs().flatMap(deskFiles)];
}

/** The resources of one section that have one form only. */
export function deskFiles(desk: string): SingleForm[] {
  return [
    { path: `/${desk}/llms.txt`, type: 'text/markdown' },
    { path: `/${desk}/rss.xml`, type: 'application/rss+xml' },
    { path: `/${desk}/atom.xml`, type: 'application/atom+xml' },
    { path: `/${desk}/feed.json`, type: 'application/feed+json' },
  ];
}

/** Exported public resources in several forms, of which `Accept` chooses one. */
export function negotiatedPaths(): readonly string[] {
  return ['/', ...deskSlugs().map((desk) => `/${desk}`), ...PAGES.map(({ path }) => path), '/api'];
}

/**
 * Routes of public resources that are not exported: they change with the time, with ad orders or with the request, or
 * there is one for each article or byline. docs/operations.md lists them.
 */
export const NOT_EXPORTED: readonly string[] = [
  '/authors/:slug',
  '/issues/:issue',
  '/series/:series',
  '/api/v1/public/series/:series',
  '/archive/:month',
  '/tags/:tag',
  '/tags/:tag/rss.xml',
  '/tags/:tag/atom.xml',
  '/tags/:tag/feed.json',
  '/api/v1/public/archive/:month',
  '/api/v1/public/tags/:tag',
  '/news-sitemap.xml',
  '/indexnow.txt',
  '/:map{sitemap-[1-9][0-9]*\\.xml}',
  '/.well-known/security.txt',
  '/advertise/check',
  '/advertise/inquiry',
  '/brief/subscribe',
  '/api/v1/advertise/availability',
  '/api/v1/advertise/proof-key',
  '/api/v1/public/changes',
  '/api/v1/public/records',
  '/:section/:slug/r/:revision/record.json',
  '/.well-known/jwks.json',
  '/.well-known/record-keys.json',
  '/.well-known/record-keys/:file',
  '/api/v1/public/quote',
  '/cards/:section/:slug',
];

/** The live pages of one's own that replace no page of the service. */
export function otherOwnPages(): OwnPage[] {
  return ownPages().filter(({ slug }) => !PAGES.some(({ path }) => path === `/${slug}`));
}

/** The links of one list of the footer, in its order: pages, then other resources. */
export function footerLinks(list: 'magazine' | 'agents'): { path: string; text: string }[] {
  const isForAgents = (path: string) => path === '/agents' || path === '/mcp';
  const pages = PAGES.filter(({ path }) => isForAgents(path) === (list === 'agents'));
  const links = pages.map(({ path, title }) => ({ path, text: title }));
  const singles = FIXED_SINGLE_FORMS.flatMap(({ path, footer }) =>
    footer?.list === list ? [{ path, text: footer.text }] : [],
  );
  const own = list === 'magazine' ? otherOwnPages() : [];
  return [
    ...links,
    ...own.map(({ slug, title }) => ({ path: `/${slug}`, text: title })),
    ...singles,
    ...(list === 'agents' ? [{ path: '/api', text: 'API' }] : []),
  ];
}
