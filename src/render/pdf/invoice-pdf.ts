import type { CreditNoteDocument } from '../../ads/orders/credit-notes.ts';
import type { InvoiceDocument } from '../../ads/orders/invoices.ts';
import { dollars } from '../../core/money.ts';
import { type PdfLine, printPdf } from './pdf.ts';

/** An invoice as PDF: the same words, the same bytes. `issuedAt` is when it was issued. */
export function invoicePdf(invoice: InvoiceDocument, issuedAt: string): Promise<Uint8Array> {
  const { number, issuedOn, publication, from, to, order, lines, totalCents, notes } = invoice;
  const set: PdfLine[] = [
    { text: publication, size: 16, bold: true, gap: 2 },
    ...letterhead(from),
    { text: `Invoice ${number}`, size: 22, bold: true, gap: 6 },
    { text: `Issued ${issuedOn}, for order ${order}`, gap: 14 },
    { text: 'To', bold: true, gap: 2 },
    ...to.map((text, index): PdfLine => ({ text, gap: index === to.length - 1 ? 18 : 0 })),
    { text: 'What', bold: true, right: 'US dollars', gap: 4 },
    ...lines.map((line): PdfLine => ({ text: line.what, right: dollars(line.cents), gap: 6, rule: true })),
    { text: 'Total', bold: true, right: dollars(totalCents), gap: 20, rule: true },
    ...notes.map((text): PdfLine => ({ text, gap: 4 })),
  ];
  return printPdf(set, { title: `Invoice ${number}`, author: publication, madeAt: issuedAt });
}

/** A credit note as PDF: the lines of the invoice that it reverses, as negative amounts. */
export function creditNotePdf(note: CreditNoteDocument, issuedAt: string): Promise<Uint8Array> {
  const { number, issuedOn, publication, from, to, order, lines, totalCents, notes, invoice, invoiceIssuedOn } = note;
  const set: PdfLine[] = [
    { text: publication, size: 16, bold: true, gap: 2 },
    ...letterhead(from),
    { text: `Credit note ${number}`, size: 22, bold: true, gap: 6 },
    { text: `Issued ${issuedOn}. It reverses invoice ${invoice} of ${invoiceIssuedOn}, for order ${order}.`, gap: 14 },
    { text: 'To', bold: true, gap: 2 },
    ...to.map((text, index): PdfLine => ({ text, gap: index === to.length - 1 ? 18 : 0 })),
    { text: 'What', bold: true, right: 'US dollars', gap: 4 },
    ...lines.map((line): PdfLine => ({ text: line.what, right: `-${dollars(line.cents)}`, gap: 6, rule: true })),
    { text: 'Total', bold: true, right: `-${dollars(totalCents)}`, gap: 20, rule: true },
    { text: `The reason: ${note.reason}` },
    ...notes.map((text): PdfLine => ({ text, gap: 4 })),
  ];
  return printPdf(set, { title: `Credit note ${number}`, author: publication, madeAt: issuedAt });
}

/** The publisher's name and address, with space below. */
function letterhead(from: readonly string[]): PdfLine[] {
  return from.map((text, index) => ({ text, gap: index === from.length - 1 ? 14 : 0 }));
}
