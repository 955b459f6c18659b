import { seriesPath } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { choiceOf, formOf, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { findSeries, listSeries } from '#reading/series/read-series.ts';
import { seriesHtml, seriesListHtml } from '#reading/series/series-html.ts';
import { seriesIndexJson, seriesJson } from '#reading/series/series-json.ts';
import { seriesListMarkdown, seriesMarkdown } from '#reading/series/series-markdown.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** A change of a series is logged as a change of its live articles. */
const ABOUT = ['edition'];

/** `/series` in the form asked for, and `/series.md`: every series with published parts. */
export async function readSeriesList(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const series = await readPublished(c, listSeries);
  const modifiedAt = await lastChange(c);
  const form = formOf(c);
  const headers = linksOf(c, '/series', `${publication.baseUrl}/api/v1/public/series`);
  const kept = { about: ABOUT, form, choice: choiceOf(c) };
  switch (form) {
    case 'html': {
      const body = await seriesListHtml(publication, series);
      return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
    }
    case 'markdown': {
      const text = seriesListMarkdown(publication, series);
      return sendPublic(c, { ...markdownResponse(text, '/series.md', modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(c, jsonResponse(seriesIndexJson(publication, series), { modifiedAt, headers, ...kept }));
  }
}

/** `/api/v1/public/series`. */
export async function readSeriesIndex(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const series = await readPublished(c, listSeries);
  const modifiedAt = await lastChange(c);
  const headers = { Link: `<${publication.baseUrl}/series>; rel="alternate"; type="text/html"` };
  return sendPublic(c, jsonResponse(seriesIndexJson(publication, series), { modifiedAt, headers, about: ABOUT }));
}

/** `/series/{series}` in the form asked for, and `/series/{series}.md`: 404 while none of its parts is published. */
export async function readSeries(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const slug = (c.req.param('series') ?? '').replace(/\.md$/, '');
  const form = formOf(c);
  const series = await readPublished(c, (tx) => findSeries(tx, slug));
  if (!series) return notFound(c, form);
  const modifiedAt = await lastChange(c);
  const path = seriesPath(series);
  const headers = linksOf(c, path, `${publication.baseUrl}/api/v1/public${path}`);
  const kept = { about: ABOUT, form, choice: choiceOf(c) };
  switch (form) {
    case 'html': {
      const body = await seriesHtml(publication, series);
      return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
    }
    case 'markdown': {
      const text = seriesMarkdown(publication, series);
      return sendPublic(c, { ...markdownResponse(text, `${path}.md`, modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(c, jsonResponse(seriesJson(publication, series), { modifiedAt, headers, ...kept }));
  }
}

/** `/api/v1/public/series/{series}`. */
export async function readSeriesJson(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const series = await readPublished(c, (tx) => findSeries(tx, c.req.param('series') ?? ''));
  if (!series) return notFound(c, 'json');
  const headers = { Link: `<${publication.baseUrl}${seriesPath(series)}>; rel="canonical"` };
  const modifiedAt = await lastChange(c);
  return sendPublic(c, jsonResponse(seriesJson(publication, series), { modifiedAt, headers, about: ABOUT }));
}
