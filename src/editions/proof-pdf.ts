import type { ProofDocument, ProofPart } from '../advertising/proof.ts';
import type { Signed } from '../advertising/proof-key.ts';
import { type PdfLine, printPdf } from './pdf.ts';

/** Addresses of articles listed on paper; the JSON lists all. */
const LISTED = 300;

/** A signed proof of run as PDF. */
export function proofPdf(proof: ProofDocument, signed: Signed & { keyId: string }): Promise<Uint8Array> {
  const { publication, baseUrl, madeAt, order, parts, fieldBriefSends, screenshots, readers } = proof;
  const lines: PdfLine[] = [
    { text: publication, size: 14, bold: true, gap: 2 },
    { text: 'Proof of run', size: 22, bold: true, gap: 6 },
    { text: `Made ${utc(madeAt)}. All times are UTC.`, gap: 12 },
    { text: `Order ${order.reference}: ${order.advertiser}, ${order.unit}`, bold: true, gap: 2 },
    { text: `Booked from ${order.startsOn} to ${order.endsOn}; now ${order.state}.`, gap: 12 },
    ...parts.flatMap((part) => partLines(baseUrl, part)),
    ...(fieldBriefSends.length > 0
      ? [{ text: 'Sends of the Field Brief', size: 13, bold: true, rule: true } as const]
      : []),
    ...fieldBriefSends.map(
      ({ day, sentAt, creativeHash, note }): PdfLine => ({
        text: `${day}: sent ${utc(sentAt)}${creativeHash ? `, with the picture ${creativeHash}` : ''}. ${note}`,
      }),
    ),
    { text: 'What this proof does not say', size: 13, bold: true, rule: true },
    { text: readers },
    { text: `Screenshots: ${screenshots}`, gap: 12 },
    { text: 'Signature', size: 13, bold: true, rule: true },
    {
      text: `The JSON of this proof is signed with Ed25519 (RFC 7515, RFC 8037). The key is at ${baseUrl}/api/v1/advertise/proof-key under the id ${signed.keyId}. Verify the signature over the two parts "protected" and "payload", joined by a dot; the payload is this proof, in base64url.`,
    },
    { text: `protected: ${signed.protected}`, size: 8 },
    { text: `signature: ${signed.signature}`, size: 8 },
  ];
  return printPdf(lines, { title: `Proof of run, order ${order.reference}`, author: publication, madeAt });
}

function partLines(baseUrl: string, part: ProofPart): PdfLine[] {
  const { place, startedAt, endedAt, creatives, pages, screenshots } = part;
  const left = pages.length - LISTED;
  return [
    { text: place, size: 13, bold: true, rule: true },
    { text: `Ran from ${utc(startedAt)} ${untilWords(endedAt)}.` },
    ...creatives.map(
      ({ sha256, url, from, to }): PdfLine => ({
        text: `Picture, SHA-256 ${sha256}${url ? `, leading to ${url}` : ''}: ${utc(from)} ${untilWords(to)}`,
      }),
    ),
    ...(pages.length > 0 ? [{ text: 'Pages that carried it', bold: true } as const] : []),
    ...pages.slice(0, LISTED).map(
      ({ path, from, to }): PdfLine => ({
        text: `${baseUrl}${path}: ${utc(from)} ${untilWords(to)}`,
        size: 9,
        gap: 2,
      }),
    ),
    ...(left > 0 ? [{ text: `and ${left} more, in the JSON of this proof.` }] : []),
    ...screenshots.map(
      ({ path, takenAt, sha256 }): PdfLine => ({
        text: `Screenshot of ${baseUrl}${path}, taken ${utc(takenAt)}, SHA-256 ${sha256}`,
        size: 9,
      }),
    ),
    { text: '', gap: 6 },
  ];
}

function utc(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)}`;
}

function untilWords(at: string | null): string {
  return at === null ? 'until now' : `to ${utc(at)}`;
}
