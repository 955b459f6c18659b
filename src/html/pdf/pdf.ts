import { type FontRun, loadFont, splitByFont, visualRuns } from './pdf-fonts.ts';

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

/** A file inside the PDF, which readers list as an attachment. */
export type AttachedFile = { name: string; type: string; description: string; content: string };

type PdfAbout = { title: string; author: string; madeAt: string; attached?: AttachedFile };
type Document = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
/** The font size in points, and whether it is bold. */
type Style = { size: number; bold: boolean };

/** The line height, and the distance from the top of a line to its baseline, as fractions of the font size. */
const LEADING = 1.3;
const ASCENT = 1.0;
/** The width of the outline that makes letters bold, as a fraction of the font size. */
const OUTLINE = 0.035;
/** The space below a rule, and the space that a heading must have below it on its page, in points. */
const RULE = 5;
const KEPT = 48;
/** The gap between a line and the text at its right, in points. */
const GUTTER = 12;
/** Makes pdfkit shape a run as a whole: word by word, it would put Arabic and Hebrew words in the wrong order. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern'];

/**
 * Sets lines below each other, on as many pages as needed, in embedded fonts, with tags for screen readers (ISO 32000-1,
 * section 14.8). `madeAt` is the creation date of the
 * document: the same lines and date give the same bytes.
 * @throws validation_failed, naming the characters that no font has
 */
export async function printPdf(
  lines: readonly PdfLine[],
  { title, author, madeAt, attached }: PdfAbout,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit'); // loaded with the first PDF
  const made = new Date(madeAt);
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
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
  await registerFonts(document, lines);
  printLines(document, lines);
  if (attached) {
    const { content, ...about } = attached;
    document.file(Buffer.from(content), { ...about, creationDate: made, modifiedDate: made });
  }
  document.end();
  await done;
  return Buffer.concat(parts);
}

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
    if (rule || heading) startPageUnlessFits(document, size * LEADING + (heading ? KEPT : RULE));
    if (rule) drawRule(document, width);
    const style = { size, bold };
    if (right !== undefined) table = drawRow(document, root, table, { text, right, style, width });
    else if (text !== '')
      addElement(document, root, { type: heading ? `H${heading}` : 'P' }, () => drawText(document, text, style, width));
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

function drawText(document: Document, text: string, style: Style, width: number): void {
  for (const line of breakLines(document, text, style, width)) {
    startPageUnlessFits(document, style.size * LEADING);
    draw(document, visualRuns(line), style, MARGIN);
    document.y += style.size * LEADING;
  }
}

type Row = { text: string; right: string; style: Style; width: number };

/** Draws a row of two cells, in the table of the row before or in a new one. Returns the table. */
function drawRow(document: Document, root: Element, before: Element | null, row: Row): Element {
  const { text, right, style, width } = row;
  const table = before ?? document.struct('Table');
  if (!before) root.add(table);
  const amount = visualRuns(right);
  const wide = widthOf(document, amount, style);
  const left = width - wide - GUTTER;
  startPageUnlessFits(document, breakLines(document, text, style, left).length * style.size * LEADING);
  const top = document.y;
  const tr = document.struct('TR');
  table.add(tr);
  const cell = style.bold ? 'TH' : 'TD';
  addElement(document, tr, { type: cell }, () => drawText(document, text, style, left));
  const bottom = document.y;
  document.y = top;
  addElement(document, tr, { type: cell }, () => draw(document, amount, style, MARGIN + width - wide));
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

/** Draws runs next to each other from `x` on, on the baseline of the line at `document.y`. */
function draw(document: Document, runs: readonly FontRun[], style: Style, x: number): void {
  const top = document.y;
  let at = x;
  for (const { font, text } of runs) {
    const outline = style.size * ((font.isThin ? OUTLINE : 0) + (style.bold ? OUTLINE : 0));
    document.font(font.name).fontSize(style.size).lineWidth(outline).lineJoin('round');
    const options = { lineBreak: false, features: FEATURES, fill: true, stroke: outline > 0 };
    document.text(text, at, top + style.size * ASCENT, { ...options, baseline: 'alphabetic' });
    at += document.widthOfString(text, { features: FEATURES });
  }
  document.y = top;
}

/** Registers all fonts that the lines need. */
async function registerFonts(document: Document, lines: readonly PdfLine[]): Promise<void> {
  const opened = new Set<string>();
  for (const { text, right = '' } of lines) {
    for (const { font } of [...text.split('\n'), right].flatMap(splitByFont)) {
      if (opened.has(font.name)) continue;
      opened.add(font.name);
      // pdfkit also accepts an opened font; its types only know files and bytes.
      document.registerFont(font.name, (await loadFont(font)) as unknown as Buffer);
    }
  }
}

function widthOf(document: Document, runs: readonly FontRun[], { size }: Style): number {
  return runs.reduce((sum, { font, text }) => {
    document.font(font.name).fontSize(size);
    return sum + document.widthOfString(text, { features: FEATURES });
  }, 0);
}

/** Breaks text into lines of at most `width`: between words, between letters in scripts without spaces, and inside words that are too wide. */
function breakLines(document: Document, text: string, style: Style, width: number): string[] {
  const fits = (line: string) => widthOf(document, visualRuns(line.trimEnd()), style) <= width;
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the pieces of a paragraph fills lines
  return text.split('\n').flatMap((paragraph) => {
    if (fits(paragraph)) return [paragraph.trimEnd()];
    const lines: string[] = [];
    let line = '';
    for (const piece of paragraph.match(PIECES) ?? []) {
      if (fits(line + piece)) {
        line += piece;
        continue;
      }
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      for (const letter of fits(piece) ? [piece] : splitLetters(piece)) {
        if (line !== '' && !fits(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    return [...lines, line.trimEnd()];
  });
}

const WITHOUT_BLANKS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const PIECES = new RegExp(String.raw`${WITHOUT_BLANKS}\p{M}*\s*|(?:(?!${WITHOUT_BLANKS})\S)+\s*|\s+`, 'gu');

function splitLetters(word: string): string[] {
  return [...new Intl.Segmenter('en').segment(word)].map(({ segment }) => segment);
}
