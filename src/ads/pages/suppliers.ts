import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { listSuppliers } from '#ads/suppliers/directory.ts';
import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { Failure } from '#core/failure.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, jsonForm, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { suppliersHtml } from './suppliers-html.ts';
import { suppliersJson } from './suppliers-json.ts';
import { suppliersMarkdown } from './suppliers-markdown.ts';

const ABOUT = ['placed:suppliers', 'placed:ads'];

/** `/suppliers` in the form asked for, and `/suppliers.md`. */
export async function readSuppliers(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const form = formOf(c);
  const page = await readPage(c).catch((error) => {
    if (error instanceof Failure && error.kind === 'bad_request') return null;
    throw error;
  });
  if (!page) return notFound(c, form);
  const headers = linksOf(c, '/suppliers', `${publication.baseUrl}/api/v1/suppliers`);
  const keeping = { about: ABOUT, form, choice: isTwin(c) ? ('query' as const) : ('page query' as const) };
  switch (form) {
    case 'html': {
      const shown = { ...page, isFirst: c.req.query('cursor') === undefined };
      const body = await suppliersHtml(publication, advertisingCatalog(publication), shown);
      return sendPublic(c, { status: 200, type: HTML, body, headers, ...keeping });
    }
    case 'markdown':
      return sendPublic(c, {
        ...markdownResponse(suppliersMarkdown(publication, page), '/suppliers.md', null, headers),
        ...keeping,
      });
    case 'json':
      return sendPublic(
        c,
        jsonForm(suppliersJson(page), `/api/v1/suppliers${new URL(c.req.url).search}`, { headers, ...keeping }),
      );
  }
}

/** `/api/v1/suppliers`. */
export async function listSuppliersJson(c: Context): Promise<Response> {
  const { baseUrl } = c.var.config.publication;
  const page = await readPage(c);
  const next = page.nextCursor && `<${baseUrl}/api/v1/suppliers?cursor=${page.nextCursor}>; rel="next", `;
  const headers = { Link: `${next ?? ''}<${baseUrl}/suppliers>; rel="alternate"; type="text/html"` };
  return sendPublic(c, jsonResponse(suppliersJson(page), { headers, about: ABOUT, choice: 'query' }));
}

/** @throws bad_request for an unknown cursor */
function readPage(c: Context) {
  return readPublished(c, (tx) => listSuppliers(tx, c.req.query('cursor')));
}
