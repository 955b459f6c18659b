import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { sendPage } from '#html/prose-response.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, jsonForm, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { freeDatesOrNull } from './advertise.ts';
import { advertiseHtml } from './advertise-html.ts';
import { advertiseMarkdown } from './advertise-markdown.ts';
import { readAudienceFigure } from './audience-figure.ts';

/** `/advertise` and `/advertise.md`; the JSON form is the catalog. The HTML form shows free dates and is not cached, because they change with the day. */
export async function readAdvertise(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const catalog = advertisingCatalog(publication);
  const form = formOf(c);
  const headers = linksOf(c, '/advertise', `${publication.baseUrl}/api/v1/advertise`);
  switch (form) {
    case 'html':
      return sendPublic(c, {
        status: 200,
        type: HTML,
        body: await advertiseHtml(publication, catalog, {
          free: await freeDatesOrNull(c),
          readers: await readAudienceFigure(c),
        }),
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
