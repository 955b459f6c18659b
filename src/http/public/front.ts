import { DESKS, isDesk } from '../../article/model/desk.ts';
import { readFrontPage } from '../../article/read/front-page.ts';
import {
  findPublished,
  listPublished,
  listPublishedWhole,
  type PublishedListing,
} from '../../article/read/published.ts';
import { preferredForm } from '../../cache/negotiate.ts';
import { type Form, HTML, jsonResponse, type PublicResponse } from '../../cache/public-response.ts';
import { linkHeader } from '../../render/addresses.ts';
import { deskHtml, homeHtml } from '../../render/html/front-html.ts';
import { frontJson } from '../../render/json/article-json.ts';
import { frontMarkdown } from '../../render/markdown/article-markdown.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { choiceOf, markdownResponse, sendPublic } from '../kit/respond.ts';
import { besideHome } from './placements.ts';

/** How many articles the home page and a desk's page list. */
const ON_FRONT = 100;
/** How many of each desk the home page lists below its lead. */
const BY_DESK = 5;

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
  const { articles } = await readPublished(c, (tx) => listPublished(tx, wanted));
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
        frontMarkdown(publication, section, articles),
        `/${section ?? 'index'}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonResponse(frontJson(publication, articles), { modifiedAt, headers });
  }
}

async function renderFrontHtml(c: Context, section: string | null): Promise<string> {
  const { publication } = c.var.config;
  if (section === null)
    return homeHtml(publication, { ...(await readPublished(c, readHome)), ...(await besideHome(c)) });
  const page = await readPublished(c, (tx) => listPublished(tx, { section, limit: ON_FRONT }));
  return deskHtml(publication, section, page.articles, { hasMore: page.nextCursor !== null });
}

/** The articles that editors put on the front page lead it, else the newest one; each desk lists its newest other articles. */
async function readHome(tx: Deps['db']['read']) {
  const [first, ...chosen] = (await readFrontPage(tx)).map(({ article }) => article);
  const lead = await readLead(tx, first);
  const above = new Set([lead, ...chosen].map((article) => article?.id));
  const desks = [];
  for (const { slug } of DESKS) {
    const { articles, nextCursor } = await listPublished(tx, { section: slug, limit: BY_DESK + above.size });
    const others = articles.filter(({ id }) => !above.has(id));
    desks.push({
      slug,
      articles: others.slice(0, BY_DESK),
      hasMore: nextCursor !== null || others.length > BY_DESK,
    });
  }
  return { lead, chosen, desks };
}

async function readLead(tx: Deps['db']['read'], first: PublishedListing | undefined) {
  const found = first ? await findPublished(tx, first.section, first.slug) : null;
  if (found && !('movedTo' in found)) return found;
  return (await listPublishedWhole(tx, { limit: 1 })).articles[0] ?? null;
}
