import { stateOf } from '#ads/orders/accept-insertion-order.ts';
import { findCreditNote, listCreditNotesOf, storeCreditNotePdf } from '#ads/orders/credit-notes.ts';
import { insertionOrderUrl, listInsertionOrders, secretOf } from '#ads/orders/insertion-orders.ts';
import { wordsOnPage } from '#ads/orders/invoice-document.ts';
import { findInvoice, listInvoicesOf, storeInvoicePdf } from '#ads/orders/invoices.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { type Proof, readProof } from '#ads/runs/proof.ts';
import { hasStarted } from '#ads/runs/runs.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { OrderAgreement, OrderDocument } from './order-html.ts';

/** The documents of an order that its advertiser may get. */
export async function listOrderDocuments(c: Context, order: Order): Promise<OrderDocument[]> {
  const tx = c.var.deps.db.read;
  const invoices = (await listInvoicesOf(tx, order.id)).map(({ number, document, paidOn, creditedBy }) => ({
    name: `Invoice ${number}`,
    file: `invoice-${number}.pdf`,
    note: creditedBy ? `reversed by credit note ${creditedBy}` : paidOn ? `paid ${paidOn}` : 'not paid yet',
    words: wordsOnPage(document),
  }));
  const notes = (await listCreditNotesOf(tx, order)).map(({ number, document, invoice }) => ({
    name: `Credit note ${number}`,
    file: `credit-note-${number}.pdf`,
    note: `for invoice ${invoice}`,
    words: [...wordsOnPage({ ...document, bank: [] }), `The reason: ${document.reason}`],
  }));
  return [...invoices, ...notes];
}

/** The insertion orders of an order that were accepted, or can be; each has its own page. */
export async function listAgreements(c: Context, order: Order): Promise<OrderAgreement[]> {
  const { deps } = c.var;
  const agreements: OrderAgreement[] = [];
  for (const insertionOrder of await listInsertionOrders(deps.db.read, order.id)) {
    const { number, acceptedAt, acceptedName, document } = insertionOrder;
    const state = await stateOf(deps, deps.db.read, insertionOrder, order);
    if (state !== 'open' && state !== 'accepted') continue;
    const words =
      state === 'open'
        ? `to read and accept until ${document.acceptUntil}`
        : `accepted ${acceptedAt && dayIn(acceptedAt, siteSnapshot().publication.timeZone)} under the name ${acceptedName}`;
    const href = insertionOrderUrl('', secretOf(deps, number));
    agreements.push({ name: `Insertion order ${number}`, href, words, isOpen: state === 'open' });
  }
  return agreements;
}

/**
 * A document of an order by the name that `listOrderDocuments` gives it.
 * @throws not_found also for a document of another order
 */
export async function readOrderDocument(c: Context, orderId: string, asked: string): Promise<Response> {
  if (asked === 'proof.pdf') return sendProof(c, orderId);
  const [, kind, number = ''] = /^(invoice|credit-note)-([0-9A-Za-z-]+)\.pdf$/.exec(asked) ?? [];
  if (kind === 'invoice') return sendPdf(c, await invoicePath(c, orderId, number), asked);
  if (kind === 'credit-note') return sendPdf(c, await creditNotePath(c, orderId, number), asked);
  throw noDocument();
}

/** The proof of performance of an order; null before its first ad has started. */
export async function findOrderProof(c: Context, orderId: string): Promise<Proof | null> {
  const { deps } = c.var;
  const order = await getOrder(deps.db.read, orderId);
  if (!(await hasStarted(deps.db.read, order.id))) return null;
  return readProof(deps.db.read, siteSnapshot().publication, order, now(deps));
}

async function invoicePath(c: Context, orderId: string, number: string): Promise<string> {
  const { deps } = c.var;
  const invoice = await findInvoice(deps.db.read, number);
  if (invoice.orderId !== orderId) throw noDocument();
  if (invoice.pdfHash) return invoiceFile(invoice.pdfHash);
  const { invoicePdf } = await import('#ads/documents/invoice-pdf.ts');
  return invoiceFile(await storeInvoicePdf(deps, number, await invoicePdf(invoice.document, invoice.issuedAt)));
}

async function creditNotePath(c: Context, orderId: string, number: string): Promise<string> {
  const { deps } = c.var;
  const note = await findCreditNote(deps.db.read, number);
  if (note.orderId !== orderId) throw noDocument();
  if (note.pdfHash) return invoiceFile(note.pdfHash);
  const { creditNotePdf } = await import('#ads/documents/invoice-pdf.ts');
  return invoiceFile(await storeCreditNotePdf(deps, number, await creditNotePdf(note.document, note.issuedAt)));
}

async function sendProof(c: Context, orderId: string): Promise<Response> {
  const proof = await findOrderProof(c, orderId);
  if (!proof) throw noDocument();
  const { proofPdf } = await import('#ads/documents/proof-pdf.ts');
  return download(await proofPdf(proof, c.var.deps.files), `proof-${proof.order.reference}.pdf`);
}

async function sendPdf(c: Context, file: string, name: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes) throw new Failure('not_found', 'This file is missing at present.', { hint: 'Write to the ad desk.' });
  return download(bytes, name);
}

function download(bytes: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Type': 'application/pdf',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  });
}

function noDocument(): Failure {
  return new Failure('not_found', 'This order has no such document.', { hint: 'Open the page of the order again.' });
}
