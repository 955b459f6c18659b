import { evenRows, LONGEST_CAPTION, MOST_EXHIBITS } from '#article/exhibits.ts';
import type { TextRun } from '#html/spans.ts';
import type { BodyContext } from './body-context.ts';
import {
  type BodyLine,
  type Collected,
  countChange,
  type FoundTable,
  isBlank,
  type LineMarks,
  type LinkInText,
  startCollecting,
  wordsOf,
} from './body-lines.ts';

// The state while the HTML of a body is read: the open line, its marks, and the lists, quotes and tables around it.

/** Lists that are nested deeper than this look like this deep. */
const DEEPEST = 5;

export type OpenElement = { name: string; end: ((flow: Flow) => void) | null };
export type OpenTable = {
  tables: number;
  list: number;
  /** The cells of the open row; the last takes the lines while `isInCell`. */
  row: BodyLine[][];
  isInCell: boolean;
  rows: number;
  /** The words of all its cells; null where a cell has another table in it. */
  grid: string[][] | null;
  /** The words of its caption, and how many lines, links, pictures and losses there were before it. */
  caption: string;
  before: { lines: number; links: number; pictures: number; lost: number };
};
export type Flow = Collected & {
  context: BodyContext;
  runs: TextRun[];
  marks: LineMarks;
  openLinks: (LinkInText | null)[];
  open: OpenElement[];
  heading: 'heading' | 'subheading' | null;
  quotes: number;
  lists: OpenList[];
  /** The number of the last list. */
  made: number;
  /** The line of the open item, which further paragraphs of the item join. */
  item: BodyLine | null;
  table: OpenTable | null;
  figures: { pictures: number; tables: number }[];
  captions: number;
  code: { list: number; isVerse: boolean; lines: number } | null;
  breaks: number;
  /** `isMute`: in a style or script within it; `caption`: the words of its caption, which become a paragraph. */
  skipped: {
    kind: string | null;
    address: string;
    text: string;
    caption: string;
    isMute: boolean;
    isCaption: boolean;
    depth: number;
  } | null;
};

export function startFlow(context: BodyContext): Flow {
  return {
    ...startCollecting(),
    context,
    runs: [],
    marks: { em: 0, strong: 0, code: 0, scripts: [], links: [] },
    openLinks: [],
    open: [],
    heading: null,
    quotes: 0,
    lists: [],
    made: 0,
    item: null,
    table: null,
    figures: [],
    captions: 0,
    code: null,
    breaks: 0,
    skipped: null,
  };
}

/** Ends the open line. Blank lines are left out. In a caption, lines are joined. */
export function endLine(flow: Flow): void {
  flow.breaks = 0;
  if (flow.captions > 0) {
    if (flow.runs.length > 0) flow.runs.push({ text: ' ' });
    return;
  }
  const { runs } = flow;
  flow.runs = [];
  if (isBlank(runs)) return;
  if (flow.item !== null && flow.code === null && flow.item === sink(flow).at(-1))
    flow.item.runs.push({ text: ' ' }, ...runs);
  else addLine(flow, lineOf(flow, runs));
}

/** An open list: `next` is the number of its next item; one that counts down to 1 is counted when it ends. */
type OpenList = {
  number: number;
  isOrdered: boolean;
  isNoted: boolean;
  next: number;
  step: 1 | -1;
  items: BodyLine[];
};

export function addLine(flow: Flow, line: BodyLine): void {
  sink(flow).push(line);
  if (flow.lists.length > 0 && flow.code === null) flow.item = line;
}

function sink(flow: Flow): BodyLine[] {
  const { table } = flow;
  return table?.isInCell ? (table.row.at(-1) ?? flow.lines) : flow.lines;
}

function lineOf(flow: Flow, runs: TextRun[]): BodyLine {
  const { lists, code, heading, quotes } = flow;
  const [outer] = lists;
  const inner = lists.at(-1);
  if (code) {
    code.lines++;
    return { type: code.isVerse ? 'quote' : 'item', runs, list: code.list, depth: 1, number: null };
  }
  if (outer && inner) {
    const number = inner.isOrdered ? inner.next : null;
    inner.next += inner.step;
    const item: BodyLine = { type: 'item', runs, list: outer.number, depth: Math.min(lists.length, DEEPEST), number };
    inner.items.push(item);
    return item;
  }
  return { type: heading ?? (quotes > 0 ? 'quote' : 'paragraph'), runs, list: 0, depth: 0, number: null };
}

/** Ends a row: its cells become one item, or, where only one has text, the lines of that cell. */
export function endRow(flow: Flow): void {
  const { table } = flow;
  if (!table) return;
  endLine(flow);
  const cells = table.row;
  table.row = [];
  table.isInCell = false;
  flow.item = null;
  if (table.grid?.length === 0)
    table.caption = flow.lines
      .slice(table.before.lines)
      .map(({ runs }) => wordsOf(runs))
      .join(' ');
  if (cells.length > 0) table.grid?.push(cells.map((lines) => wordsOf(joinLines(lines))));
  const filled = cells.filter((lines) => lines.length > 0);
  if (filled.length < 2) {
    flow.lines.push(...filled.flat());
    return;
  }
  const last = cells.findLastIndex((lines) => lines.length > 0);
  const runs = cells.slice(0, last + 1).flatMap((lines, at): TextRun[] => [...between(at, ' · '), ...joinLines(lines)]);
  table.rows++;
  flow.lines.push({ type: 'item', runs, list: table.list, depth: 1, number: null });
}

export function endTable(flow: Flow): void {
  const { table } = flow;
  if (!table) return;
  endLine(flow);
  if (--table.tables > 0) return;
  endRow(flow);
  flow.table = null;
  const kept = tableOf(flow, table);
  if (kept) keepTable(flow, kept);
  else if (table.rows > 0) countChange(flow, 'table');
}

/** Most characters of all tables of an article. */
const LONGEST_TABLES = 15_000;

/** The table with its caption; null for one that holds more than short words, and for one before all text. */
function tableOf(flow: Flow, { grid, caption, before }: OpenTable): FoundTable | null {
  const hasMore =
    flow.links.length > before.links || flow.pictures.length > before.pictures || flow.lost.length > before.lost;
  const rows = hasMore || before.lines === 0 || flow.tables.length === MOST_EXHIBITS ? null : evenRows(grid ?? []);
  if (rows === null || caption.length > LONGEST_CAPTION) return null;
  const all = [...flow.tables.flatMap((table) => table.rows), ...rows].flat();
  if (all.reduce((sum, cell) => sum + cell.length + 3, 0) > LONGEST_TABLES) return null;
  return { line: before.lines, caption, rows };
}

/** Keeps a table as one, in place of the lines that its rows became. */
function keepTable(flow: Flow, table: FoundTable): void {
  flow.lines.length = table.line;
  flow.tables.push(table);
}

function joinLines(lines: readonly BodyLine[]): TextRun[] {
  return lines.flatMap(({ runs }, at) => [...between(at, '; '), ...runs]);
}

function between(at: number, text: string): TextRun[] {
  return at === 0 ? [] : [{ text }];
}
