import { titleOf } from '#ads/catalog/catalog.ts';
import type { ProofDocument, ProofPart, ProvedSend } from '#ads/runs/proof-document.ts';
import type { SignedPayload } from '#ads/runs/proof-keys.ts';
import type { ProofPictures } from '#ads/runs/proofs.ts';
import { type PdfLine, printPdf } from '#html/pdf/pdf.ts';
import { escapeUnprintable } from '#html/pdf/pdf-fonts.ts';

/** Most page addresses in the PDF; the JSON lists all. */
const LISTED = 300;

/** The greatest height of the picture of an ad, in points. */
const AD_HEIGHT = 160;

const ESCAPED =
  'Characters that the fonts of this PDF lack are shown by their number in Unicode, such as [U+1F680]. The signed file has them as they are.';

/** A signed proof of performance as PDF, with the ads and the screenshots. */
export function proofPdf(
  proof: ProofDocument,
  signed: SignedPayload & { keyId: string },
  pictures: ProofPictures = { shots: new Map(), ads: new Map() },
): Promise<Uint8Array> {
  const { publication, baseUrl, madeAt, order, method, parts, readers } = proof;
  const file = `proof-${order.reference}.json`;
  const lines: PdfLine[] = [
    { text: publication, size: 14, bold: true, gap: 2 },
    { text: 'Proof of performance', size: 22, bold: true, heading: 1, gap: 6 },
    { text: `Made ${utc(madeAt)}. All times are UTC.`, gap: 12 },
    { text: `Order ${order.reference}: ${order.advertiser}, ${titleOf(order.unit)}`, bold: true, gap: 2 },
    {
      text: `Booked from ${order.startsOn} to ${order.endsOn}; when this proof was made, the order was “${order.state}”.`,
      gap: 12,
    },
    { text: 'How it is known', size: 13, bold: true, heading: 2, rule: true },
    { text: method, gap: 12 },
    ...parts.flatMap((part) => partLines(baseUrl, part, pictures)),
    { text: 'What this proof does not say', size: 13, bold: true, heading: 2, rule: true },
    { text: readers, gap: 12 },
    { text: 'How to verify this proof', size: 13, bold: true, heading: 2, rule: true },
    ...recipe(baseUrl, file, signed.keyId),
    { text: `protected: ${signed.protected}`, size: 8 },
    { text: `signature: ${signed.signature}`, size: 8 },
  ];
  const attached = {
    name: file,
    type: 'application/jose+json',
    description: 'The signed proof',
    content: `${JSON.stringify({ payload: signed.payload, protected: signed.protected, signature: signed.signature }, null, 2)}\n`,
  };
  // A proof is printed whatever the names are: a character without a font is shown by its number, and a line says so.
  const shown = lines.map((line) => ({ ...line, text: escapeUnprintable(line.text) }));
  const isEscaped = shown.some(({ text }, index) => text !== lines[index]?.text);
  return printPdf(isEscaped ? [...shown, { text: ESCAPED, size: 9 }] : shown, {
    title: `Proof of performance, order ${order.reference}`,
    author: publication,
    madeAt,
    attached,
  });
}

/** How somebody else verifies the proof, without this service where they already have its key. */
function recipe(baseUrl: string, file: string, keyId: string): PdfLine[] {
  const steps = [
    `Save the file ${file}, which is attached to this PDF: most readers list it under a paper clip. It has three parts: protected, payload and signature. The signature is Ed25519, in the form of RFC 7515 and RFC 8037.`,
    `Get the public key with the id ${keyId} from ${baseUrl}/api/v1/advertise/proof-key. The id is the SHA-256 thumbprint of the key (RFC 7638), so nobody can put another key under it. Keep the id: proofs of this publication have the same one until the publication replaces its key, and then the old key signs a statement about the new one, which is at the same address and is verified like a proof. So you notice a proof of somebody else.`,
    'Verify the signature over the text of protected, a dot and the text of payload, as they stand in the file. Any program for JSON Web Signatures (JOSE) does it, and OpenSSL with the signature decoded from base64url. One changed letter makes the signature wrong.',
    'Decode payload from base64url. It is this proof: compare its pages, times and SHA-256 values with this PDF, which is only a copy for reading and is not signed itself.',
    'The SHA-256 of a picture or a screenshot is that of its file. The file of a picture is at the address that the pages show; the ad desk sends a screenshot on request.',
  ];
  return steps.map((text, index): PdfLine => ({ text: `${index + 1}. ${text}`, gap: 6 }));
}

function partLines(baseUrl: string, part: ProofPart, { shots, ads }: ProofPictures): PdfLine[] {
  const { place, startsOn, endsOn, outcome, statement, creatives, pages, gaps, sends, withoutScreenshots } = part;
  const left = pages.length - LISTED;
  const days = startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
  return [
    { text: titleOf(place), size: 13, bold: true, heading: 2, rule: true },
    { text: `Booked for ${days}. Outcome: ${outcome}. ${statement}` },
    ...creatives.map(({ sha256, url }): PdfLine => adLine(place, sha256, url, ads.get(sha256))),
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

function adLine(place: string, sha256: string, url: string | null, image: Uint8Array | undefined): PdfLine {
  const text = `The ad “${titleOf(place)}”, SHA-256 ${sha256}${url ? `, leading to ${url}` : ''}`;
  return { text, size: 9, gap: 8, ...(image && { image, imageHeight: AD_HEIGHT }) };
}

function sendText({ day, sentAt, creativeHash, note, notedAt, notedBy, deliveries }: ProvedSend): string {
  const sent = `Field Brief of ${day}: sent ${utc(sentAt)} with the picture ${creativeHash}; noted ${utc(notedAt)} by ${notedBy}. ${note}`;
  if (!deliveries) return sent;
  const { acceptedAtLeast, htmlSha256 } = deliveries;
  const count = acceptedAtLeast === 0 ? 'fewer than 10' : `at least ${acceptedAtLeast}`;
  return `${sent} Mail servers accepted ${count} emails.${htmlSha256 ? ` SHA-256 of their HTML, without personal addresses: ${htmlSha256}.` : ''}`;
}

function shotLines(baseUrl: string, { screenshots }: ProofPart, shots: ProofPictures['shots']): PdfLine[] {
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
