import { DESK_SLUGS } from '../../article/model/desk.ts';
import type { LiveAddress, Run } from '../../article/read/live-addresses.ts';
import type { Publication } from '../../config.ts';
import { articleUrl } from '../addresses.ts';
import { escapeXml } from './xml.ts';

/** Most addresses one sitemap may hold (sitemaps.org 0.9). */
const MOST = 50_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Addresses of the first map that are kept for the fronts: pages of the house, desks and bylines. */
const FOR_FRONTS = 1000;

/** Pages of the house that people read. */
const PAGES = ['/corrections', '/standards', '/method', '/about', '/advertise', '/suppliers'];

/** Which articles each map holds, first published first, so that a full map hardly changes; the fronts stand in the first. */
export function mapsOf(articles: number): Run[] {
  const maps = Math.max(1, Math.ceil((articles + FOR_FRONTS) / MOST));
  return Array.from({ length: maps }, (_, map) =>
    map === 0 ? { offset: 0, limit: MOST - FOR_FRONTS } : { offset: map * MOST - FOR_FRONTS, limit: MOST },
  );
}

/** The entries of home, desks, pages and bylines, with when each desk and each byline last changed. */
export function frontEntries(
  { baseUrl }: Publication,
  changes: ReadonlyMap<string, string>,
  bylines: ReadonlyMap<string, string>,
): string {
  const newest = [...changes.values()].sort().at(-1);
  const authors = [...bylines].map(([slug, at]) => entry(`${baseUrl}/authors/${slug}`, at));
  return [
    entry(`${baseUrl}/`, newest),
    ...DESK_SLUGS.map((desk) => entry(`${baseUrl}/${desk}`, changes.get(desk))),
    ...PAGES.map((path) => entry(`${baseUrl}${path}`)),
    ...authors,
  ]
    .slice(0, FOR_FRONTS)
    .join('\n');
}

/** The entries of articles, at their canonical HTML addresses. */
export function articleEntries(publication: Publication, articles: readonly LiveAddress[]): string {
  return articles.map((article) => entry(articleUrl(publication, article), article.modifiedAt)).join('\n');
}

/** A map of entries. */
export function sitemapXml(entries: readonly string[]): string {
  const filled = entries.filter((some) => some !== '');
  return `${HEAD}\n<urlset ${NAMESPACE}>\n${filled.join('\n')}\n</urlset>\n`;
}

/** The map of maps, with when each last changed. */
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
