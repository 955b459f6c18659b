import type { Passage, SourcePlace } from '../lookup/source-text.ts';

/** A table as its rows of cells. `heads` says how many rows at the top are heads; null where the format does not say. */
export type TableRows = {
  rows: readonly (readonly string[])[];
  heads: number | null;
  caption?: string;
  place: SourcePlace;
  /** Rows of the table on earlier pages. */
  rowsBefore?: number;
};

/** Most characters of a head, and of a cell. */
const LONGEST_HEAD = 200;
const LONGEST_CELL = 2000;

/** The non-empty cells of a table, each with the heads of its row and its column. */
export function cellsOf({ rows, heads, caption, place, rowsBefore = 0 }: TableRows): Passage[] {
  const above = heads ?? guessHeads(rows);
  const columns = joinHeads(rows.slice(0, above));
  const body = rows.slice(above);
  const labelled = labelColumns(body);
  const passages: Passage[] = [];
  for (const [index, cells] of body.entries()) {
    const row = labelled
      .map((column) => cells[column] ?? '')
      .filter((cell) => cell !== '')
      .join(' · ')
      .slice(0, LONGEST_HEAD);
    for (const [column, text] of cells.entries()) {
      if (text === '') continue;
      const head = (columns[column] ?? '').slice(0, LONGEST_HEAD);
      passages.push({
        text: text.slice(0, LONGEST_CELL),
        place: { ...place, row: rowsBefore + index + 1, column: column + 1 },
        ...(row !== '' && row !== text && { row }),
        ...(head !== '' && { column: head }),
        ...(caption !== undefined && caption !== '' && { caption: caption.slice(0, LONGEST_HEAD) }),
      });
    }
  }
  return passages;
}

/** How many rows at the top are heads, because they have no number. If no row has a number, the first row counts as heads. */
export function guessHeads(rows: readonly (readonly string[])[]): number {
  const isHead = (cells: readonly string[]) =>
    cells.some((cell) => cell !== '') && cells.slice(1).every((cell) => !isNumber(cell) || YEAR.test(cell));
  const first = rows.findIndex((cells) => !isHead(cells));
  return first === -1 ? Math.min(1, rows.length) : Math.min(first, MOST_HEADS);
}

const MOST_HEADS = 3;
const YEAR = /^(?:1[89]|20)\d\d$/;

function isNumber(cell: string): boolean {
  return /^[\s$€£(<>≤≥~±+−-]*\d[\d.,\s’']*[\s%)‰a-zA-Z°²³/*†]{0,8}$/u.test(cell);
}

/** One head for each column, from the rows of heads. An empty cell repeats the cell at its left, as a head over several columns does. */
function joinHeads(heads: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...heads.map((cells) => cells.length));
  const filled = heads.map((cells, row) => {
    let last = '';
    return Array.from({ length: width }, (_, column) => {
      if (cells[column]) last = cells[column];
      return row < heads.length - 1 ? last : (cells[column] ?? '');
    });
  });
  return Array.from({ length: width }, (_, column) =>
    [...new Set(filled.map((cells) => cells[column] ?? ''))].join(' ').trim(),
  );
}

/** Most characters of a cell that names its row. */
const LONGEST_NAME = 80;

/** The columns that name the rows: those that hold words and no sentences, at least the first. */
function labelColumns(body: readonly (readonly string[])[]): number[] {
  const width = Math.max(0, ...body.map((cells) => cells.length));
  const labels = [];
  for (let column = 0; column < width; column++) {
    const cells = body.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    const names = cells.filter((cell) => !isNumber(cell) && cell.length <= LONGEST_NAME);
    if (cells.length > 0 && names.length >= cells.length / 2) labels.push(column);
  }
  return [...new Set([0, ...labels])];
}
