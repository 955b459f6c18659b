import { html } from 'hono/html';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { entriesByMonth } from './front-html.ts';
import { pageHtml } from './page-html.ts';
import { addressesOf, pagesNav, titleOfPage } from './pages-nav.ts';

/** A page of a list of articles, newest first. */
export type ArticleList = {
  /** The path of the first page. */
  path: string;
  title: string;
  /** What the list holds, in a sentence. */
  summary: string;
  /** The path of the list as JSON. */
  json: string;
  articles: readonly PublishedListing[];
  page: number;
  hasMore: boolean;
};

export const NOTHING_YET = 'Nothing has been published yet. Stories will be listed here by date, newest first.';

/** A list of articles by the month of publication. */
export function listHtml(publication: Publication, list: ArticleList): Promise<string> {
  const { articles, summary, json } = list;
  const { baseUrl } = publication;
  const title = titleOfPage(list);
  return pageHtml(publication, {
    title,
    description: summary,
    ...addressesOf(baseUrl, list, baseUrl + json),
    main: html`<h1>${title}</h1>
<p class="dek">${summary}</p>
${articles.length === 0 ? html`<p>${NOTHING_YET}</p>` : entriesByMonth(articles, { desk: true })}
${pagesNav(list)}`,
  });
}
