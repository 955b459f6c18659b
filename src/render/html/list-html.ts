import { html } from 'hono/html';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { pagePath } from '../addresses.ts';
import { entriesByMonth } from './front-html.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page-html.ts';

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

type Page = Pick<ArticleList, 'path' | 'page' | 'hasMore'>;

/** The title of a page, which differs from that of the first one. */
export function titleOfPage({ title, page }: Pick<ArticleList, 'title' | 'page'>): string {
  return page === 1 ? title : `${title}, page ${page}`;
}

/** The addresses of a page in the `head`: its own, those of its other forms, of the page before and of the next one. */
export function addressesOf(baseUrl: string, { path, page, hasMore }: Page, json?: string) {
  return {
    canonical: baseUrl + pagePath(path, page),
    alternates: { markdown: baseUrl + pagePath(`${path}.md`, page), ...(json !== undefined && { json }) },
    ...(page > 1 && { previous: baseUrl + pagePath(path, page - 1) }),
    ...(hasMore && { next: baseUrl + pagePath(path, page + 1) }),
  };
}

/** The links to the pages before and after this one; empty where the list has one page. */
export function pagesNav({ path, page, hasMore }: Page): Html | string {
  if (page === 1 && !hasMore) return '';
  const newer = html`<a href="${pagePath(path, page - 1)}" rel="prev">Newer stories</a>`;
  const older = html`<a href="${pagePath(path, page + 1)}" rel="next">Older stories</a>`;
  return html`<nav class="pages" aria-label="Pages">${page > 1 ? newer : ''} <span>Page ${page}</span> ${hasMore ? older : ''}</nav>`;
}
