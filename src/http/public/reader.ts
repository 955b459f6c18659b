import { DESKS, isDesk } from '../../article/model/desk.ts';
import { type ArticleExtras, readExtras } from '../../article/read/article-extras.ts';
import {
  findPublished,
  listPublished,
  listPublishedWhole,
  type PublishedArticle,
} from '../../article/read/published.ts';
import { preferredForm } from '../../cache/negotiate.ts';
import type { Form } from '../../cache/public-response.ts';
import { HTML, jsonResponse, MARKDOWN, type PublicResponse } from '../../cache/public-response.ts';
import { articleForms, linkHeader } from '../../render/addresses.ts';
import type { PlacedAd } from '../../render/html/ad-html.ts';
import { deskHtml, homeHtml } from '../../render/html/front-html.ts';
import { notFoundHtml } from '../../render/html/search-html.ts';
import { frontJson, publicArticle } from '../../render/json/article-json.ts';
import { frontMarkdown, notFoundMarkdown } from '../../render/markdown/article-markdown.ts';
import { printEdition } from '../../render/render-pool.ts';
import type { Deps } from '../../runtime/deps.ts';
import { canonicalPath } from '../kit/canonical-path.ts';
import type { Context } from '../kit/context.ts';
import { DRAFTS_ARE_READ } from '../kit/error-response.ts';
import { lastChange } from '../kit/last-change.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';
import { adAt, besideHome } from './placements.ts';

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
  const copy = await printFront(c, section === 'index' ? null : section, form);
  return sendPublic(c, {
    ...copy,
    about: section && section !== 'index' ? [`desk:${section}`] : ['edition', 'placed:ads', 'placed:suppliers'],
    form,
    choice: choiceOf(c),
  });
}

/** An address of one form's own, or one where `Accept` chooses. */
function choiceOf(c: Context): 'only' | 'page' {
  return c.req.path.endsWith('.md') || c.req.path.startsWith('/api/') ? 'only' : 'page';
}

/** `/{section}/{slug}` in the form asked for, and `/{section}/{slug}.md`. */
export function readArticle(c: Context): Promise<Response> {
  const path = c.req.path;
  if (!isDesk(c.req.param('section') ?? '')) return notFound(c);
  return serveArticle(c, path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept')), (form, at) =>
    form === 'markdown' && path.endsWith('.md') ? `/${at.section}/${at.slug}.md` : `/${at.section}/${at.slug}`,
  );
}

/** `/api/public/articles/{section}/{slug}`. */
export function readArticleJson(c: Context): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'json', (_, at) => `${prefix}/articles/${at.section}/${at.slug}`);
}

/** `/api/public/markdown/{section}/{slug}`. */
export function readArticleMarkdown(c: Context): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'markdown', (_, at) => `${prefix}/markdown/${at.section}/${at.slug}`);
}

/**
 * 404 in the form the route or the request asks for; the same bytes for a draft, a withdrawn article and nothing at all.
 * A mistyped address is sent to the one it means.
 */
export async function notFound(c: Context, form: Form = notFoundForm(c)): Promise<Response> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const canonical = isRead ? canonicalPath(c.req.path) : null;
  if (canonical) return moved(c, canonical);
  const { publication } = c.var.config;
  const headers = { 'Cache-Control': 'no-cache' };
  switch (form) {
    case 'html':
      return sendPublic(c, { status: 404, type: HTML, body: await notFoundHtml(publication), headers });
    case 'markdown':
      return sendPublic(c, { status: 404, type: MARKDOWN, body: notFoundMarkdown(publication), headers });
    case 'json':
      return sendPublic(
        c,
        jsonResponse(c.req.path.startsWith('/api/admin/') ? NOT_READ_HERE : NOT_FOUND, { status: 404, headers }),
      );
  }
}

function notFoundForm(c: Context): Form {
  const path = c.req.path;
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/.well-known/')) return 'json';
  return path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
}

const NOT_FOUND = {
  code: 'not_found',
  error: 'Nothing is published at this address.',
  hint: 'Every published article is in /api/public/articles; every route is in /openapi.json.',
};

/** Whether there is such a draft or not. */
const NOT_READ_HERE = {
  code: 'not_found',
  error: 'Drafts are not read at this address.',
  hint: `${DRAFTS_ARE_READ} POST /api/admin/articles files one, POST /api/admin/articles/{articleId}/revisions revises it.`,
};

type At = { section: string; slug: string };

async function serveArticle(c: Context, form: Form, addressOf: (form: Form, at: At) => string): Promise<Response> {
  const section = c.req.param('section') ?? '';
  const slug = (c.req.param('slug') ?? '').replace(/\.md$/, '');
  const found = isDesk(section) ? await readPublished(c, (tx) => findPublished(tx, section, slug)) : null;
  if (!found) return notFound(c, form);
  if ('movedTo' in found) return moved(c, addressOf(form, found.movedTo));
  const beside = form === 'json' ? null : await readPublished(c, (tx) => readExtras(tx, found));
  const ad = form === 'html' ? await adAt(c, 'in-article') : null;
  const copy = await printArticle(c, found, form, beside, ad);
  const about = [found, ...(beside?.earlier ?? [])].map(({ id }) => `article:${id}`);
  if (form === 'html') about.push('placed:ads');
  return sendPublic(c, { ...copy, about, form, choice: choiceOf(c) });
}

/** Sends a reader on to where something is now, with the query; `to` is a path of ours. */
export function moved(c: Context, to: string): Promise<Response> {
  const location = `${c.var.config.publication.baseUrl}${to}${new URL(c.req.url).search}`;
  const body = `Moved to ${location}\n`;
  return sendPublic(c, { status: 301, type: 'text/plain; charset=utf-8', body, headers: { Location: location } });
}

async function printArticle(
  c: Context,
  article: PublishedArticle,
  form: Form,
  beside: ArticleExtras | null,
  ad: PlacedAd | null,
): Promise<PublicResponse> {
  const { publication } = c.var.config;
  const forms = articleForms(publication, article);
  const { modifiedAt } = article;
  const headers = { Link: linkHeader(publication, forms) };
  switch (form) {
    case 'html':
      return {
        status: 200,
        type: HTML,
        body: await printEdition('articleHtml', [article], publication, article, beside ?? NOTHING_BESIDE, ad),
        modifiedAt,
        headers,
      };
    case 'markdown':
      return markdownCopy(
        await printEdition('articleMarkdown', [article], publication, article, beside ?? NOTHING_BESIDE),
        `/${article.section}/${article.slug}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonResponse(publicArticle(publication, article), { modifiedAt, headers });
  }
}

const NOTHING_BESIDE: ArticleExtras = { earlier: [], corrections: [], drafted: null, corrected: [], evidence: null };

async function printFront(c: Context, section: string | null, form: Form): Promise<PublicResponse> {
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
      return { status: 200, type: HTML, body: await printFrontHtml(c, section), modifiedAt, headers };
    case 'markdown':
      return markdownCopy(
        frontMarkdown(publication, section, articles),
        `/${section ?? 'index'}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonResponse(frontJson(publication, articles), { modifiedAt, headers });
  }
}

async function printFrontHtml(c: Context, section: string | null): Promise<string> {
  const { publication } = c.var.config;
  if (section === null)
    return homeHtml(publication, { ...(await readPublished(c, readHome)), ...(await besideHome(c)) });
  const page = await readPublished(c, (tx) => listPublished(tx, { section, limit: ON_FRONT }));
  return deskHtml(publication, section, page.articles, { hasMore: page.nextCursor !== null });
}

/** The newest article leads; each desk lists its newest besides. */
async function readHome(tx: Deps['db']['read']) {
  const [lead = null] = (await listPublishedWhole(tx, { limit: 1 })).articles;
  const desks = [];
  for (const { slug } of DESKS) {
    const { articles, nextCursor } = await listPublished(tx, { section: slug, limit: BY_DESK + 1 });
    const others = articles.filter(({ id }) => id !== lead?.id);
    desks.push({
      slug,
      articles: others.slice(0, BY_DESK),
      hasMore: nextCursor !== null || others.length > BY_DESK,
    });
  }
  return { lead, desks };
}

/** A Markdown copy, with where it lies and how long it is. */
export function markdownCopy(
  body: string,
  location: string,
  modifiedAt: string | null,
  headers: Record<string, string>,
): PublicResponse {
  return {
    status: 200,
    type: MARKDOWN,
    body,
    modifiedAt,
    headers: {
      ...headers,
      'Content-Location': location,
      'X-Markdown-Tokens': String(Math.ceil(body.length / 4)),
      'Content-Signal': 'search=yes, ai-input=yes, ai-train=no',
    },
  };
}
