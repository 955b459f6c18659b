import { inflateSync } from 'node:zlib';

/** The words of a PDF as pdfkit sets them: hexadecimal strings in deflated streams, line after line, with blanks between. */
export function paperText(bytes: Uint8Array): string {
  const pdf = Buffer.from(bytes);
  const lines: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at);
    if (end === -1) break;
    const content = inflated(pdf.subarray(at + 7, end));
    for (const [, shown = ''] of content.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])+)\] TJ/g))
      lines.push(
        [...shown.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      );
  }
  return lines.join(' ').replace(/ +/g, ' ');
}

function inflated(stream: Uint8Array): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return ''; // no text: a font, or part of the trailer
  }
}
