import { listCorrections } from '../article/corrections.ts';
import { isDesk } from '../article/desk.ts';
import { findPublished, listPublished, type PublishedArticle } from '../article/published.ts';
import { articleForms, linkHeader } from '../editions/addresses.ts';
import { correctionsHtml, frontHtml, notFoundHtml } from '../editions/article-html.ts';
import { frontJson, publicArticle } from '../editions/article-json.ts';
import { frontMarkdown, notFoundMarkdown } from '../editions/article-markdown.ts';
import { type Form, preferredForm } from '../newsstand/accept.ts';
import { type Copy, HTML, jsonCopy, MARKDOWN } from '../newsstand/copy.ts';
import { printEdition } from '../newsstand/print-room.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';
import { lastChange } from './last-change.ts';
import { readPublished } from './read-published.ts';

/** How many articles the home page and a desk's page list. */
const ON_FRONT = 100;
/** How many corrections a page lists. */
const CORRECTIONS = 100;

/** `/`, `/index.md`, `/{section}` and `/{section}.md`. */
export async function readFront(c: Ctx): Promise<Response> {
  const asked = c.req.param('section') ?? null;
  const section = asked?.replace(/\.md$/, '') ?? null;
  if (section !== null && section !== 'index' && !isDesk(section)) return notFound(c);
  if (section === 'index' && asked === 'index') return notFound(c);
  const form = c.req.path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
  const copy = await printFront(c, section === 'index' ? null : section, form);
  return answer(c, {
    ...copy,
    about: [section && section !== 'index' ? `desk:${section}` : 'edition'],
    form,
    choice: choiceOf(c),
  });
}

/** An address of one form's own, or one where `Accept` chooses. */
function choiceOf(c: Ctx): 'only' | 'page' {
  return c.req.path.endsWith('.md') || c.req.path.startsWith('/api/') ? 'only' : 'page';
}

/** `/{section}/{slug}` in the form asked for, and `/{section}/{slug}.md`. */
export function readArticle(c: Ctx): Promise<Response> {
  const path = c.req.path;
  if (!isDesk(c.req.param('section') ?? '')) return notFound(c);
  return serveArticle(c, path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept')), (form, at) =>
    form === 'markdown' && path.endsWith('.md') ? `/${at.section}/${at.slug}.md` : `/${at.section}/${at.slug}`,
  );
}

/** `/api/public/articles/{section}/{slug}`. */
export function readArticleJson(c: Ctx): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'json', (_, at) => `${prefix}/articles/${at.section}/${at.slug}`);
}

/** `/api/public/markdown/{section}/{slug}`. */
export function readArticleMarkdown(c: Ctx): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'markdown', (_, at) => `${prefix}/markdown/${at.section}/${at.slug}`);
}

/** `/corrections`, from the latest or from the one named by `before`. */
export async function readCorrections(c: Ctx): Promise<Response> {
  const before = c.req.query('before');
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) return notFound(c);
  const asked = { limit: CORRECTIONS, ...(before !== undefined && { before: Number(before) }) };
  const { corrections, earlier } = await readPublished(c, (tx) => listCorrections(tx, asked));
  const body = await correctionsHtml(c.var.config.publication, corrections, earlier);
  const modifiedAt = await lastChange(c);
  return answer(c, { status: 200, type: HTML, body, modifiedAt, about: ['edition'], choice: 'query' });
}

/** 404 in the form the route or the request asks for; the same bytes for a draft, a withdrawn article and nothing at all. */
export async function notFound(c: Ctx, form: Form = notFoundForm(c)): Promise<Response> {
  const { publication } = c.var.config;
  const headers = { 'Cache-Control': 'no-cache' };
  switch (form) {
    case 'html':
      return answer(c, { status: 404, type: HTML, body: await notFoundHtml(publication), headers });
    case 'markdown':
      return answer(c, { status: 404, type: MARKDOWN, body: notFoundMarkdown(publication), headers });
    case 'json':
      return answer(c, jsonCopy(NOT_FOUND, { status: 404, headers }));
  }
}

function notFoundForm(c: Ctx): Form {
  const path = c.req.path;
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/.well-known/')) return 'json';
  return path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
}

const NOT_FOUND = {
  code: 'not_found',
  error: 'Nothing is published at this address.',
  hint: 'Every published article is in /api/public/articles; every route is in /openapi.json.',
};

type At = { section: string; slug: string };

async function serveArticle(c: Ctx, form: Form, addressOf: (form: Form, at: At) => string): Promise<Response> {
  const section = c.req.param('section') ?? '';
  const slug = (c.req.param('slug') ?? '').replace(/\.md$/, '');
  const found = isDesk(section) ? await readPublished(c, (tx) => findPublished(tx, section, slug)) : null;
  if (!found) return notFound(c, form);
  if ('movedTo' in found) return moved(c, addressOf(form, found.movedTo));
  const copy = await printArticle(c, found, form);
  return answer(c, { ...copy, about: [`article:${found.id}`], form, choice: choiceOf(c) });
}

function moved(c: Ctx, to: string): Promise<Response> {
  const { baseUrl } = c.var.config.publication;
  const body = `Moved to ${baseUrl}${to}\n`;
  return answer(c, {
    status: 301,
    type: 'text/plain; charset=utf-8',
    body,
    headers: { Location: `${baseUrl}${to}` },
  });
}

async function printArticle(c: Ctx, article: PublishedArticle, form: Form): Promise<Copy> {
  const { publication } = c.var.config;
  const forms = articleForms(publication, article);
  const { modifiedAt } = article;
  const headers = { Link: linkHeader(publication, forms) };
  switch (form) {
    case 'html':
      return {
        status: 200,
        type: HTML,
        body: await printEdition('articleHtml', [article], publication, article),
        modifiedAt,
        headers,
      };
    case 'markdown':
      return markdownCopy(
        await printEdition('articleMarkdown', [article], publication, article),
        `/${article.section}/${article.slug}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonCopy(publicArticle(publication, article), { modifiedAt, headers });
  }
}

async function printFront(c: Ctx, section: string | null, form: Form): Promise<Copy> {
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
      return { status: 200, type: HTML, body: await frontHtml(publication, section, articles), modifiedAt, headers };
    case 'markdown':
      return markdownCopy(
        frontMarkdown(publication, section, articles),
        `/${section ?? 'index'}.md`,
        modifiedAt,
        headers,
      );
    case 'json':
      return jsonCopy(frontJson(publication, articles), { modifiedAt, headers });
  }
}

function markdownCopy(
  body: string,
  location: string,
  modifiedAt: string | null,
  headers: Record<string, string>,
): Copy {
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
