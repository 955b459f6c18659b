import { pagePath, siteLinks } from '#article/addresses.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

// Lists of articles in pages: `?page=2`. The first page has no number.

/** The number of the requested page; null when the query has something else in its place. */
export function requestedPage(c: Context): number | null {
  const sent = c.req.queries('page');
  if (sent === undefined) return 1;
  const [text = ''] = sent;
  return sent.length === 1 && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

/** The part of a list that a page has, as a filter. */
export function partOf(page: number, limit: number): { limit: number; offset?: number } {
  return page === 1 ? { limit } : { limit, offset: (page - 1) * limit };
}

/** The `Link` header of a page of a list; `json` is the path of the whole list as JSON, if there is one. */
export function pageLinks({
  path,
  page,
  hasMore,
  json,
}: {
  path: string;
  page: number;
  hasMore: boolean;
  json?: string;
}): Record<string, string> {
  const { publication } = siteSnapshot();
  const link = (at: string, rel: string) => `<${publication.baseUrl}${at}>; rel=${rel}`;
  const links = [
    link(pagePath(path, page), '"canonical"'),
    link(pagePath(`${path}.md`, page), '"alternate"; type="text/markdown"'),
    ...(json === undefined ? [] : [link(json, '"alternate"; type="application/json"')]),
    ...(page > 1 ? [link(pagePath(path, page - 1), '"prev"')] : []),
    ...(hasMore ? [link(pagePath(path, page + 1), '"next"')] : []),
    siteLinks(publication),
  ];
  return { Link: links.join(', ') };
}
