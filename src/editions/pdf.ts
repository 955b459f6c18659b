/** A page of A4 or Letter, in points; margins of an inch. */
export const MARGIN = 72;

export type PdfLine = {
  text: string;
  size?: number;
  bold?: true;
  gap?: number;
  right?: string;
  rule?: true;
  /** A PNG set in the width of the page above the text, which says what it shows. */
  image?: Uint8Array;
};

/**
 * Sets lines one below the other, on as many pages as they need. `madeAt` is when the document says it was made: the same
 * lines give the same bytes. Letters beyond Latin-1 are spelled `?`, for the fonts are those every reader of PDFs has.
 */
export async function printPdf(
  lines: readonly PdfLine[],
  { title, author, madeAt }: { title: string; author: string; madeAt: string },
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit'); // read when the first is printed
  const made = new Date(madeAt);
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  });
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const width = document.page.width - 2 * MARGIN;
  for (const { text, size = 10, bold, gap = 4, right, rule, image } of lines) {
    if (image) placeImage(document, image, width);
    document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    if (rule) {
      document
        .moveTo(MARGIN, document.y)
        .lineTo(MARGIN + width, document.y)
        .lineWidth(0.5)
        .stroke()
        .moveDown(0.5);
    }
    if (right === undefined) {
      document.text(latin(text), MARGIN, undefined, { width }).y += gap;
      continue;
    }
    const amount = latin(right);
    const wide = document.widthOfString(amount);
    const height = document.heightOfString(latin(text), { width: width - wide - 12 });
    if (document.y + height > document.page.height - MARGIN) document.addPage();
    const top = document.y;
    document.text(amount, MARGIN + width - wide, top, { lineBreak: false });
    document.text(latin(text), MARGIN, top, { width: width - wide - 12 }).y += gap;
  }
  document.end();
  await done;
  return Buffer.concat(parts);
}

/** Sets a picture in the width of the text, on a new page where it does not fit below. */
function placeImage(document: PDFKit.PDFDocument, bytes: Uint8Array, width: number): void {
  const picture = Buffer.from(bytes);
  const [wide, high] = [picture.readUInt32BE(16), picture.readUInt32BE(20)]; // the header of a PNG
  const scale = Math.min(width / wide, (document.page.height - 2 * MARGIN - CAPTION) / high);
  const height = high * scale;
  if (document.y + height + CAPTION > document.page.height - MARGIN) document.addPage();
  document.image(picture, MARGIN, document.y, { width: wide * scale });
  document.y += CAPTION / 4;
}

/** Points kept below a picture for the words about it. */
const CAPTION = 40;

const SPELLED: Record<string, string> = { '“': '"', '”': '"', '‘': "'", '’': "'", '–': '-', '—': '-', '…': '...' };

function latin(text: string): string {
  return text.replace(/[“”‘’–—…]/g, (one) => SPELLED[one] ?? '?').replace(/[^\x20-\x7e\xa0-\xff\n]/gu, '?');
}
