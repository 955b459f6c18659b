import type { Passage, SourceText } from '../lookup/source-text.ts';
import { cellsOf, guessHeads } from './table-cells.ts';

// The text of a PDF by page: lines from the positions of its pieces, paragraphs from the distance of lines, tables from lines
// whose pieces begin or end below each other.

/** A piece of text on a page, in points; `y` grows downwards. */
type Piece = { text: string; x: number; y: number; width: number; size: number };
/** Pieces of one line that belong together: a cell, or all words of a line of prose. */
type Cell = { text: string; from: number; to: number; pieces: readonly Piece[] };
type Line = { cells: Cell[]; y: number; size: number };

type State = {
  passages: Passage[];
  headings: string[];
  tables: number;
  page: number;
  body: number;
  last: LastTable | null;
};
/** The last table, which may continue on the next page. */
type LastTable = { page: number; edges: readonly Span[]; heads: string[][]; rows: number };
type Span = { from: number; to: number };

/** Reads at most `most` pages. @throws Error if the file is no PDF, or is encrypted */
export async function readPdf(bytes: Uint8Array, most: number): Promise<SourceText> {
  const { getDocumentProxy } = await import('unpdf');
  const file = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  const { info } = await file.getMetadata().catch(() => ({ info: {} }));
  const title =
    'Title' in info && typeof info.Title === 'string' && info.Title.trim() !== '' ? info.Title.trim() : null;
  const pages = Math.min(file.numPages, most);
  const state: State = { passages: [], headings: [], tables: 0, page: 0, body: 0, last: null };
  for (let number = 1; number <= pages; number++) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [pieceOf(item)] : []));
    state.page = number;
    for (const column of columnsOf(pieces)) readColumn(linesOf(column), state);
    page.cleanup();
  }
  return { title, passages: state.passages, isWhole: file.numPages <= most };
}

function pieceOf({
  str,
  transform,
  width,
  height,
}: {
  str: string;
  transform: number[];
  width: number;
  height: number;
}): Piece {
  const [, , , scale = 10, x = 0, y = 0] = transform;
  return { text: str, x, y: -y, width, size: Math.abs(height || scale) || 10 };
}

/** The pieces of the left and the right column of a page set in two columns; else all pieces. */
function columnsOf(pieces: readonly Piece[]): Piece[][] {
  if (pieces.length < LEAST_PIECES) return [[...pieces]];
  const left = Math.min(...pieces.map(({ x }) => x));
  const right = Math.max(...pieces.map(({ x, width }) => x + width));
  const middle = (left + right) / 2;
  const reach = (right - left) * 0.12;
  let best: { at: number; crossing: number } | null = null;
  for (let at = middle - reach; at <= middle + reach; at += 3) {
    const crossing = pieces.filter(({ x, width }) => x < at - 1 && x + width > at + 1).length;
    if (best === null || crossing < best.crossing) best = { at, crossing };
  }
  if (best === null || best.crossing > pieces.length * 0.03) return [[...pieces]];
  const sides = [pieces.filter(({ x }) => x < (best?.at ?? 0)), pieces.filter(({ x }) => x >= (best?.at ?? 0))];
  // Two columns of prose have long lines on both sides; the halves of a table have short cells.
  const isProse = sides.every((side) => {
    const lines = linesOf(side);
    const long = lines.filter(({ cells }) => cells.length === 1 && (cells[0]?.text.length ?? 0) > LONG_LINE);
    return lines.length >= LEAST_LINES && long.length > lines.length / 2;
  });
  return isProse ? sides : [[...pieces]];
}

const LEAST_PIECES = 20;
const LEAST_LINES = 8;
const LONG_LINE = 28;

function linesOf(pieces: readonly Piece[]): Line[] {
  const sorted = pieces.toSorted((piece, other) => piece.y - other.y || piece.x - other.x);
  const rows: Piece[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && Math.abs(piece.y - first.y) < Math.max(piece.size, first.size) * 0.45) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => {
    const inOrder = row.toSorted((piece, other) => piece.x - other.x);
    return { cells: cellsIn(inOrder), y: row[0]?.y ?? 0, size: median(row.map(({ size }) => size)) };
  });
}

/** A gap wider than this share of the size separates cells, a smaller one words. Numbers side by side are cells at a smaller gap. */
const CELL_GAP = 1.05;
const NUMBER_GAP = 0.25;
const WORD_GAP = 0.15;

function cellsIn(pieces: readonly Piece[]): Cell[] {
  const cells: Cell[] = [];
  for (const piece of pieces) {
    const { text, x, width, size } = piece;
    const last = cells.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : x - last.to;
    const isNextNumber = gap > size * NUMBER_GAP && isBareNumber(text) && isBareNumber(last?.pieces.at(-1)?.text ?? '');
    // Leaders of dots lead from a name to its number.
    const words = text.replace(/(?:\s?\.){4,}\s?/g, ' ').replace(/\s+/g, ' ');
    if (last === undefined || gap > size * CELL_GAP || isNextNumber)
      cells.push({ text: words.trim(), from: x, to: x + width, pieces: [piece] });
    else {
      last.pieces = [...last.pieces, piece];
      last.text = `${last.text}${gap > size * WORD_GAP && !/\s$/.test(last.text) ? ' ' : ''}${words}`.trimEnd();
      last.to = x + width;
    }
  }
  // Dots that are set apart are one sign: `1 . . . 8` is a range.
  return cells
    .filter(({ text }) => text !== '')
    .map((cell) => ({ ...cell, text: cell.text.replace(/(?<=\d) ?\. ?\. ?\. ?(?=\d)/g, '…') }));
}

function isBareNumber(text: string): boolean {
  return /^\s*[−-]?\d[\d.,]*%?\s*$/.test(text);
}

function readColumn(lines: readonly Line[], state: State): void {
  state.body = median(lines.map(({ size }) => size));
  for (let from = 0; from < lines.length; ) {
    const table = tableLength(lines, from);
    if (table > 0) readTable(lines.slice(from, from + table), lines[from - 1], state);
    const length = table > 0 ? table : paragraphLength(lines, from);
    if (table === 0) readParagraph(lines.slice(from, from + length), state);
    from += length;
  }
}

/** How many lines from here on are rows of a table: at least three in which two have several cells. */
function tableLength(lines: readonly Line[], from: number): number {
  if (isRunningHead(lines, from)) return 0;
  let to = from;
  let rows = 0;
  for (; to < lines.length; to++) {
    const line = lines[to] as Line;
    const before = lines[to - 1];
    if (to > from && before && line.y - before.y > line.size * 3.2) break;
    if (line.cells.length >= 2) rows++;
    else if (to === from || (lines[to + 1]?.cells.length ?? 0) < 2 || (line.cells[0]?.text.length ?? 0) > LONG_LINE * 2)
      break;
  }
  return rows >= 3 ? to - from : 0;
}

/** Whether a line is much further away from the next two than these are from each other: a page number and a title above a table. */
function isRunningHead(lines: readonly Line[], from: number): boolean {
  const [head, next, third] = lines.slice(from, from + 3);
  if (!head || !next || !third || third.y <= next.y) return false;
  return next.y - head.y > Math.max((third.y - next.y) * 1.8, next.size * 1.6);
}

function readTable(lines: readonly Line[], before: Line | undefined, state: State): void {
  const edges = columnEdges(lines);
  const rows = lines.map(({ cells }) => {
    const row = edges.map(() => '');
    for (const cell of cells) {
      for (const part of partsOf(cell, edges)) {
        const column = nearestColumn(edges, part);
        row[column] = `${row[column] ?? ''} ${part.text.trim()}`.trim();
      }
    }
    return row;
  });
  const own = guessHeads(rows);
  const continued = own === 0 && goesOn(state.last, state.page, edges) ? state.last : null;
  if (continued === null) state.tables++;
  const heads = continued?.heads ?? rows.slice(0, own);
  const rowsBefore = continued?.rows ?? 0;
  const body = rows.slice(own);
  state.last = { page: state.page, edges, heads, rows: rowsBefore + body.length };
  const last = before?.cells.length === 1 ? before.cells[0]?.text : undefined;
  const caption = last !== undefined && /^(?:table|figure)\b|:$/i.test(last) ? last : state.passages.at(-1)?.text;
  state.passages.push(
    ...cellsOf({
      rows: [...heads, ...body],
      heads: heads.length,
      rowsBefore,
      place: {
        page: state.page,
        table: state.tables,
        ...(state.headings.length > 0 && { headings: [...state.headings] }),
      },
      ...(caption !== undefined && caption.length < 160 && { caption }),
    }),
  );
}

/** Whether a table without heads continues the last table of the previous page: its columns are below the columns of that table. */
function goesOn(last: LastTable | null, page: number, edges: readonly Span[]): last is LastTable {
  return (
    last !== null &&
    last.page === page - 1 &&
    last.edges.length === edges.length &&
    last.edges.every(({ from, to }, index) => from < (edges[index]?.to ?? 0) && to > (edges[index]?.from ?? 0))
  );
}

/** Splits a cell over several columns into its pieces, because heads are closer together than the numbers below them. */
function partsOf(cell: Cell, edges: readonly Span[]): (Span & { text: string })[] {
  const covered = edges.filter(({ from, to }) => Math.min(to, cell.to) > Math.max(from, cell.from));
  if (covered.length < 2 || cell.pieces.length < 2) return [cell];
  return cell.pieces.map(({ text, x, width }) => ({ text, from: x, to: x + width }));
}

/** The columns as spans, from the cells of all lines: cells that overlap are one column. */
function columnEdges(lines: readonly Line[]): Span[] {
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  const widest = lines.filter(({ cells }) => cells.length === width);
  const full =
    widest.length > lines.length / 2 ? widest : lines.filter(({ cells }) => cells.length >= Math.max(2, width - 1));
  const spans = full
    .flatMap(({ cells }) => cells.map(({ from, to }) => ({ from, to })))
    .sort((cell, other) => cell.from - other.from);
  const columns: Span[] = [];
  for (const span of spans) {
    const last = columns.at(-1);
    const overlap = last === undefined ? 0 : Math.min(last.to, span.to) - span.from;
    if (last !== undefined && overlap > 0) last.to = Math.max(last.to, span.to);
    else columns.push({ ...span });
  }
  return columns.length === 0 ? [{ from: 0, to: 0 }] : columns;
}

function nearestColumn(columns: readonly Span[], { from, to }: Span): number {
  let [best, distance] = [0, Number.POSITIVE_INFINITY];
  for (const [index, column] of columns.entries()) {
    const apart =
      Math.max(column.from - to, from - column.to, 0) +
      Math.abs((column.from + column.to) / 2 - (from + to) / 2) / 1000;
    if (apart < distance) [best, distance] = [index, apart];
  }
  return best;
}

function paragraphLength(lines: readonly Line[], from: number): number {
  let to = from + 1;
  for (; to < lines.length; to++) {
    const [line, before] = [lines[to] as Line, lines[to - 1] as Line];
    const isApart = line.y - before.y > Math.max(line.size, before.size) * 1.75 || line.y < before.y;
    if (isApart || Math.abs(line.size - before.size) > before.size * 0.12 || tableLength(lines, to) > 0) break;
  }
  return to - from;
}

function readParagraph(lines: readonly Line[], state: State): void {
  const parts = lines.map(({ cells }) => cells.map(({ text }) => text).join(' '));
  const text = parts
    .reduce(
      (joined, part) =>
        /\p{Ll}-$/u.test(joined) && /^\p{Ll}/u.test(part) ? joined.slice(0, -1) + part : `${joined} ${part}`,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return;
  const size = lines[0]?.size ?? 0;
  const isHeading =
    lines.length <= 2 &&
    text.length < 120 &&
    /\p{L}/u.test(text) &&
    (size > state.body * 1.12 || /^\d{1,2}(?:\.\d{1,2}){0,3}\.? \p{Lu}[^.]*$/u.test(text));
  if (isHeading) state.headings = [text];
  state.passages.push({
    text,
    place: { page: state.page, ...(state.headings.length > 0 && { headings: [...state.headings] }) },
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((value, other) => value - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
