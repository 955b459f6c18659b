import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { articleUrl } from '../addresses.ts';
import { escapeXml } from './xml.ts';

/** How many days an article is news, and how many articles one map of them may hold (Google's news extension, 0.9). */
export const NEWS_DAYS = 2;
export const NEWS_MOST = 1000;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

/** Articles as a map of news, in the order given. */
export function newsSitemapXml(publication: Publication, articles: readonly PublishedListing[]): string {
  const { name, language } = publication;
  const [tongue = 'en'] = language.toLowerCase().split('-'); // the extension takes the bare code
  const from = `<news:publication><news:name>${escapeXml(name)}</news:name><news:language>${escapeXml(tongue)}</news:language></news:publication>`;
  const entries = articles.map(
    (article) =>
      `<url><loc>${escapeXml(articleUrl(publication, article))}</loc><news:news>${from}<news:publication_date>${article.publishedAt}</news:publication_date><news:title>${escapeXml(article.headline)}</news:title></news:news></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('')}</urlset>\n`;
}
