import { acceptanceSchema, acceptInsertionOrder, findByLink } from '#ads/orders/accept-insertion-order.ts';
import { readInsertionOrderPdf } from '#ads/orders/insertion-orders.ts';
import { Failure } from '#core/failure.ts';
import { readForm, validateForm } from '#http/body.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { statusOfFailure } from '#http/errors.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { insertionOrderHtml, noInsertionOrderHtml, type RefusedAcceptance } from './insertion-order-html.ts';

// The page that the link of an insertion order opens. The secret in the address is the right to act, so the form needs no check of
// its origin. A GET changes nothing.

/** No cache stores these pages, no search engine lists them, and no link passes on the secret in the address. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
};

const LABELS = { name: 'Your name', pdf: 'The document', maySign: 'The box below your name' };

/** `GET /advertise/insertion-orders/{secret}`. */
export function showInsertionOrder(c: Context): Promise<Response> {
  return page(c, null, 200);
}

/** `POST /advertise/insertion-orders/{secret}`: accepts it. After an error the page shows the typed name. */
export async function postAcceptance(c: Context): Promise<Response> {
  const { deps } = c.var;
  let typed: Record<string, string> = {};
  try {
    typed = Object.fromEntries([...(await readForm(c.req.raw))].map(([name, value]) => [name, value.trim()]));
    const { name, pdf } = validateForm(acceptanceSchema, typed, LABELS);
    await acceptInsertionOrder(deps, siteSnapshot().publication, secretIn(c), { name, pdf });
    return new Response(null, { status: 303, headers: { ...HEADERS, Location: pathOf(c) } });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problem = `${error.message} ${error.detail.hint ?? ''}`.trim();
    return page(c, { typed, problem }, statusOfFailure(error));
  }
}

/** `GET /advertise/insertion-orders/{secret}/pdf`. */
export async function readAgreementPdf(c: Context): Promise<Response> {
  const insertionOrder = await findByLink(c.var.deps, c.var.deps.db.read, secretIn(c));
  if (!insertionOrder) return unknownLink();
  const { insertionOrderPdf } = await import('#ads/documents/insertion-order-pdf.ts');
  const { bytes } = await readInsertionOrderPdf(c.var.deps, insertionOrder, insertionOrderPdf);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...HEADERS,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="insertion-order-${insertionOrder.number}.pdf"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}

async function page(c: Context, refused: RefusedAcceptance | null, status: number): Promise<Response> {
  const { deps } = c.var;
  const insertionOrder = await findByLink(deps, deps.db.read, secretIn(c));
  if (!insertionOrder) return unknownLink();
  const { insertionOrderPdf } = await import('#ads/documents/insertion-order-pdf.ts');
  const { hash } = await readInsertionOrderPdf(deps, insertionOrder, insertionOrderPdf);
  const shown = { ...insertionOrder, path: pathOf(c), pdf: hash };
  return htmlResponse(await insertionOrderHtml(siteSnapshot().publication, shown, refused), status);
}

async function unknownLink(): Promise<Response> {
  const { publication } = siteSnapshot();
  return htmlResponse(await noInsertionOrderHtml(publication, publication.adDesk), 404);
}

function htmlResponse(body: string, status: number): Response {
  return new Response(body, {
    status,
    headers: { ...HEADERS, 'Content-Type': HTML, 'Content-Security-Policy': READER_POLICY },
  });
}

function secretIn(c: Context): string {
  return c.req.param('secret') ?? '';
}

function pathOf(c: Context): string {
  return `/advertise/insertion-orders/${encodeURIComponent(secretIn(c))}`;
}
