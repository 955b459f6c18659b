// Tables and charts beside the blocks of an article: "Fig. 1", "Fig. 2" for readers. Writers write all of them as lines. Each begins with a
// line that has its kind and caption: `table: Points in an hour`. Then come `after:` with the block that it follows, `credit:`, `source:`
// and `note:`, and a line for each row, with `|` or a tab between its cells. The first row is the head. The code does not call them
// figures, because a figure is a number of an article.

import { isPlainHttps } from '#core/https-address.ts';

export const EXHIBIT_KINDS = ['table', 'bars', 'lines', 'dots'] as const;
export type ExhibitKind = (typeof EXHIBIT_KINDS)[number];

/** Words, and their position in the text of all exhibits, in UTF-16 units. */
export type PlacedWords = { text: string; at: number };
export type Exhibit = {
  kind: ExhibitKind;
  caption: PlacedWords;
  /** The id of the block that it follows, or the words with which that block begins. */
  after: string | null;
  credit: PlacedWords | null;
  note: PlacedWords | null;
  /** The address of its source. */
  source: string | null;
  /** The columns. Each row has as many cells. */
  head: PlacedWords[];
  rows: PlacedWords[][];
};

export const MOST_EXHIBITS = 12;
const MOST_COLUMNS = 12;
const MOST_ROWS = 100;
export const LONGEST_CAPTION = 300;
const LONGEST_CELL = 200;
const LONGEST_ADDRESS = 2000;

const KIND = new RegExp(String.raw`^\s*(${EXHIBIT_KINDS.join('|')}):`, 'i');
const KEY = /^\s*(after|credit|source|note):/i;
const SEPARATOR = /\||\t/;
/** The line below the head of a table in Markdown. */
const RULE = /^[\s|:-]+$/;

type Key = 'after' | 'credit' | 'source' | 'note';
type Line =
  | { is: 'kind'; kind: ExhibitKind; words: PlacedWords }
  | { is: 'key'; key: Key; words: PlacedWords }
  | { is: 'row'; cells: PlacedWords[] }
  | { is: 'unknown'; words: PlacedWords };

/** Reads the exhibits. Returns a message when one cannot be read. */
export function readExhibits(text: string): Exhibit[] | string {
  const exhibits: Exhibit[] = [];
  for (const line of readLines(text)) {
    const exhibit = exhibits.at(-1);
    if (line.is === 'kind') {
      exhibits.push(begin(line.kind, line.words));
      continue;
    }
    if (!exhibit)
      return `must begin with a line that has a kind (${EXHIBIT_KINDS.join(', ')}), a colon and the caption, such as "table: Points in an hour"`;
    const trouble = addLine(exhibit, line);
    if (trouble !== null) return trouble;
  }
  if (exhibits.length > MOST_EXHIBITS) return `must have at most ${MOST_EXHIBITS} tables and charts`;
  for (const exhibit of exhibits) {
    const trouble = troubleOf(exhibit);
    if (trouble !== null) return trouble;
  }
  return exhibits;
}

/** The exhibits of an article that was saved; none for lines that cannot be read. */
export function exhibitsIn(text: string | null): Exhibit[] {
  const exhibits = text === null ? [] : readExhibits(text);
  return typeof exhibits === 'string' ? [] : exhibits;
}

/**
 * The text as readers see it, at the same positions: spaces replace the names of the lines, the places and the addresses, and `|` replaces
 * tabs, so that the numbers of two cells stay apart.
 */
export function exhibitWords(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const kind = KIND.exec(line)?.[0];
      if (kind !== undefined) return ' '.repeat(kind.length) + line.slice(kind.length);
      const key = isRow(line) ? null : KEY.exec(line);
      if (!key) return line.replaceAll('\t', '|');
      const isHidden = /after|source/i.test(key[1] ?? '');
      return isHidden ? ' '.repeat(line.length) : ' '.repeat(key[0].length) + line.slice(key[0].length);
    })
    .join('\n');
}

/** The captions, heads, rows, credits and notes that the earlier text did not have, by the positions at which they begin. */
export function changedLines(before: string | null, after: string | null): number[] {
  const kept = new Set(
    exhibitsIn(before)
      .flatMap(linesOf)
      .map(({ words }) => words),
  );
  return exhibitsIn(after)
    .flatMap(linesOf)
    .flatMap(({ at, words }) => (kept.has(words) ? [] : [at]));
}

function linesOf({ caption, head, rows, credit, note }: Exhibit): { at: number; words: string }[] {
  const lines = [[caption], head, ...rows, ...(credit ? [[credit]] : []), ...(note ? [[note]] : [])];
  return lines.map((cells) => ({ at: cells[0]?.at ?? 0, words: cells.map(({ text }) => text).join(' | ') }));
}

/** The lines of an exhibit; `after` is the id of a block. A row has `|` around it, so that no cell begins like another line. */
export function printExhibit(written: { kind: ExhibitKind; caption: string; after: string; rows: string[][] }): string {
  const lines = written.rows.map((row) => `| ${row.map(printCell).join(' | ')} |`);
  return [`${written.kind}: ${written.caption}`, `after: ${written.after}`, ...lines].join('\n');
}

/** A cell of dashes alone would be read as the line below the head of a table. */
function printCell(words: string): string {
  return /^[\s:-]*-[\s:-]*$/.test(words) ? words.replaceAll('-', '–') : words.replaceAll('|', '\\|');
}

/** The rows, filled up to the same number of cells; null if they exceed the limits of a table. */
export function evenRows(rows: readonly (readonly string[])[]): string[][] | null {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const even = rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => '')]);
  const isSmall = columns <= MOST_COLUMNS && even.length <= MOST_ROWS + 1;
  if (columns < 2 || even.length < 2 || !isSmall) return null;
  return even.some((row) => row.some((cell) => cell.length > LONGEST_CELL)) ? null : even;
}

function begin(kind: ExhibitKind, caption: PlacedWords): Exhibit {
  return { kind, caption, after: null, credit: null, note: null, source: null, head: [], rows: [] };
}

/** Adds a line to its exhibit, and returns what is wrong with it. */
function addLine(exhibit: Exhibit, line: Exclude<Line, { is: 'kind' }>): string | null {
  if (line.is === 'unknown')
    return `must have cells with | between them, or one of after:, credit:, source: and note:, in each line: "${cut(line.words.text)}" has neither`;
  if (line.is === 'row') {
    if (exhibit.head.length === 0) exhibit.head = withoutFrame(line.cells, line.cells.length - 2);
    else exhibit.rows.push(withoutFrame(line.cells, exhibit.head.length));
    return null;
  }
  const { key, words } = line;
  if (exhibit[key] !== null)
    return `must have one ${key}: for each table or chart: "${cut(exhibit.caption.text)}" has two`;
  if (words.text === '') return null;
  if (key === 'after' || key === 'source') exhibit[key] = words.text;
  else exhibit[key] = words;
  return null;
}

function troubleOf({ caption, credit, note, source, head, rows }: Exhibit): string | null {
  const name = `"${cut(caption.text)}"`;
  if (caption.text === '') return 'must have a caption after the kind of each table or chart';
  if ([caption, credit, note].some((words) => words !== null && words.text.length > LONGEST_CAPTION))
    return `must have captions, credits and notes of at most ${LONGEST_CAPTION} characters: ${name} has a longer one`;
  if (source !== null && (source.length > LONGEST_ADDRESS || !isPlainHttps(source)))
    return `must have an https address after source: ${name} has "${cut(source)}"`;
  if (head.length < 2 || rows.length < 1)
    return `must have a head and at least one row, with two cells or more in each: ${name} has not`;
  if (head.length > MOST_COLUMNS || rows.length > MOST_ROWS)
    return `must have at most ${MOST_COLUMNS} columns and ${MOST_ROWS} rows in each table: ${name} has more`;
  const wrong = rows.find((row) => row.length !== head.length);
  if (wrong)
    return `must have as many cells in each row as in the head: in ${name}, whose head has ${head.length}, "${cut(wrong.map(({ text }) => text).join(' | '))}" has ${wrong.length}`;
  if ([head, ...rows].flat().some(({ text }) => text.length > LONGEST_CELL))
    return `must have at most ${LONGEST_CELL} characters in each cell: ${name} has more`;
  return null;
}

function readLines(text: string): Line[] {
  let at = 0;
  return text.split('\n').flatMap((line): Line[] => {
    const begins = at;
    at += line.length + 1;
    if (line.trim() === '') return [];
    const kind = KIND.exec(line);
    if (kind)
      return [
        { is: 'kind', kind: kind[1]?.toLowerCase() as ExhibitKind, words: wordsAt(line, kind[0].length, begins) },
      ];
    if (isRow(line)) return RULE.test(line) && line.includes('-') ? [] : [{ is: 'row', cells: cellsOf(line, begins) }];
    const key = KEY.exec(line);
    if (key) return [{ is: 'key', key: key[1]?.toLowerCase() as Key, words: wordsAt(line, key[0].length, begins) }];
    return [{ is: 'unknown', words: wordsAt(line, 0, begins) }];
  });
}

function isRow(line: string): boolean {
  return SEPARATOR.test(line);
}

/** The cells of a row; `\\|` is a bar within a cell. A row with tabs has no other separators. */
function cellsOf(line: string, begins: number): PlacedWords[] {
  const cells: PlacedWords[] = [];
  let from = 0;
  for (const part of line.split(line.includes('\t') ? '\t' : /(?<!\\)\|/)) {
    const { text, at } = wordsAt(line.slice(0, from + part.length), from, begins);
    cells.push({ text: text.replaceAll('\\|', '|'), at });
    from += part.length + 1;
  }
  return cells;
}

/** The cells without the empty ones at both ends, where Markdown has a `|` around the row. */
function withoutFrame(cells: PlacedWords[], columns: number): PlacedWords[] {
  const isFramed = cells.length === columns + 2 && columns > 0 && cells[0]?.text === '' && cells.at(-1)?.text === '';
  return isFramed ? cells.slice(1, -1) : cells;
}

/** The words of a line from a position on, without space around them. */
function wordsAt(line: string, from: number, begins: number): PlacedWords {
  const rest = line.slice(from);
  return { text: rest.trim(), at: begins + from + (rest.length - rest.trimStart().length) };
}

function cut(words: string): string {
  return words.slice(0, 40);
}
