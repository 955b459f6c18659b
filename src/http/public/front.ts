import { isDesk } from '../../article/model/desk.ts';
import { readHome } from '../../article/read/home.ts';
import { listPublished } from '../../article/read/published.ts';
import { preferredForm } from '../../cache/negotiate.ts';
import { type Form, HTML, jsonResponse, type PublicResponse } from '../../cache/public-response.ts';
import { linkHeader } from '../../render/addresses.ts';
import { deskHtml } from '../../render/html/front-html.ts';
import { homeHtml } from '../../render/html/home-html.ts';
import { frontJson } from '../../render/json/article-json.ts';
import { frontMarkdown } from '../../render/markdown/article-markdown.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { choiceOf, markdownResponse, sendPublic } from '../kit/respond.ts';
import { besideHome } from './placements.ts';

/** How many articles a desk's page lists, and the home page in Markdown and JSON. */
const ON_FRONT = 100;

/** `/`, `/index.md`, `/{section}` and `/{section}.md`. */
export async function readFront(c: Context): Promise<Response> {
  const asked = c.req.param('section') ?? null;
  const section = asked?.replace(/\.md$/, '') ?? null;
  if (section !== null && section !== 'index' && !isDesk(section)) return notFound(c);
  if (section === 'index' && asked === 'index') return notFound(c);
  const form = c.req.path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
  const copy = await renderFront(c, section === 'index' ? null : section, form);
  return sendPublic(c, {
    ...copy,
    about:
      section && section !== 'index'
        ? [`desk:${section}`]
        : ['edition', 'placed:ads', 'placed:front', 'placed:suppliers'],
    form,
    choice: choiceOf(c),
  });
}

async function renderFront(c: Context, section: string | null, form: Form): Promise<PublicResponse> {
  const { publication } = c.var.config;
  const wanted = { limit: ON_FRONT, ...(section && { section }) };
  const list = async () => (await readPublished(c, (tx) => listPublished(tx, wanted))).articles;
  const modifiedAt = await lastChange(c);
  const base = publication.baseUrl;
  const own = {
    html: `${base}/${section ?? ''}`,
    markdown: `${base}/${section ?? 'index'}.md`,
    json: `${base}/api/public/articles${section ? `?section=${section}` : ''}`,
  };
  const headers = { Link: linkHeader(publication, own) };
  switch (form) {
    case 'html':
      return { status: 200, type: HTML, body: await renderFrontHtml(c, section), modifiedAt, headers };
    case 'markdown':
      return markdownResponse(
        frontMarkdown(publication, section, await list()),
        `/${section ?? 'index'}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonResponse(frontJson(publication, await list()), { modifiedAt, headers });
  }
}

async function renderFrontHtml(c: Context, section: string | null): Promise<string> {
  const { publication } = c.var.config;
  if (section === null)
    return homeHtml(publication, { ...(await readPublished(c, readHome)), ...(await besideHome(c)) });
  const page = await readPublished(c, (tx) => listPublished(tx, { section, limit: ON_FRONT }));
  return deskHtml(publication, section, page.articles, { hasMore: page.nextCursor !== null });
}
