import { DESK_SLUGS } from '../article/desk.ts';
import type { Publication } from '../config.ts';
import { articleUrl } from './addresses.ts';
import { escapeXml } from './xml.ts';

type Mapped = { section: string; slug: string; modifiedAt: string };
type Entry = { loc: string; lastmod?: string | undefined };

/** Most addresses one sitemap may hold (sitemaps.org 0.9). */
const MOST = 50_000;

/** The canonical HTML addresses of the magazine, those of the newest articles where there are too many. */
export function sitemapXml(publication: Publication, articles: Mapped[]): string {
  const base = publication.baseUrl;
  const entries: Entry[] = [
    { loc: `${base}/`, lastmod: newest(articles) },
    ...DESK_SLUGS.map((desk) => ({
      loc: `${base}/${desk}`,
      lastmod: newest(articles.filter((article) => article.section === desk)),
    })),
    { loc: `${base}/corrections` },
    ...articles.map((article) => ({ loc: articleUrl(publication, article), lastmod: article.modifiedAt })),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.slice(0, MOST).map(urlElement).join('\n')}
</urlset>
`;
}

function urlElement({ loc, lastmod }: Entry): string {
  return `<url><loc>${escapeXml(loc)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''}</url>`;
}

function newest(articles: Mapped[]): string | undefined {
  return articles.reduce<string | undefined>(
    (latest, { modifiedAt }) => (latest === undefined || modifiedAt > latest ? modifiedAt : latest),
    undefined,
  );
}
