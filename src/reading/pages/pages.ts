import { html } from 'hono/html';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { freeDatesOrNull } from '#ads/pages/advertise.ts';
import { advertiseHtml } from '#ads/pages/advertise-html.ts';
import { readSuppliers } from '#ads/pages/suppliers.ts';
import { agentsProse } from '#agents/pages/agents-page.ts';
import { mcpProse } from '#agents/pages/mcp-page.ts';
import { listWriters } from '#article/live-addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { type Promises, promisesOf } from '#article/promises.ts';
import { listRetractions } from '#article/retraction.ts';
import { Failure } from '#core/failure.ts';
import { countArchived, countSettled } from '#evidence/count-settled.ts';
import { KINDS, settledDrawing, settledTable } from '#evidence/pages/bar-chart.ts';
import type { Html } from '#html/html.ts';
import { type ProsePage, proseHtml, proseMarkdown } from '#html/page-prose.ts';
import { type Form, HTML, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context, Handler } from '#http/context.ts';
import { errorResponse } from '#http/errors.ts';
import type { PagePath } from '#http/public-resources.ts';
import { formOf, isTwin, jsonForm, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { listCorrections } from '#reading/corrections.ts';
import { readOwnPage } from './article.ts';
import { correctionsHtml } from './corrections-html.ts';
import { advertiseMarkdown, correctionsMarkdown } from './page-markdown.ts';
import { aboutProse, methodProse, standardsProse, writersLists } from './prose-pages.ts';

/** The handlers of the pages in `render/public-resources.ts`: each serves its path and the Markdown at `path` + `.md`. */
export const PAGE_HANDLERS: Readonly<Record<PagePath, Handler>> = {
  '/about': readAbout,
  '/standards': readStandards,
  '/method': readMethod,
  '/latest': async (c) => (await import('./lists.ts')).readLatest(c),
  '/search': async (c) => (await import('#search/pages/search.ts')).readSearch(c),
  '/archive': async (c) => (await import('./archive.ts')).readArchive(c),
  '/tags': async (c) => (await import('./archive.ts')).readTags(c),
  '/corrections': readCorrections,
  '/changes': async (c) => (await import('#changes/pages/changes.ts')).readChangesPage(c),
  '/quote': async (c) => (await import('#quote/pages/quote.ts')).readQuotePage(c),
  '/issues': async (c) => (await import('./issues.ts')).readIssues(c),
  '/series': async (c) => (await import('./series.ts')).readSeriesList(c),
  '/brief': async (c) => (await import('#brief/pages/archive.ts')).readBriefArchive(c),
  '/suppliers': readSuppliers,
  '/advertise': readAdvertise,
  '/agents': (c) => sendProse(c, agentsProse(c.var.config.publication)),
  '/mcp': readMcpPage,
};

/** Most names on `/about`. */
const WRITERS = 100;

/** `/about` and `/about.md`. */
async function readAbout(c: Context): Promise<Response> {
  return readOwnPage(c, 'about', () => readUsualAbout(c));
}

/** The page that the service has until editors publish their own. */
async function readUsualAbout(c: Context): Promise<Response> {
  const writers = await readPublished(c, (tx) => listWriters(tx, WRITERS));
  const publication = c.var.config.publication;
  const prose = aboutProse(publication, writers.length > 0);
  const drawn = writersLists(publication, writers);
  return sendPage(c, formOf(c), await printProse(c, prose, drawn), ['edition', 'placed:authors']);
}

/** How many corrections, and how many notices of unpublished articles, a page lists. */
const CORRECTIONS = 100;

/** `/advertise` and `/advertise.md`; the JSON form is the catalog. The HTML form shows free dates and is not cached, because they change with the day. */
async function readAdvertise(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const catalog = advertisingCatalog(publication);
  const form = formOf(c);
  const headers = linksOf(c, '/advertise', `${publication.baseUrl}/api/v1/advertise`);
  switch (form) {
    case 'html':
      return sendPublic(c, {
        status: 200,
        type: HTML,
        body: await advertiseHtml(publication, catalog, await freeDatesOrNull(c)),
        headers,
      });
    case 'markdown':
      return sendPage(
        c,
        form,
        markdownResponse(advertiseMarkdown(publication, catalog), '/advertise.md', null, headers),
      );
    case 'json':
      return sendPage(c, form, jsonForm(catalog, '/api/v1/advertise', { headers }));
  }
}

/** `/corrections` and `/corrections.md`, newest first, or those before the correction number `before`. The first page has the notices, too. */
async function readCorrections(c: Context): Promise<Response> {
  const publication = c.var.config.publication;
  const before = c.req.query('before');
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) return notFound(c);
  const asked = { limit: CORRECTIONS, ...(before !== undefined && { before: Number(before) }) };
  const page = await readPublished(c, async (tx) => ({
    ...(await listCorrections(tx, asked)),
    retractions: before === undefined ? await listRetractions(tx, CORRECTIONS) : [],
  }));
  const modifiedAt = await lastChange(c);
  const form = formOf(c);
  const headers = linksOf(c, '/corrections');
  const choice = isTwin(c) ? 'query' : 'page query';
  const about = ['edition'];
  if (form === 'markdown') {
    const body = correctionsMarkdown(publication, page);
    const copy = markdownResponse(body, '/corrections.md', modifiedAt, headers);
    return sendPublic(c, { ...copy, about, choice, form });
  }
  const body = await correctionsHtml(publication, page);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, about, choice, form });
}

/**
 * `/mcp` for people. MCP clients ask this address for a stream, which this server has not: 405, and they go on without (MCP
 * 2025-11-25, Streamable HTTP). The page is not cached, because the cache would answer them with it.
 */
async function readMcpPage(c: Context): Promise<Response> {
  const accept = c.req.header('accept') ?? '';
  if (/\btext\/event-stream\b/i.test(accept) && !/\btext\/(?:html|markdown)\b/i.test(accept)) return noStream();
  const { publication } = c.var.config;
  return sendPublic(c, { ...(await printProse(c, mcpProse(publication))), choice: isTwin(c) ? 'only' : 'page' });
}

function noStream(): Response {
  const failure = new Failure('method_not_allowed', 'This MCP server opens no stream.', {
    hint: 'Send each message as POST. For people, this address is a page: Accept: text/html or text/markdown.',
  });
  return errorResponse(failure, { Allow: 'GET, HEAD, POST, OPTIONS' });
}

async function sendProse(c: Context, prose: ProsePage): Promise<Response> {
  return sendPage(c, formOf(c), await printProse(c, prose));
}

/** What is added to sections, by their ids. */
type Drawn = { html?: Record<string, Html>; markdown?: Record<string, string> };

async function printProse(c: Context, prose: ProsePage, drawn: Drawn = {}): Promise<PublicResponse> {
  const { publication } = c.var.config;
  const headers = linksOf(c, prose.path);
  if (formOf(c) === 'markdown')
    return markdownResponse(proseMarkdown(publication, prose, drawn.markdown), `${prose.path}.md`, null, headers);
  return { status: 200, type: HTML, body: await proseHtml(publication, prose, drawn.html), headers };
}

function sendPage(c: Context, form: Form, copy: PublicResponse, about: readonly string[] = []): Promise<Response> {
  return sendPublic(c, { ...copy, about: [...about], form, choice: isTwin(c) ? 'only' : 'page' });
}

/** `/standards` and `/standards.md`: what this server makes sure of. */
async function readStandards(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const prose = standardsProse(publication, promises(c, await readPublished(c, countArchived)));
  return sendPage(c, formOf(c), await printProse(c, prose), ['edition']);
}

/** The promises of this server; articles of an archive stay live when the setting that let them in is off again. */
function promises(c: Context, archived: number): Promises {
  const { policy, importArchive } = c.var.config;
  return promisesOf(policy, importArchive || archived > 0);
}

/** `/method` and `/method.md`: how numbers are settled, with counts over everything published. */
async function readMethod(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const settled = await readPublished(c, countSettled);
  const modifiedAt = await lastChange(c);
  const prose = methodProse(publication, settled, promises(c, settled.archived));
  const { counts, counted } = settled;
  const form = formOf(c);
  const headers = linksOf(c, prose.path);
  const kept = { about: ['edition'], form, choice: isTwin(c) ? 'only' : 'page' } as const;
  if (form === 'markdown') {
    const table = [
      '| Way | Numbers |',
      '| --- | ---: |',
      ...KINDS.map(([kind, name]) => `| ${name} | ${counts[kind]} |`),
    ];
    const text = proseMarkdown(publication, prose, counted > 0 ? { counts: table.join('\n') } : {});
    return sendPublic(c, { ...markdownResponse(text, '/method.md', modifiedAt, headers), ...kept });
  }
  const drawn = counted > 0 ? { counts: html`${settledDrawing(counts)}${settledTable(counts)}` } : {};
  return sendPublic(c, {
    status: 200,
    type: HTML,
    body: await proseHtml(publication, prose, drawn),
    modifiedAt,
    headers,
    ...kept,
  });
}
