import type { CreditNoteDocument } from '#ads/orders/credit-notes.ts';
import type { InvoiceDocument } from '#ads/orders/invoice-document.ts';
import { currencyName, formatAmount } from '#core/money.ts';
import { type PdfLine, printPdf } from '#html/pdf/pdf.ts';

/** An invoice as PDF: the same words, the same bytes. `issuedAt` is when it was issued. */
export function invoicePdf(invoice: InvoiceDocument, issuedAt: string): Promise<Uint8Array> {
  const { number, issuedOn, dueOn, publication, from, bank = [], notes } = invoice;
  const lines: PdfLine[] = [
    ...letterhead(publication, from),
    { text: `Invoice ${number}`, size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Issued ${issuedOn}`, gap: dueOn ? 2 : 0 },
    ...(dueOn ? [{ text: `Due ${dueOn}`, bold: true, gap: 2 } as const] : []),
    ...orderLines(invoice),
    ...buyerLines(invoice),
    ...amountLines(invoice),
    ...(bank.length > 0 ? [{ text: 'Pay to', bold: true, heading: 2, gap: 2 } as const, ...block(bank, 14)] : []),
    ...notes.map((text): PdfLine => ({ text, gap: 4 })),
  ];
  return printPdf(lines, {
    title: `Invoice ${number}`,
    author: publication,
    madeAt: issuedAt,
    elsewhere: onPage('your order', invoice),
  });
}

/** A credit note as PDF: the lines of the invoice that it reverses, as negative amounts. */
export function creditNotePdf(note: CreditNoteDocument, issuedAt: string): Promise<Uint8Array> {
  const { number, issuedOn, publication, from, notes, invoice, invoiceIssuedOn } = note;
  const lines: PdfLine[] = [
    ...letterhead(publication, from),
    { text: `Credit note ${number}`, size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Issued ${issuedOn}. It reverses invoice ${invoice} of ${invoiceIssuedOn}.`, gap: 2 },
    ...orderLines(note),
    ...buyerLines(note),
    ...amountLines(note, '-'),
    { text: `The reason: ${note.reason}` },
    ...notes.map((text): PdfLine => ({ text, gap: 4 })),
  ];
  return printPdf(lines, {
    title: `Credit note ${number}`,
    author: publication,
    madeAt: issuedAt,
    elsewhere: onPage('your order', note),
  });
}

/** Where the advertiser reads letters that the font of the PDF does not have. The link of the page is a secret. */
export function onPage(page: string, { baseUrl }: Pick<InvoiceDocument, 'baseUrl'>): string {
  return `on the page of ${page}${baseUrl ? ` at ${baseUrl}` : ''}, whose link you have by email`;
}

/** The publisher's name and address, with space below. */
export function letterhead(publication: string, from: readonly string[]): PdfLine[] {
  return [{ text: publication, size: 16, bold: true, gap: 2 }, ...block(from, 24)];
}

function orderLines({ order, title, service, insertionOrder }: InvoiceDocument): PdfLine[] {
  const lines = [
    `Order ${order}${title ? `: ${title}` : ''}`,
    ...(service ? [`Service dates (UTC): ${service}`] : []),
    ...(insertionOrder ? [`Your insertion order: ${insertionOrder}`] : []),
  ];
  return lines.map((text, index): PdfLine => ({ text, gap: index === lines.length - 1 ? 16 : 2 }));
}

/** The buyer's name and address. */
export function buyerLines({ to }: Pick<InvoiceDocument, 'to'>): PdfLine[] {
  return [{ text: 'To', bold: true, heading: 2, gap: 2 }, ...block(to, 18)];
}

type Amounts = Pick<InvoiceDocument, 'currency' | 'lines' | 'tax' | 'totalCents'>;

/** The table of amounts, each with the sign before it. */
export function amountLines({ currency, lines, tax, totalCents }: Amounts, sign: '' | '-' = ''): PdfLine[] {
  const amount = (cents: number) => `${sign}${formatAmount(cents, currency)}`;
  return [
    { text: 'What', bold: true, right: currencyName(currency), gap: 4 },
    ...[...lines, ...(tax ? [tax] : [])].map(
      ({ what, cents }): PdfLine => ({ text: what, right: amount(cents), gap: 6, rule: true }),
    ),
    { text: 'Total', bold: true, right: amount(totalCents), gap: 20, rule: true },
  ];
}

/** Lines set close together, with space below the last. */
export function block(texts: readonly string[], below: number): PdfLine[] {
  return texts.map((text, index) => ({ text, gap: index === texts.length - 1 ? below : 0 }));
}
