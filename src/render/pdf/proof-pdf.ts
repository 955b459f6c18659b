import type { ProofDocument, ProofPart, ProvedSend } from '../../ads/runs/proof-document.ts';
import type { ScreenshotFiles, SignedPayload } from '../../ads/runs/proofs.ts';
import { type PdfLine, printPdf } from './pdf.ts';

/** Most page addresses in the PDF; the JSON lists all. */
const LISTED = 300;

/** A signed proof of run as PDF, with its screenshots. */
export function proofPdf(
  proof: ProofDocument,
  signed: SignedPayload & { keyId: string },
  shots: ScreenshotFiles = new Map(),
): Promise<Uint8Array> {
  const { publication, baseUrl, madeAt, order, method, parts, readers } = proof;
  const file = `proof-${order.reference}.json`;
  const lines: PdfLine[] = [
    { text: publication, size: 14, bold: true, gap: 2 },
    { text: 'Proof of run', size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Made ${utc(madeAt)}. All times are UTC.`, gap: 12 },
    { text: `Order ${order.reference}: ${order.advertiser}, ${order.unit}`, bold: true, gap: 2 },
    {
      text: `Booked from ${order.startsOn} to ${order.endsOn}; when this proof was made, the order was “${order.state}”.`,
      gap: 12,
    },
    { text: 'How it is known', size: 13, bold: true, heading: 2, rule: true },
    { text: method, gap: 12 },
    ...parts.flatMap((part) => partLines(baseUrl, part, shots)),
    { text: 'What this proof does not say', size: 13, bold: true, heading: 2, rule: true },
    { text: readers, gap: 12 },
    { text: 'Signature', size: 13, bold: true, heading: 2, rule: true },
    {
      text: `The JSON of this proof is signed with Ed25519 (RFC 7515, RFC 8037). The key is at ${baseUrl}/api/v1/advertise/proof-key under the id ${signed.keyId}. Verify the signature over the two parts "protected" and "payload", joined by a dot; the payload is this proof, in base64url. The screenshots are named in it by their SHA-256. This PDF carries the signed JSON as the attached file ${file}: use the two parts and the signature from there. The PDF itself is not signed.`,
    },
    { text: `protected: ${signed.protected}`, size: 8 },
    { text: `signature: ${signed.signature}`, size: 8 },
  ];
  const attached = {
    name: file,
    type: 'application/jose+json',
    description: 'The signed proof',
    content: `${JSON.stringify({ payload: signed.payload, protected: signed.protected, signature: signed.signature }, null, 2)}\n`,
  };
  return printPdf(lines, { title: `Proof of run, order ${order.reference}`, author: publication, madeAt, attached });
}

function partLines(baseUrl: string, part: ProofPart, shots: ScreenshotFiles): PdfLine[] {
  const { place, startsOn, endsOn, outcome, statement, creatives, pages, gaps, sends, withoutScreenshots } = part;
  const left = pages.length - LISTED;
  const days = startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
  return [
    { text: place, size: 13, bold: true, heading: 2, rule: true },
    { text: `Booked for ${days}. Outcome: ${outcome}. ${statement}` },
    ...creatives.map(
      ({ sha256, url }): PdfLine => ({ text: `Picture, SHA-256 ${sha256}${url ? `, leading to ${url}` : ''}` }),
    ),
    ...sends.map((send): PdfLine => ({ text: sendText(send) })),
    ...heading('Pages on which it was seen', pages),
    ...pages.slice(0, LISTED).map(
      ({ path, sha256, from, to }): PdfLine => ({
        text: `${baseUrl}${path}: ${utc(from)} to ${utc(to)}${creatives.length > 1 ? `, picture ${sha256}` : ''}`,
        size: 9,
        gap: 2,
      }),
    ),
    ...(left > 0 ? [{ text: `and ${left} more, in the JSON of this proof.` }] : []),
    ...heading('Gaps', gaps),
    ...gaps.map(
      ({ from, to, because }): PdfLine => ({ text: `${utc(from)} to ${utc(to)}: ${because}`, size: 9, gap: 2 }),
    ),
    ...shotLines(baseUrl, part, shots),
    ...(withoutScreenshots === null ? [] : [{ text: `Screenshots: ${withoutScreenshots}` }]),
    { text: '', gap: 6 },
  ];
}

function sendText({ day, sentAt, creativeHash, note, notedAt, notedBy, deliveries }: ProvedSend): string {
  const sent = `Field Brief of ${day}: sent ${utc(sentAt)} with the picture ${creativeHash}; noted ${utc(notedAt)} by ${notedBy}. ${note}`;
  if (!deliveries) return sent;
  const { acceptedAtLeast, htmlSha256 } = deliveries;
  const count = acceptedAtLeast === 0 ? 'fewer than 10' : `at least ${acceptedAtLeast}`;
  return `${sent} Mail servers accepted ${count} emails.${htmlSha256 ? ` SHA-256 of their HTML, without personal addresses: ${htmlSha256}.` : ''}`;
}

function shotLines(baseUrl: string, { screenshots }: ProofPart, shots: ScreenshotFiles): PdfLine[] {
  return screenshots.map(({ path, takenAt, sha256 }): PdfLine => {
    const image = shots.get(sha256);
    return {
      text: `Screenshot of ${baseUrl}${path}, taken ${utc(takenAt)} by the publisher’s own browser, SHA-256 ${sha256}${image ? '' : '. Its file is not in the store.'}`,
      size: 9,
      ...(image && { image }),
    };
  });
}

function heading(text: string, list: readonly unknown[]): PdfLine[] {
  return list.length === 0 ? [] : [{ text, bold: true }];
}

function utc(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)}`;
}
