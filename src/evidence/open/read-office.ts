import sax from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Passage, SourceText } from '../lookup/source-text.ts';
import { cellsOf } from './table-cells.ts';

// Workbooks (XLSX) and documents (DOCX): ZIP files of XML, ECMA-376. Only the parts that hold text are unpacked.

/** Most bytes that one part may unpack to. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @throws Error if the file is no workbook, or unpacks to too much */
export async function readWorkbook(bytes: Buffer, most: number): Promise<SourceText> {
  const parts = await openParts(bytes, /^xl\/(?:sharedStrings|styles|workbook|worksheets\/sheet\d+)\.xml$/);
  const strings = readStrings(parts.get('xl/sharedStrings.xml') ?? '');
  const shows = readStyles(parts.get('xl/styles.xml') ?? '');
  const names = readNames(parts.get('xl/workbook.xml') ?? '');
  const sheets = [...parts.keys()].filter((path) => path.startsWith('xl/worksheets/')).sort(byNumber);
  const passages: Passage[] = [];
  for (const [index, path] of sheets.entries()) {
    const rows = readSheet(parts.get(path) ?? '', { strings, shows });
    const place = { table: index + 1, ...(names[index] !== undefined && { sheet: names[index] }) };
    passages.push(...cellsOf({ rows, heads: null, place }));
    if (passages.length > most) return { title: null, passages: passages.slice(0, most), isWhole: false };
  }
  return { title: null, passages, isWhole: true };
}

/** @throws Error if the file is no document, or unpacks to too much */
export async function readDocument(bytes: Buffer): Promise<SourceText> {
  const parts = await openParts(bytes, /^word\/document\.xml$/);
  return readBody(parts.get('word/document.xml') ?? '');
}

/** The text of the parts whose path fits, by path. @throws Error */
async function openParts(bytes: Buffer, wanted: RegExp): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const parts = new Map<string, string>();
  let total = 0;
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (!wanted.test(entry.fileName)) continue;
    total += entry.uncompressedSize;
    if (total > MOST_BYTES) throw new Error('It unpacks to too much.');
    parts.set(entry.fileName, await readPart(zip, entry));
  }
  if (parts.size === 0) throw new Error('It does not hold what its name says.');
  return parts;
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Names without their prefix; entities of a DOCTYPE are never expanded. */
function parseXml(xml: string, { open, text, close }: Handlers): void {
  const parser = sax.parser(true, {});
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.onopentag = ({ name, attributes }) =>
    open?.(
      bare(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)])),
    );
  parser.ontext = (part) => text?.(part);
  parser.onclosetag = (name) => close?.(bare(name));
  parser.write(xml).close();
}

function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let isText = false;
  parseXml(xml || '<sst/>', {
    open: (name) => {
      if (name === 'si') strings.push('');
      isText = name === 't';
    },
    text: (part) => {
      if (isText && strings.length > 0) strings[strings.length - 1] += part;
    },
    close: () => {
      isText = false;
    },
  });
  return strings;
}

/** How a cell style shows a number, if not as the number itself. */
type Shows = 'percent' | 'day' | undefined;

/** The styles of cells. Formats 9, 10 and custom ones with a sign show per cent; 14 to 17, 22 and custom ones with years show days. */
function readStyles(xml: string): Shows[] {
  const formats = new Map<string, Shows>([
    ...['9', '10'].map((id) => [id, 'percent'] as const),
    ...['14', '15', '16', '17', '22'].map((id) => [id, 'day'] as const),
  ]);
  const styles: Shows[] = [];
  let isCellStyle = false;
  parseXml(xml || '<styleSheet/>', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, shownBy(formatCode));
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) styles.push(formats.get(numFmtId));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
}

/** The kind of value that a format shows. Words in quotation marks and colours, such as `0" days"` and `[Yellow]0`, do not count. */
function shownBy(format: string): Shows {
  const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (bare.includes('%')) return 'percent';
  return /y/i.test(bare) ? 'day' : undefined;
}

function readNames(xml: string): string[] {
  const names: string[] = [];
  parseXml(xml || '<workbook/>', {
    open: (element, { name }) => {
      if (element === 'sheet' && name !== undefined) names.push(name);
    },
  });
  return names;
}

type Styles = { strings: readonly string[]; shows: readonly Shows[] };
type CellHead = { column: number; kind: string; style: number };

function readSheet(xml: string, styles: Styles): string[][] {
  const rows: string[][] = [];
  let head: CellHead | null = null;
  let value = '';
  let isValue = false;
  parseXml(xml, {
    open: (name, { r = '', t = '', s = '' }) => {
      if (name === 'row') rows.push([]);
      if (name === 'c')
        [head, value] = [{ column: columnOf(r) ?? rows.at(-1)?.length ?? 0, kind: t, style: Number(s || -1) }, ''];
      isValue = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      isValue = false;
      const row = rows.at(-1);
      if (name !== 'c' || head === null || row === undefined || head.column > MOST_COLUMNS) return;
      while (row.length < head.column) row.push('');
      row[head.column] = shown(value, head, styles);
    },
  });
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

const MOST_COLUMNS = 1000;

/** Column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A stored value as a person sees it: shares as per cent, days as dates, without the noise of binary fractions. */
function shown(value: string, { kind, style }: CellHead, { strings, shows }: Styles): string {
  if (kind === 's') return (strings[Number(value)] ?? '').trim();
  if (kind !== '' && kind !== 'n') return value.trim();
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
  if (shows[style] === 'day' && number >= FIRST_DAY && number < LAST_DAY)
    return new Date(Math.floor(number - DAYS_TO_1970) * 86_400_000).toISOString().slice(0, 10);
  if (shows[style] === 'percent') return `${Number((number * 100).toPrecision(12))} %`;
  return String(Number(number.toPrecision(15)));
}

/** Days are counted from 1900; before March 1900 the count is off by one, and after 9999 there are none. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_466;
const DAYS_TO_1970 = 25_569;

function byNumber(name: string, other: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0) - Number(/\d+/.exec(other)?.[0] ?? 0);
}

type Body = {
  passages: Passage[];
  headings: string[];
  paragraph: number;
  tables: number;
  text: string;
  level: number | null;
  table: string[][] | null;
  depth: number;
};

function readBody(xml: string): SourceText {
  const body: Body = {
    passages: [],
    headings: [],
    paragraph: 0,
    tables: 0,
    text: '',
    level: null,
    table: null,
    depth: 0,
  };
  let isText = false;
  parseXml(xml, {
    open: (name, { val = '' }) => {
      isText = name === 't';
      if (name === 'tab' || name === 'br') body.text += ' ';
      if (name === 'pStyle') body.level = levelOf(val);
      if (name === 'tbl' && body.depth++ === 0) body.table = [];
      if (name === 'tr' && body.depth === 1) body.table?.push([]);
    },
    text: (part) => {
      if (isText) body.text += part;
    },
    close: (name) => {
      isText = false;
      closeElement(name, body);
    },
  });
  return { title: body.passages[0]?.text.slice(0, 200) ?? null, passages: body.passages, isWhole: true };
}

function levelOf(style: string): number | null {
  if (/^title$/i.test(style)) return 1;
  const level = /^heading\s?(\d)$/i.exec(style)?.[1];
  return level === undefined ? null : Number(level);
}

function closeElement(name: string, body: Body): void {
  if (name === 'p' && body.table !== null) body.text += ' ';
  else if (name === 'p') endParagraph(body);
  else if (name === 'tc' && body.depth === 1) {
    body.table?.at(-1)?.push(body.text.replace(/\s+/g, ' ').trim());
    body.text = '';
  } else if (name === 'tbl' && --body.depth === 0 && body.table !== null) {
    body.tables++;
    const place = { table: body.tables, ...(body.headings.length > 0 && { headings: [...body.headings] }) };
    body.passages.push(...cellsOf({ rows: body.table, heads: null, place }));
    body.table = null;
    body.text = '';
  }
}

function endParagraph(body: Body): void {
  const text = body.text.replace(/\s+/g, ' ').trim();
  const { level } = body;
  body.text = '';
  body.level = null;
  if (text === '') return;
  if (level !== null) body.headings = [...body.headings.slice(0, level - 1), text];
  body.paragraph++;
  body.passages.push({
    text,
    place: { paragraph: body.paragraph, ...(body.headings.length > 0 && { headings: [...body.headings] }) },
  });
}
