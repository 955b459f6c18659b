import { html } from 'hono/html';
import { countSettled } from '../../article/read/count-settled.ts';
import { HTML } from '../../cache/public-response.ts';
import { KINDS, settledDrawing, settledTable } from '../../render/charts/bar-chart.ts';
import { proseHtml, proseMarkdown } from '../../render/html/page-prose.ts';
import { methodProse } from '../../render/html/prose-pages.ts';
import type { Context } from '../kit/context.ts';
import { lastChange } from '../kit/last-change.ts';
import { formOf, isTwin, linksOf } from '../kit/negotiate.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';
import { markdownCopy } from './reader.ts';

/** `/method` and `/method.md`: how numbers are settled, with counts over everything published. */
export async function readMethod(c: Context): Promise<Response> {
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
    return sendPublic(c, { ...markdownCopy(text, '/method.md', modifiedAt, headers), ...kept });
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
