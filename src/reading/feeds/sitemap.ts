import { articleUrl, tagPath } from '#article/addresses.ts';
import type { AddressRange, LiveAddress } from '#article/live-addresses.ts';
import { ownPages } from '#article/own-page.ts';
import { publicPages } from '#article/public-resources.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionSlugs } from '#article/section.ts';
import { escapeXml } from '#core/xml.ts';
import type { DatedPage } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';

/** Most addresses one sitemap may hold (sitemaps.org 0.9). */
const MOST = 50_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Addresses in the first sitemap that are reserved for pages, sections and bylines. */
const FOR_FRONTS = 1000;

/** The articles of each sitemap, first published first, so that a full sitemap hardly changes; pages are in the first one. */
export function mapsOf(articles: number): AddressRange[] {
  const maps = Math.max(1, Math.ceil((articles + FOR_FRONTS) / MOST));
  return Array.from({ length: maps }, (_, map) =>
    map === 0 ? { offset: 0, limit: MOST - FOR_FRONTS } : { offset: map * MOST - FOR_FRONTS, limit: MOST },
  );
}

/**
 * The entries of home, sections, pages, lists (the paths of issues, months and series), pages of other capabilities, bylines and tags (by slug), with the last
 * change of each section and byline.
 */
export function frontEntries(
  { baseUrl }: Publication,
  {
    changes,
    bylines,
    others,
    lists,
    tags = [],
  }: {
    changes: ReadonlyMap<string, string>;
    bylines: ReadonlyMap<string, string>;
    others: readonly DatedPage[];
    lists: readonly string[];
    tags?: readonly string[];
  },
): string {
  const replaced: ReadonlySet<string> = new Set(ownPages().map(({ slug }) => `/${slug}`));
  const newest = [...changes.values()].sort().at(-1);
  const authors = [...bylines].map(([slug, at]) => entry(`${baseUrl}/authors/${slug}`, at));
  return [
    entry(`${baseUrl}/`, newest),
    ...sectionSlugs().map((section) => entry(`${baseUrl}/${section}`, changes.get(section))),
    // A custom page at the same address is among the articles.
    ...publicPages()
      .filter(({ path }) => !replaced.has(path))
      .map(({ path }) => entry(`${baseUrl}${path}`)),
    ...lists.map((path) => entry(baseUrl + path)),
    ...others.map(({ path, changedAt }) => entry(baseUrl + path, changedAt)),
    ...authors,
    ...tags.map((slug) => entry(baseUrl + tagPath(slug))),
  ]
    .slice(0, FOR_FRONTS)
    .join('\n');
}

/** The entries of articles, at their canonical HTML addresses. */
export function articleEntries(publication: Publication, articles: readonly LiveAddress[]): string {
  return articles.map((article) => entry(articleUrl(publication, article), article.modifiedAt)).join('\n');
}

/** A sitemap. */
export function sitemapXml(entries: readonly string[]): string {
  const filled = entries.filter((some) => some !== '');
  return `${HEAD}\n<urlset ${NAMESPACE}>\n${filled.join('\n')}\n</urlset>\n`;
}

/** The index of sitemaps, with the last change of each. */
export function sitemapIndexXml({ baseUrl }: Publication, changes: readonly (string | null)[]): string {
  const maps = changes.map((at, map) => `<sitemap>${dated(`${baseUrl}/sitemap-${map + 1}.xml`, at)}</sitemap>`);
  return `${HEAD}\n<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`;
}

function entry(loc: string, lastmod?: string): string {
  return `<url>${dated(loc, lastmod)}</url>`;
}

function dated(loc: string, lastmod?: string | null): string {
  return `<loc>${escapeXml(loc)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''}`;
}

/** How many days an article is news, and how many articles a news sitemap may have (Google's news extension, 0.9). */
export const NEWS_DAYS = 2;
export const NEWS_MOST = 1000;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

/** A news sitemap of the articles, in the order given. */
export function newsSitemapXml(publication: Publication, articles: readonly PublishedListing[]): string {
  const { name, language } = publication;
  const [tongue = 'en'] = language.toLowerCase().split('-'); // the extension uses the code without its region
  const from = `<news:publication><news:name>${escapeXml(name)}</news:name><news:language>${escapeXml(tongue)}</news:language></news:publication>`;
  const entries = articles.map(
    (article) =>
      `<url><loc>${escapeXml(articleUrl(publication, article))}</loc><news:news>${from}<news:publication_date>${article.publishedAt}</news:publication_date><news:title>${escapeXml(article.headline)}</news:title></news:news></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('')}</urlset>\n`;
}
