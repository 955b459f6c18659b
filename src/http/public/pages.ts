import { html } from 'hono/html';
import { advertisingCatalog } from '../../ads/catalog/catalog.ts';
import { listCorrections } from '../../article/read/corrections.ts';
import { countSettled } from '../../article/read/count-settled.ts';
import { type Form, HTML, type PublicResponse } from '../../cache/public-response.ts';
import { KINDS, settledDrawing, settledTable } from '../../render/charts/bar-chart.ts';
import { advertiseHtml } from '../../render/html/advertise-html.ts';
import { agentsProse } from '../../render/html/agents-page.ts';
import { correctionsHtml } from '../../render/html/corrections-html.ts';
import { type ProsePage, proseHtml, proseMarkdown } from '../../render/html/page-prose.ts';
import { aboutProse, methodProse, standardsProse } from '../../render/html/prose-pages.ts';
import { advertiseMarkdown, correctionsMarkdown } from '../../render/markdown/page-markdown.ts';
import type { PagePath } from '../../render/public-resources.ts';
import type { Context, Handler } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { formOf, isTwin, jsonForm, linksOf, markdownResponse, sendPublic } from '../kit/respond.ts';
import { freeDatesOrNull } from './advertise.ts';
import { readSuppliers } from './suppliers.ts';

/** The handlers of the pages in `render/public-resources.ts`: each serves its path and the Markdown at `path` + `.md`. */
export const PAGE_HANDLERS: Readonly<Record<PagePath, Handler>> = {
  '/about': (c) => sendProse(c, aboutProse(c.var.config.publication)),
  '/standards': (c) => sendProse(c, standardsProse(c.var.config.publication)),
  '/method': readMethod,
  '/latest': async (c) => (await import('./lists.ts')).readLatest(c),
  '/search': async (c) => (await import('./search.ts')).readSearch(c),
  '/archive': async (c) => (await import('./archive.ts')).readArchive(c),
  '/tags': async (c) => (await import('./archive.ts')).readTags(c),
  '/corrections': readCorrections,
  '/changes': async (c) => (await import('./changes.ts')).readChangesPage(c),
  '/issues': async (c) => (await import('./issues.ts')).readIssues(c),
  '/series': async (c) => (await import('./series.ts')).readSeriesList(c),
  '/brief': async (c) => (await import('../brief/archive.ts')).readBriefArchive(c),
  '/suppliers': readSuppliers,
  '/advertise': readAdvertise,
  '/agents': (c) => sendProse(c, agentsProse(c.var.config.publication)),
};

/** How many corrections a page lists. */
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

/** `/corrections` and `/corrections.md`, newest first, or those before the correction number `before`. */
async function readCorrections(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const before = c.req.query('before');
  if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) return notFound(c);
  const asked = { limit: CORRECTIONS, ...(before !== undefined && { before: Number(before) }) };
  const { corrections, earlier } = await readPublished(c, (tx) => listCorrections(tx, asked));
  const modifiedAt = await lastChange(c);
  const form = formOf(c);
  const headers = linksOf(c, '/corrections');
  const choice = isTwin(c) ? 'query' : 'page query';
  if (form === 'markdown') {
    const body = correctionsMarkdown(publication, corrections, earlier);
    const copy = markdownResponse(body, '/corrections.md', modifiedAt, headers);
    return sendPublic(c, { ...copy, about: ['edition'], choice, form });
  }
  const body = await correctionsHtml(publication, corrections, earlier);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, about: ['edition'], choice, form });
}

async function sendProse(c: Context, prose: ProsePage): Promise<Response> {
  const { publication } = c.var.config;
  const form = formOf(c);
  const headers = linksOf(c, prose.path);
  if (form === 'markdown')
    return sendPage(c, form, markdownResponse(proseMarkdown(publication, prose), `${prose.path}.md`, null, headers));
  return sendPage(c, form, { status: 200, type: HTML, body: await proseHtml(publication, prose), headers });
}

function sendPage(c: Context, form: Form, copy: PublicResponse): Promise<Response> {
  return sendPublic(c, { ...copy, about: [], form, choice: isTwin(c) ? 'only' : 'page' });
}

/** `/method` and `/method.md`: how numbers are settled, with counts over everything published. */
async function readMethod(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const settled = await readPublished(c, countSettled);
  const modifiedAt = await lastChange(c);
  const prose = methodProse(publication, settled);
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
