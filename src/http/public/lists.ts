import { listPublished, type PublishedFilter } from '../../article/read/published.ts';
import { HTML, jsonResponse } from '../../cache/public-response.ts';
import { pagePath } from '../../render/addresses.ts';
import { type ArticleList, listHtml } from '../../render/html/list-html.ts';
import { articleIndexJson } from '../../render/json/article-json.ts';
import { listMarkdown } from '../../render/markdown/list-markdown.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { pageLinks, partOf, requestedPage } from '../kit/paged.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { formOf, isTwin, markdownResponse, sendPublic } from '../kit/respond.ts';

/** How many articles a page lists. */
const AT_ONCE = 50;

/** `/latest` and `/latest.md`: every article, newest first. */
export function readLatest(c: Context): Promise<Response> {
  const { name } = c.var.config.publication;
  const summary = `Every story of ${name}, newest first.`;
  return sendList(c, { path: '/latest', title: 'Latest', summary, json: '/api/public/articles' }, {});
}

/** Sends a page of a list in the form that is asked for. A page without articles gets 404, except the first one of `/latest`. */
async function sendList(
  c: Context,
  list: Pick<ArticleList, 'path' | 'title' | 'summary' | 'json'>,
  filter: Omit<PublishedFilter, 'limit'>,
): Promise<Response> {
  const form = formOf(c);
  const page = requestedPage(c);
  if (page === null) return notFound(c, form);
  const wanted = { ...filter, ...partOf(page, AT_ONCE) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  const mayBeEmpty = list.path === '/latest' && page === 1;
  if (articles.length === 0 && !mayBeEmpty) return notFound(c, form);
  const { publication } = c.var.config;
  const shown: ArticleList = { ...list, articles, page, hasMore: nextCursor !== null };
  const modifiedAt = await lastChange(c);
  const headers = pageLinks(c, shown);
  const kept = { about: ['edition'], form, choice: isTwin(c) ? 'query' : 'page query' } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, {
        status: 200,
        type: HTML,
        body: await listHtml(publication, shown),
        modifiedAt,
        headers,
        ...kept,
      });
    case 'markdown': {
      const at = pagePath(`${list.path}.md`, page);
      return sendPublic(c, { ...markdownResponse(listMarkdown(publication, shown), at, modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(c, {
        ...jsonResponse(articleIndexJson(publication, articles, nextCursor), { modifiedAt, headers }),
        ...kept,
      });
  }
}
