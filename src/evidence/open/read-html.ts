import { parse, type DefaultTreeAdapterTypes as Types, defaultTreeAdapter as tree } from 'parse5';
import type { Passage, SourceText } from '../lookup/source-text.ts';
import { cellsOf } from './table-cells.ts';

// The text of a web page with its headings, lists and tables. Scripts, styles and forms are not text; nothing is run or loaded.

const SKIPPED = new Set(
  'script style noscript template svg math iframe object embed form button select textarea input nav head'.split(' '),
);
const BLOCKS = new Set(
  'address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer header hr html legend li main ol p pre section summary ul'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;

/** Most levels of nested elements that are read; deeper ones are left out. */
const DEEPEST = 200;

type Reading = { passages: Passage[]; headings: string[]; words: string[]; tables: number; paragraph: number };

export function readHtml(html: string): SourceText {
  const document = parse(html);
  const reading: Reading = { passages: [], headings: [], words: [], tables: 0, paragraph: 0 };
  readNode(document, reading, 0);
  flush(reading);
  return { title: titleOf(document), passages: reading.passages, isWhole: true };
}

function readNode(node: Types.Node, reading: Reading, depth: number): void {
  if (tree.isTextNode(node)) {
    reading.words.push(node.value);
    return;
  }
  if (depth > DEEPEST || !('childNodes' in node)) return;
  const name = tree.isElementNode(node) ? node.tagName : '';
  if (SKIPPED.has(name) || (tree.isElementNode(node) && isHidden(node))) return;
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) {
    readHeading(node as Types.Element, reading, Number(level));
    return;
  }
  if (name === 'table' && tree.isElementNode(node) && readTable(node, reading)) return;
  const isBlock = BLOCKS.has(name) || name === 'tr' || name === 'td' || name === 'th';
  if (isBlock || name === 'br') flush(reading, name === 'br');
  for (const child of node.childNodes) readNode(child, reading, depth + 1);
  if (isBlock) flush(reading);
}

function isHidden(element: Types.Element): boolean {
  return element.attrs.some(({ name, value }) => name === 'hidden' || (name === 'aria-hidden' && value === 'true'));
}

/** Ends a passage. After a line break the same paragraph continues. */
function flush(reading: Reading, goesOn = false): void {
  if (goesOn) {
    reading.words.push(' ');
    return;
  }
  const text = fold(reading.words.join(''));
  reading.words = [];
  if (text === '') return;
  reading.paragraph++;
  const headings = reading.headings.filter((heading) => heading !== '');
  reading.passages.push({ text, place: { paragraph: reading.paragraph, ...(headings.length > 0 && { headings }) } });
}

function readHeading(node: Types.Element, reading: Reading, level: number): void {
  flush(reading);
  const text = textOf(node);
  reading.headings = [...Array.from({ length: level - 1 }, (_, above) => reading.headings[above] ?? ''), text];
  reading.words.push(text);
  flush(reading);
}

/** Whether the table was read as data. A table with another table in it, or with a single column, is only layout. */
function readTable(table: Types.Element, reading: Reading): boolean {
  const rows = [...elementsOf(table, 'tr')];
  if ([...elementsOf(table, 'table')].length > 0 || rows.length < 2) return false;
  const cells = layOut(rows);
  if (Math.max(...cells.map((row) => row.length)) < 2) return false;
  flush(reading);
  reading.tables++;
  const heads = rows.findIndex((row) =>
    row.childNodes.some((cell) => tree.isElementNode(cell) && cell.tagName === 'td'),
  );
  const [caption] = elementsOf(table, 'caption');
  const headings = reading.headings.filter((heading) => heading !== '');
  reading.passages.push(
    ...cellsOf({
      rows: cells,
      heads: heads > 0 ? heads : null,
      place: { table: reading.tables, ...(headings.length > 0 && { headings }) },
      ...(caption && { caption: textOf(caption) }),
    }),
  );
  return true;
}

/** Most cells that one cell may stretch over. */
const WIDEST = 50;

/** The rows as a grid: a cell over several rows or columns is repeated in each of them. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the cells; the place of each depends on those before it
function layOut(rows: readonly Types.Element[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.childNodes) {
      if (!tree.isElementNode(cell) || !/^t[dh]$/.test(cell.tagName)) continue;
      while (grid[index]?.[column] !== undefined) column++;
      const [wide, high] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      const text = textOf(cell);
      for (let down = 0; down < high && index + down < rows.length; down++)
        for (let right = 0; right < wide; right++) (grid[index + down] as string[])[column + right] = text;
      column += wide;
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? ''));
}

function spanOf(cell: Types.Element, name: string): number {
  const value = Number(cell.attrs.find((attribute) => attribute.name === name)?.value ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, WIDEST) : 1;
}

function* elementsOf(node: Types.ParentNode, name: string): Generator<Types.Element> {
  const waiting: Types.Node[] = [...node.childNodes].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!tree.isElementNode(next)) continue;
    if (next.tagName === name) yield next;
    waiting.push(...next.childNodes.toReversed());
  }
}

function textOf(node: Types.ParentNode): string {
  const parts: string[] = [];
  const waiting: Types.Node[] = [...node.childNodes].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (tree.isTextNode(next)) parts.push(next.value);
    else if (tree.isElementNode(next) && !SKIPPED.has(next.tagName)) {
      if (next.tagName === 'br' || BLOCKS.has(next.tagName)) parts.push(' ');
      waiting.push(...next.childNodes.toReversed());
    }
  }
  return fold(parts.join(''));
}

function titleOf(document: Types.Document): string | null {
  const [title] = elementsOf(document, 'title');
  const text = title ? textOf(title) : '';
  return text === '' ? null : text;
}

function fold(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
