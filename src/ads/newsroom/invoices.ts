import { type CreditNote, findCreditNote, listCreditNotesOf, storeCreditNotePdf } from '#ads/orders/credit-notes.ts';
import { findInvoice, type Invoice, storeInvoicePdf } from '#ads/orders/invoices.ts';
import type { Context } from '#http/context.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { sendFile } from './documents.ts';

/** `GET /newsroom/ads/invoices/{number}.pdf`. Makes the PDF now when it was not made with the invoice. */
export async function readInvoicePdf(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const invoice = await findInvoice(c.var.deps.db.read, number);
  const hash = invoice.pdfHash ?? (await printInvoice(c, invoice));
  return sendFile(c, invoiceFile(hash), 'application/pdf', `invoice-${number}.pdf`);
}

/** Makes and stores the PDF of an invoice; returns its SHA-256. */
export async function printInvoice(c: Context, { number, document, issuedAt }: Invoice): Promise<string> {
  const { invoicePdf } = await import('#ads/documents/invoice-pdf.ts');
  return storeInvoicePdf(c.var.deps, number, await invoicePdf(document, issuedAt));
}

/** `GET /newsroom/ads/credit-notes/{number}.pdf`. Makes the PDF now when it was not made with the credit note. */
export async function readCreditNotePdf(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const note = await findCreditNote(c.var.deps.db.read, number);
  return sendFile(
    c,
    invoiceFile(note.pdfHash ?? (await printCreditNote(c, note))),
    'application/pdf',
    `credit-note-${number}.pdf`,
  );
}

/** Makes the missing PDFs of an order's credit notes, after a cancellation. */
export async function printCreditNotes(c: Context, orderId: string): Promise<void> {
  for (const note of await listCreditNotesOf(c.var.deps.db.read, { id: orderId }))
    if (note.pdfHash === null) await printCreditNote(c, note);
}

/** Makes and stores the PDF of a credit note; returns its SHA-256. */
export async function printCreditNote(c: Context, { number, document, issuedAt }: CreditNote): Promise<string> {
  const { creditNotePdf } = await import('#ads/documents/invoice-pdf.ts');
  return storeCreditNotePdf(c.var.deps, number, await creditNotePdf(document, issuedAt));
}
