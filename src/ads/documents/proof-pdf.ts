import { titleOf } from '#ads/catalog/catalog.ts';
import type { Proof, ProofPart } from '#ads/runs/proof.ts';
import { type PdfLine, printPdf } from '#html/pdf/pdf.ts';
import type { Files } from '#runtime/files/files.ts';
import { onPage } from './invoice-pdf.ts';
import { outcomeText, PROOF_NOTES, pageText, sendText, utc } from './proof-text.ts';

/** Most page addresses in the PDF; the page of the proof lists all. */
const LISTED = 300;

/** The greatest height of the picture of an ad, in points. */
const AD_HEIGHT = 160;

/** A proof of performance as PDF, with the pictures of the ads. */
export async function proofPdf(proof: Proof, files: Files): Promise<Uint8Array> {
  const { publication, baseUrl, madeAt, order, parts } = proof;
  const lines: PdfLine[] = [
    { text: publication, size: 14, bold: true, gap: 2 },
    { text: 'Proof of performance', size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Made ${utc(madeAt)}. All times are UTC.`, gap: 12 },
    { text: `Order ${order.reference}: ${order.advertiser}, ${titleOf(order.unit)}`, bold: true, gap: 2 },
    { text: `Booked from ${order.startsOn} to ${order.endsOn}. State: ${order.state}.`, gap: 12 },
  ];
  for (const part of parts) lines.push(...(await partLines(baseUrl, part, files)));
  lines.push({ text: 'How it is known', size: 13, bold: true, heading: 2, rule: true });
  lines.push(...PROOF_NOTES.map((text): PdfLine => ({ text, gap: 6 })));
  return printPdf(lines, {
    title: `Proof of performance, order ${order.reference}`,
    author: publication,
    madeAt,
    elsewhere: onPage('your order', proof),
  });
}

async function partLines(baseUrl: string, part: ProofPart, files: Files): Promise<PdfLine[]> {
  const { place, creatives, pages, gaps, sends } = part;
  const left = pages.length - LISTED;
  const ads: PdfLine[] = [];
  for (const { sha256, url, file } of creatives) {
    const image = file === null ? null : await files.get(file);
    const text = `The ad “${titleOf(place)}”, SHA-256 ${sha256}${url ? `, leading to ${url}` : ''}`;
    ads.push({ text, size: 9, gap: 8, ...(image && { image, imageHeight: AD_HEIGHT }) });
  }
  return [
    { text: titleOf(place), size: 13, bold: true, heading: 2, rule: true },
    { text: outcomeText(part) },
    ...ads,
    ...sends.map((send): PdfLine => ({ text: sendText(send) })),
    ...heading('Pages', pages),
    ...pages.slice(0, LISTED).map((page): PdfLine => ({ text: pageText(baseUrl, page), size: 9, gap: 2 })),
    ...(left > 0 ? [{ text: `And ${left} more, on the page of this proof.` }] : []),
    ...heading('Gaps', gaps),
    ...gaps.map(
      ({ from, to, because }): PdfLine => ({ text: `${utc(from)} to ${utc(to)}: ${because}`, size: 9, gap: 2 }),
    ),
    { text: '', gap: 6 },
  ];
}

function heading(text: string, list: readonly unknown[]): PdfLine[] {
  return list.length === 0 ? [] : [{ text, bold: true }];
}
