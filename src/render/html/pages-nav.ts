import { html } from 'hono/html';
import { pagePath } from '../addresses.ts';
import type { Html } from './html.ts';

// What every page of a list has: its title and addresses, and the links to the pages around it.

/** A page of a list: the path of the first page, and its number. */
export type ListPage = { path: string; page: number; hasMore: boolean };

/** The title of a page, which differs from that of the first one. */
export function titleOfPage({ title, page }: { title: string; page: number }): string {
  return page === 1 ? title : `${title}, page ${page}`;
}

/** The addresses of a page in the `head`: its own, those of its other forms, of the page before and of the next one. */
export function addressesOf(baseUrl: string, { path, page, hasMore }: ListPage, json?: string) {
  return {
    canonical: baseUrl + pagePath(path, page),
    alternates: { markdown: baseUrl + pagePath(`${path}.md`, page), ...(json !== undefined && { json }) },
    ...(page > 1 && { previous: baseUrl + pagePath(path, page - 1) }),
    ...(hasMore && { next: baseUrl + pagePath(path, page + 1) }),
  };
}

/** The links to the pages before and after this one; empty where the list has one page. */
export function pagesNav({ path, page, hasMore }: ListPage): Html | string {
  if (page === 1 && !hasMore) return '';
  const newer = html`<a href="${pagePath(path, page - 1)}" rel="prev">Newer stories</a>`;
  const older = html`<a href="${pagePath(path, page + 1)}" rel="next">Older stories</a>`;
  return html`<nav class="pages" aria-label="Pages">${page > 1 ? newer : ''} <span>Page ${page}</span> ${hasMore ? older : ''}</nav>`;
}
