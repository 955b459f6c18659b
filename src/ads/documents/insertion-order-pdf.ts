import type { InsertionOrderDocument } from '#ads/orders/insertion-order-document.ts';
import { type PdfLine, printPdf } from '#html/pdf/pdf.ts';
import { amountLines, block, buyerLines, letterhead, onPage } from './invoice-pdf.ts';

/** An insertion order as PDF: the same words, the same bytes. `madeAt` is when it was made. */
export function insertionOrderPdf(document: InsertionOrderDocument, madeAt: string): Promise<Uint8Array> {
  const { number, madeOn, acceptUntil, publication, adDesk, from, order, title, days, category } = document;
  const { creatives, terms } = document;
  const lines: PdfLine[] = [
    ...letterhead(publication, from),
    { text: `Insertion order ${number}`, size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Made ${madeOn}. It can be accepted until ${acceptUntil}.`, gap: 2 },
    { text: `Order ${order}: ${title}`, gap: 2 },
    { text: `Days (UTC, first and last included): ${days}`, bold: true, gap: 2 },
    { text: `Product category: ${category}`, gap: 16 },
    ...buyerLines(document),
    ...amountLines(document),
    ...(creatives.length > 0 ? list('What the advertiser sends', creatives) : []),
    ...list('Terms', terms),
    { text: 'Acceptance', bold: true, heading: 2, gap: 2 },
    {
      text: `The advertiser accepts this insertion order by the link in our email: we record the time, the typed name and the SHA-256 of this PDF. Or on paper: sign it and send it to ${adDesk}.`,
      gap: 28,
    },
    { text: 'Name, date and signature', rule: true },
  ];
  return printPdf(lines, {
    title: `Insertion order ${number}`,
    author: publication,
    madeAt,
    elsewhere: onPage('this insertion order', document),
  });
}

function list(title: string, texts: readonly string[]): PdfLine[] {
  return [
    { text: title, bold: true, heading: 2, gap: 2 },
    ...block(
      texts.map((text) => `– ${text}`),
      14,
    ),
  ];
}
