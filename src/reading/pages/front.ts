import { linkHeader, pagePath } from '#article/addresses.ts';
import { frontJson } from '#article/pages/article-json.ts';
import { notFound, oldAddressOf } from '#article/pages/not-found.ts';
import { pageLinks, partOf, requestedPage } from '#article/pages/paged.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished } from '#article/published.ts';
import { isOpenSection, retiredSection } from '#article/section.ts';
import { findNumber } from '#evidence/number-of-the-week.ts';
import { isOldPost, preferredForm } from '#http/cache/negotiate.ts';
import { type Form, HTML, jsonResponse, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { choiceOf, isTwin, markdownResponse, sendMoved, sendOldAddress, sendPublic } from '#http/respond.ts';
import { readHome } from '#reading/home.ts';
import { picturesBeside } from '#reading/pictures-beside.ts';
import { besideHome } from '#reading/placements.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { movedPath } from '#site/pages/moved-section.ts';
import { readOwnPage } from './article.ts';
import { sectionHtml } from './front-html.ts';
import { frontMarkdown } from './front-markdown.ts';
import { homeHtml } from './home-html.ts';

/** How many articles a page of a section lists, and the home page in Markdown and JSON. */
const ON_FRONT = 100;

/** `/`, `/index.md`, `/{section}` and `/{section}.md`. A section has pages: `?page=2`. */
export async function readFront(c: Context): Promise<Response> {
  const asked = c.req.param('section') ?? null;
  const section = asked?.replace(/\.md$/, '') ?? null;
  const retired = retiredSection(section ?? '');
  if (retired) return sendMoved(c, movedPath(c, retired));
  if (section !== null && section !== 'index' && !isOpenSection(section))
    return readOwnPage(c, section, () => notFound(c));
  if (section === 'index' && asked === 'index') return notFound(c);
  const moved = c.req.path === '/' && isOldPost(new URL(c.req.url).search) ? await oldAddressOf(c) : null;
  if (moved) return sendOldAddress(c, moved);
  const form = c.req.path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
  if (section !== null && section !== 'index') return readSection(c, section, form);
  const copy = await renderHome(c, form);
  const about = ['edition', 'placed:ads', 'placed:briefs', 'placed:front', 'placed:suppliers'];
  return sendPublic(c, { ...copy, about, form, choice: choiceOf(c) });
}

async function renderHome(c: Context, form: Form): Promise<PublicResponse> {
  const { publication } = siteSnapshot();
  const list = () => readPublished(c, (tx) => listPublished(tx, { isOwn: true, limit: ON_FRONT }));
  const modifiedAt = await lastChange(c);
  const base = publication.baseUrl;
  const own = { html: `${base}/`, markdown: `${base}/index.md`, json: `${base}/api/public/articles` };
  const headers = { Link: linkHeader(publication, own) };
  switch (form) {
    case 'html': {
      const home = { ...(await readPublished(c, readHome)), ...(await besideHome(c)) };
      return { status: 200, type: HTML, body: await homeHtml(publication, home), modifiedAt, headers };
    }
    case 'markdown': {
      const { articles, nextCursor } = await list();
      const text = frontMarkdown(publication, { section: null, articles, page: 1, hasMore: nextCursor !== null });
      return markdownResponse(text, '/index.md', modifiedAt, headers);
    }
    case 'json':
      return jsonResponse(frontJson(publication, (await list()).articles), { modifiedAt, headers });
  }
}

/** A page of a section. One after the last gets 404. */
async function readSection(c: Context, section: string, form: Form): Promise<Response> {
  const page = requestedPage(c);
  if (page === null) return notFound(c, form);
  const wanted = { section, ...partOf(page, ON_FRONT) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  if (articles.length === 0 && page > 1) return notFound(c, form);
  const { publication } = siteSnapshot();
  const shown = { section, articles, page, hasMore: nextCursor !== null };
  const modifiedAt = await lastChange(c);
  const json = `/api/public/articles?section=${section}`;
  const headers = pageLinks({ path: `/${section}`, page, hasMore: shown.hasMore, json });
  const kept = { about: [`section:${section}`], form, choice: isTwin(c) ? 'query' : 'page query' } as const;
  switch (form) {
    case 'html': {
      const number = page === 1 ? await readPublished(c, (tx) => findNumber(tx, articles)) : null;
      const body = await sectionHtml(publication, { ...shown, pictures: await picturesBeside(c, articles), number });
      return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
    }
    case 'markdown': {
      const at = pagePath(`/${section}.md`, page);
      const text = frontMarkdown(publication, shown);
      return sendPublic(c, { ...markdownResponse(text, at, modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(c, jsonResponse(frontJson(publication, articles), { modifiedAt, headers, ...kept }));
  }
}
