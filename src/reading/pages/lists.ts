import { monthPath, pagePath, tagPath } from '#article/addresses.ts';
import { articleIndexJson } from '#article/pages/article-json.ts';
import { notFound } from '#article/pages/not-found.ts';
import { pageLinks, partOf, requestedPage } from '#article/pages/paged.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished, type PublishedFilter } from '#article/published.ts';
import { findTag } from '#article/tags.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, markdownResponse, sendMoved, sendPublic } from '#http/respond.ts';
import { picturesBeside } from '#reading/pictures-beside.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { type ArticleList, listHtml, monthName, tagSummary } from './list-html.ts';
import { listMarkdown } from './list-markdown.ts';

/** How many articles a page lists. */
const AT_ONCE = 50;

/** `/latest` and `/latest.md`: every article of this magazine, newest first. */
export function readLatest(c: Context): Promise<Response> {
  const { name } = siteSnapshot().publication;
  const summary = `Every story of ${name}, newest first.`;
  return sendList(c, { path: '/latest', title: 'Latest', summary, json: '/api/public/articles' }, { isOwn: true });
}

/** `/archive/{month}`, `/archive/{month}.md` and `/api/v1/public/archive/{month}`: the articles first published in a month. */
export async function readMonth(c: Context): Promise<Response> {
  const month = (c.req.param('month') ?? '').replace(/\.md$/, '');
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) return notFound(c);
  const title = monthName(month);
  const summary = `What ${siteSnapshot().publication.name} published in ${title}, newest first.`;
  const list = { path: monthPath(month), title, summary, json: `/api/v1/public${monthPath(month)}`, up: ALL_MONTHS };
  return sendList(c, { ...list, isOneMonth: true }, { days: { startsOn: `${month}-01`, endsOn: `${month}-31` } });
}

/** `/tags/{tag}`, `/tags/{tag}.md` and `/api/v1/public/tags/{tag}`; a former address of a tag leads to the present one. */
export async function readTag(c: Context): Promise<Response> {
  const asked = c.req.param('tag') ?? '';
  const slug = asked.replace(/\.md$/, '');
  const tag = await readPublished(c, (tx) => findTag(tx, slug));
  if (tag === null) return notFound(c);
  if ('movedTo' in tag) return sendMoved(c, c.req.path.replace(/[^/]+$/, asked.replace(slug, tag.movedTo)));
  const summary = tagSummary(siteSnapshot().publication, tag.name);
  const list = {
    path: tagPath(slug),
    title: tag.name,
    summary,
    json: `/api/v1/public${tagPath(slug)}`,
    up: ALL_TAGS,
    hasFeeds: true,
  };
  return sendList(c, list, { tag: tag.id });
}

const ALL_MONTHS = { path: '/archive', text: 'All months' };
const ALL_TAGS = { path: '/tags', text: 'All tags' };

/** Sends a page of a list in the form that is asked for. A page without articles gets 404, except the first one of `/latest`. */
async function sendList(
  c: Context,
  list: Omit<ArticleList, 'articles' | 'page' | 'hasMore'>,
  filter: Omit<PublishedFilter, 'limit'>,
): Promise<Response> {
  if (c.req.path.startsWith('/api/')) return sendListJson(c, list, filter);
  const form = formOf(c);
  const page = requestedPage(c);
  if (page === null) return notFound(c, form);
  const wanted = { ...filter, ...partOf(page, AT_ONCE) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  const mayBeEmpty = list.path === '/latest' && page === 1;
  if (articles.length === 0 && !mayBeEmpty) return notFound(c, form);
  const { publication } = siteSnapshot();
  const shown: ArticleList = { ...list, articles, page, hasMore: nextCursor !== null };
  const modifiedAt = await lastChange(c);
  const headers = pageLinks(shown);
  const kept = { about: ['edition'], form, choice: isTwin(c) ? 'query' : 'page query' } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, {
        status: 200,
        type: HTML,
        body: await listHtml(publication, { ...shown, pictures: await picturesBeside(c, articles) }),
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

/** How many articles a page of a list has in the API. */
const IN_API = 100;

/** @throws bad_request for a cursor that this address did not issue */
async function sendListJson(
  c: Context,
  { path, json }: Pick<ArticleList, 'path' | 'json'>,
  filter: Omit<PublishedFilter, 'limit'>,
): Promise<Response> {
  const { publication } = siteSnapshot();
  const cursor = c.req.query('cursor');
  const wanted = { ...filter, limit: IN_API, ...(cursor && { cursor }) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  if (articles.length === 0) return notFound(c, 'json');
  const at = (address: string, rel: string) => `<${publication.baseUrl}${address}>; rel=${rel}`;
  const next = nextCursor ? `, ${at(`${json}?cursor=${nextCursor}`, '"next"')}` : '';
  const headers = { Link: `${at(path, '"alternate"; type="text/html"')}${next}` };
  const body = articleIndexJson(publication, articles, nextCursor);
  const modifiedAt = await lastChange(c);
  return sendPublic(c, jsonResponse(body, { modifiedAt, headers, about: ['edition'], choice: 'query' }));
}
