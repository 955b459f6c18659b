import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { sendPage } from '#html/prose-response.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, jsonForm, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { advertiseHtml } from './advertise-html.ts';
import { advertiseMarkdown } from './advertise-markdown.ts';
import { readAudienceFigure } from './audience-figure.ts';

/** `/advertise` and `/advertise.md`, which are not cached, because they say how many people read; the JSON form is the catalog. */
export async function readAdvertise(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const catalog = advertisingCatalog(publication);
  const form = formOf(c);
  const headers = linksOf(c, '/advertise', `${publication.baseUrl}/api/v1/advertise`);
  if (form === 'json') return sendPage(c, form, jsonForm(catalog, '/api/v1/advertise', { headers }));
  const readers = await readAudienceFigure(c);
  if (form === 'markdown') {
    const text = advertiseMarkdown(publication, catalog, readers);
    return sendPublic(c, markdownResponse(text, '/advertise.md', null, headers));
  }
  return sendPublic(c, { status: 200, type: HTML, body: await advertiseHtml(publication, catalog, readers), headers });
}
