import { html } from 'hono/html';
import { listWriters } from '#article/live-addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { type Promises, promisesOf } from '#article/promises.ts';
import { listRetractions } from '#article/retraction.ts';
import { countArchived, countSettled } from '#evidence/count-settled.ts';
import { KINDS, settledDrawing, settledTable } from '#evidence/pages/bar-chart.ts';
import { proseHtml, proseMarkdown } from '#html/page-prose.ts';
import { printProse, sendPage } from '#html/prose-response.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { declared } from '#http/declared.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { listCorrections } from '#reading/corrections.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { readOwnPage } from './article.ts';
import { correctionsHtml } from './corrections-html.ts';
import { correctionsMarkdown } from './page-markdown.ts';
import { aboutProse, methodProse, standardsProse, writersLists } from './prose-pages.ts';

/** Most names on `/about`. */
const WRITERS = 100;

/** `/about` and `/about.md`. */
export async function readAbout(c: Context): Promise<Response> {
  return readOwnPage(c, 'about', () => readUsualAbout(c));
}

/** The page that the service has until editors publish their own. */
async function readUsualAbout(c: Context): Promise<Response> {
  const writers = await readPublished(c, (tx) => listWriters(tx, WRITERS));
  const publication = siteSnapshot().publication;
  const prose = aboutProse(publication, writers.length > 0);
  const drawn = writersLists(publication, writers);
  return sendPage(c, formOf(c), await printProse(c, prose, drawn), ['edition', 'placed:authors']);
}

/** How many corrections, and how many notices of unpublished articles, a page lists. */
const CORRECTIONS = 100;

/** `/corrections` and `/corrections.md`, newest first, or those before the correction number `before`. The first page has the notices, too. */
export async function readCorrections(c: Context): Promise<Response> {
  const publication = siteSnapshot().publication;
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

/** `/standards` and `/standards.md`: what this server makes sure of. */
export async function readStandards(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const prose = standardsProse(publication, promises(c, await readPublished(c, countArchived)));
  return sendPage(c, formOf(c), await printProse(c, prose), ['edition']);
}

/** The promises of this server; articles of an archive stay live when the setting that let them in is off again. */
function promises(c: Context, archived: number): Promises {
  const { policy, importArchive } = c.var.config;
  return promisesOf(policy, importArchive || archived > 0);
}

/** `/method` and `/method.md`: how numbers are settled, with counts over everything published. */
export async function readMethod(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const settled = await readPublished(c, countSettled);
  const modifiedAt = await lastChange(c);
  const added = await Promise.all(declared().methodSections.map((load) => load()));
  const more = added.flatMap(({ methodSections }) => methodSections(publication));
  const prose = methodProse(publication, settled, promises(c, settled.archived), more);
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
