import { readRows } from '#core/csv.ts';
import type { Passage, SourceText } from '../lookup/source-text.ts';
import { cellsOf } from './table-cells.ts';

/** Plain text or Markdown: paragraphs between empty lines, `#` headings, numbered headings of standards, tables with bars, pages by form feeds. */
export function readPlain(text: string): SourceText {
  const passages: Passage[] = [];
  const state: State = { headings: [], page: text.includes('\f') ? 1 : null, paragraph: 0, tables: 0 };
  for (const part of text.replace(/\r\n?/g, '\n').split(/(\f)|\n[ \t]*(?:\n[ \t]*)+/)) {
    if (part === '\f') state.page = (state.page ?? 0) + 1;
    else if (part !== undefined && part.trim() !== '') passages.push(...readPart(part, state));
  }
  return { title: passages[0]?.text.slice(0, LONGEST_TITLE) ?? null, passages, isWhole: true };
}

const LONGEST_TITLE = 200;

type State = { headings: string[]; page: number | null; paragraph: number; tables: number };

function readPart(part: string, state: State): Passage[] {
  const heading = /^(#{1,6})\s+(.+?)\s*#*\s*(?:\n|$)/.exec(part) ?? NUMBERED.exec(part);
  if (heading) {
    const level = heading[1]?.startsWith('#')
      ? (heading[1]?.length ?? 1)
      : (heading[1]?.split('.').filter((piece) => piece !== '').length ?? 1);
    state.headings = [
      ...Array.from({ length: level - 1 }, (_, above) => state.headings[above] ?? ''),
      heading[2]?.trim() ?? '',
    ];
  }
  const lines = part.split('\n');
  const rows = lines.filter((line) => /^\s*\|.*\|\s*$/.test(line));
  if (rows.length >= 2 && rows.length >= lines.length - 1) return readBars(rows, state);
  state.paragraph++;
  const text = part
    .replace(/-\n\s*(?=\p{Ll})/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
  return [{ text, place: placeOf(state) }];
}

/** `3.2.  Fall clearance`, a line alone. */
const NUMBERED = /^\s{0,3}(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s{1,3}(\p{Lu}[^\n]{2,80}[^.\n])\s*$/u;

function placeOf({ headings, page, paragraph }: State): Passage['place'] {
  const named = headings.filter((heading) => heading !== '');
  return { paragraph, ...(page !== null && { page }), ...(named.length > 0 && { headings: named }) };
}

function readBars(lines: readonly string[], state: State): Passage[] {
  state.tables++;
  const rows = lines
    .filter((line) => !/^[\s|:=+-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  return cellsOf({ rows, heads: 1, place: { ...placeOf(state), table: state.tables } });
}

/** A table of values between commas, semicolons or tabs. @throws Error when it cannot be read as one */
export function readDelimited(text: string, most: number): SourceText {
  const [line = ''] = text.split('\n', 1);
  const delimiter = [',', ';', '\t', '|'].reduce((best, sign) =>
    line.split(sign).length > line.split(best).length ? sign : best,
  );
  const rows: string[][] = [];
  for (const row of readRows(text, delimiter)) {
    if (row) rows.push(row.fields);
    if (rows.length > most) break;
  }
  const isWhole = rows.length <= most;
  return { title: null, passages: cellsOf({ rows: rows.slice(0, most), heads: null, place: { table: 1 } }), isWhole };
}
