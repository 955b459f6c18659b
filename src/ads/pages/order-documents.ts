import { stateOf } from '#ads/orders/accept-insertion-order.ts';
import { findCreditNote, listCreditNotesOf, storeCreditNotePdf } from '#ads/orders/credit-notes.ts';
import { insertionOrderUrl, listInsertionOrders, secretOf } from '#ads/orders/insertion-orders.ts';
import { findInvoice, listInvoicesOf, storeInvoicePdf } from '#ads/orders/invoices.ts';
import type { Order } from '#ads/orders/orders.ts';
import { listProofs, readProof } from '#ads/runs/proofs.ts';
import { SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Context } from '#http/context.ts';
import { invoiceFile, proofFile } from '#runtime/files/document-files.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { OrderAgreement, OrderDocument } from './order-html.ts';

/** The documents of an order that its advertiser may get. */
export async function listOrderDocuments(c: Context, order: Order): Promise<OrderDocument[]> {
  const tx = c.var.deps.db.read;
  const invoices = (await listInvoicesOf(tx, order.id)).map(({ number, paidOn, creditedBy }) => ({
    name: `Invoice ${number}`,
    file: `invoice-${number}.pdf`,
    note: creditedBy ? `reversed by credit note ${creditedBy}` : paidOn ? `paid ${paidOn}` : 'not paid yet',
  }));
  const notes = (await listCreditNotesOf(tx, order)).map(({ number, invoice }) => ({
    name: `Credit note ${number}`,
    file: `credit-note-${number}.pdf`,
    note: `for invoice ${invoice}`,
  }));
  const { timeZone } = siteSnapshot().publication;
  const proofs = (await listProofs(tx, order.id)).flatMap(({ id, madeAt }) => [
    { name: `Proof of ${dayIn(madeAt, timeZone)}`, file: `proof-${id}.pdf`, note: 'PDF' },
    { name: `Proof of ${dayIn(madeAt, timeZone)}, signed`, file: `proof-${id}.json`, note: 'JSON, for verification' },
  ]);
  return [...invoices, ...notes, ...proofs];
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
  const [, kind = '', number = '', ending = ''] =
    /^(invoice|credit-note|proof)-([0-9A-Za-z-]+)\.(pdf|json)$/.exec(asked) ?? [];
  switch (`${kind} ${ending}`) {
    case 'invoice pdf':
      return sendPdf(c, await invoicePath(c, orderId, number), asked);
    case 'credit-note pdf':
      return sendPdf(c, await creditNotePath(c, orderId, number), asked);
    case 'proof pdf':
    case 'proof json':
      return sendProof(c, orderId, number, ending);
    default:
      throw noDocument();
  }
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

async function sendProof(c: Context, orderId: string, proofId: string, ending: string): Promise<Response> {
  const { signed, name, pdfHash } = await readProof(c.var.deps.db.read, SYSTEM, orderId, proofId);
  if (ending === 'pdf') return sendPdf(c, proofFile(pdfHash), `${name}.pdf`);
  return download(`${JSON.stringify(signed, null, 2)}\n`, 'application/jose+json', `${name}.json`);
}

async function sendPdf(c: Context, file: string, name: string): Promise<Response> {
  const bytes = await c.var.deps.files.get(file);
  if (!bytes) throw new Failure('not_found', 'This file is missing at present.', { hint: 'Write to the ad desk.' });
  return download(new Uint8Array(bytes), 'application/pdf', name);
}

function download(body: BodyInit, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Type': type,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  });
}

function noDocument(): Failure {
  return new Failure('not_found', 'This order has no such document.', { hint: 'Open the page of the order again.' });
}
