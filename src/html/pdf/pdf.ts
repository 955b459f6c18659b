import { fileURLToPath } from 'node:url';

/** A page that fits A4 and Letter, in points; margins of an inch. */
const MARGIN = 72;

export type PdfLine = {
  text: string;
  size?: number;
  bold?: true;
  /** The level of a heading, for screen readers. */
  heading?: 1 | 2;
  gap?: number;
  /** Text at the right edge; lines with it are the rows of a table. */
  right?: string;
  rule?: true;
  /** A PNG or JPEG above the text, as wide as the page unless that makes it higher than `imageHeight`; the text describes it. */
  image?: Uint8Array;
  /** The greatest height of the image, in points. */
  imageHeight?: number;
};

type PdfAbout = {
  title: string;
  author: string;
  madeAt: string;
  /** Where people read the letters that the font does not have, as the end of a sentence: `on the page of your order`. */
  elsewhere: string;
};
type Document = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
/** The font size in points, whether it is bold, and the width of its lines. */
type Style = { size: number; bold: boolean; width: number; align?: 'right' };

/** Noto Sans with the letters of Latin, Greek and Cyrillic, made by `scripts/make-font.mjs`. */
const FONT = fileURLToPath(new URL('./noto-sans.ttf', import.meta.url));
/** The PDF shows this in place of letters that the font does not have. */
const STAND_IN = '[not shown]';
/** The width of the outline that makes letters bold, as a fraction of the font size. */
const OUTLINE = 0.035;
/** The space below a rule, and the space that a heading must have below it on its page, in points. */
const RULE = 5;
const KEPT = 48;
/** The gap between a line and the text at its right, in points. */
const GUTTER = 12;

/**
 * Sets lines below each other, on as many pages as needed, in one embedded font, with tags for screen readers (ISO 32000-1,
 * section 14.8). A line at the end says where people read letters that the font does not have. `madeAt` is the creation date
 * of the document: the same lines and date give the same bytes.
 */
export async function printPdf(
  lines: readonly PdfLine[],
  { title, author, madeAt, elsewhere }: PdfAbout,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit'); // loaded with the first PDF
  const made = new Date(madeAt);
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    font: FONT,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  });
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  printLines(document, withStandIns(document, lines, elsewhere));
  document.end();
  await done;
  return Buffer.concat(parts);
}

/** The lines with a stand-in for each run of letters that the font does not have, and a last line that explains it. */
function withStandIns(document: Document, lines: readonly PdfLine[], elsewhere: string): readonly PdfLine[] {
  // pdfkit has no types for its opened font.
  const { font } = (document as unknown as { _font: { font: OpenedFont } })._font;
  const isShown = (letter: string) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  const marked = lines.map((line) => {
    const drawn = line.text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[^\S\n]/g, ' ');
    return { ...line, text: Array.from(drawn, (letter) => (isShown(letter) ? letter : MISSING)).join('') };
  });
  if (!marked.some(({ text }) => text.includes(MISSING))) return marked;
  return [
    ...marked.map((line) => ({ ...line, text: line.text.replace(MISSING_RUN, STAND_IN) })),
    { text: '', gap: 12 },
    {
      text: `Some letters are not in the font of this file: ${STAND_IN} is in their place. You can read them ${elsewhere}.`,
    },
  ];
}

type OpenedFont = { hasGlyphForCodePoint(codePoint: number): boolean };

/** A noncharacter, which no stored text may contain. */
const MISSING = '\uffff';
const MISSING_RUN = /\uffff+(?:[ "'-]*\uffff+)*/g;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what a line of a document may have, in the order of printing
function printLines(document: Document, lines: readonly PdfLine[]): void {
  const width = document.page.width - 2 * MARGIN;
  const root = document.struct('Document');
  document.addStructure(root);
  let table: Element | null = null;
  for (const line of lines) {
    const { text, size = 10, bold = false, heading, gap = 4, right, rule, image, imageHeight } = line;
    if (right === undefined || image) {
      table?.end();
      table = null;
    }
    if (image) placeImage(document, root, { image, alt: text, width, height: imageHeight });
    const space = heading ? KEPT : RULE;
    if (rule || heading) startPageUnlessFits(document, document.fontSize(size).currentLineHeight() + space);
    if (rule) drawRule(document, width);
    const style = { size, bold, width };
    if (right !== undefined) table = drawRow(document, root, table, { text, right, style });
    else if (text !== '')
      addElement(document, root, { type: heading ? `H${heading}` : 'P' }, () => drawText(document, text, style));
    document.y += gap;
  }
  root.end();
}

/** Adds an element to the structure of the document and draws its content. */
function addElement(
  document: Document,
  parent: Element,
  { type, alt }: { type: string; alt?: string },
  content: () => void,
): void {
  parent.add(document.struct(type as never, alt === undefined ? {} : { alt }, [content]));
}

/** Draws text from `document.y` on, broken into lines, on as many pages as needed. */
function drawText(document: Document, text: string, { size, bold, width, align }: Style): void {
  document
    .fontSize(size)
    .lineWidth(size * OUTLINE)
    .lineJoin('round');
  document.text(text, MARGIN, document.y, { width, stroke: bold, fill: true, ...(align && { align }) });
}

type Row = { text: string; right: string; style: Style };

/** Draws a row of two cells, in the table of the row before or in a new one. Returns the table. */
function drawRow(document: Document, root: Element, before: Element | null, row: Row): Element {
  const { text, right, style } = row;
  const table = before ?? document.struct('Table');
  if (!before) root.add(table);
  const width = style.width - document.fontSize(style.size).widthOfString(right) - GUTTER;
  startPageUnlessFits(document, document.heightOfString(text, { width }));
  const top = document.y;
  const tr = document.struct('TR');
  table.add(tr);
  const cell = style.bold ? 'TH' : 'TD';
  addElement(document, tr, { type: cell }, () => drawText(document, text, { ...style, width }));
  const bottom = document.y;
  document.y = top;
  addElement(document, tr, { type: cell }, () => drawText(document, right, { ...style, align: 'right' }));
  document.y = bottom;
  tr.end();
  return table;
}

function startPageUnlessFits(document: Document, height: number): void {
  if (document.y + height > document.page.height - MARGIN) document.continueOnNewPage();
}

type Picture = { image: Uint8Array; alt: string; width: number; height: number | undefined };

/** Sets a picture in the width of the text or less, on a new page if it does not fit. */
function placeImage(document: Document, root: Element, { image, alt, width, height: most }: Picture): void {
  // pdfkit has no types for opening an image.
  const picture = (document as unknown as { openImage: (file: Buffer) => OpenedImage }).openImage(Buffer.from(image));
  const { width: wide, height: high } = picture;
  const room = Math.min(most ?? Number.POSITIVE_INFINITY, document.page.height - 2 * MARGIN - CAPTION);
  const scale = Math.min(width / wide, room / high);
  const height = high * scale;
  startPageUnlessFits(document, height + CAPTION);
  const top = document.y;
  const draw = () => document.image(picture as unknown as Buffer, MARGIN, top, { width: wide * scale });
  addElement(document, root, { type: 'Figure', alt }, draw);
  document.y = top + height + CAPTION / 4;
}

type OpenedImage = { width: number; height: number };

/** Points reserved below a picture for its text. */
const CAPTION = 40;

function drawRule(document: Document, width: number): void {
  document.markContent('Artifact', { type: 'Layout' });
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + width, document.y)
    .lineWidth(0.5)
    .stroke();
  document.endMarkedContent();
  document.y += RULE;
}
