import { cleanText, levelFractions, toScriptCharacters } from '#article/clean-text.ts';
import { evenRows } from '#article/exhibits.ts';
import {
  addressOf,
  isNote,
  isNoteMark,
  NO_MARKS,
  omittedKind,
  type PasteMarks,
  removeActiveHtml,
  visibleText,
  withMarks,
} from './paste-elements.ts';
import {
  itemNumber,
  openList,
  type PasteLine,
  type PasteList,
  type PasteTag,
  printLines,
  readMarker,
  wordList,
} from './paste-lists.ts';
import type { PasteChange, PasteChangeKind } from './paste-notice.ts';
import { toSymbolCharacters } from './plain-text.ts';

// Converts HTML from a word processor or a web page to the few elements that the editor reads. Word and Google Docs put the
// meaning into styles and classes: a list item is a paragraph with `mso-list`, bold is a span of weight 700, and the `<b>`
// around everything from Google Docs is not bold. `changes` names what could not be pasted unchanged: every visible word of
// the source is in the result or in `changes`.

const HEADINGS: Record<string, PasteTag> = { H1: 'h2', H2: 'h2', H3: 'h3', H4: 'h3', H5: 'h3', H6: 'h3' };
const BLOCK =
  /^(?:P|DIV|H[1-6]|BLOCKQUOTE|UL|OL|LI|PRE|CAPTION|SECTION|ARTICLE|HEADER|FOOTER|MAIN|ASIDE|FIGURE|FIGCAPTION|DL|DT|DD|HR|ADDRESS|NAV|FORM|FIELDSET|LEGEND|DETAILS|SUMMARY|DIALOG|CENTER)$/;
const UNSEEN = /^(?:STYLE|SCRIPT|META|LINK|TITLE|HEAD|NOSCRIPT|TEMPLATE|DATALIST|RP|PARAM|SOURCE|TRACK|COL|COLGROUP)$/;

/** `table`: the words of the cells, where the HTML has one table and nothing beside it. */
export type CleanedHtml = { html: string; changes: PasteChange[]; table: string[][] | null };

/** Clean HTML with these elements only: p, h2, h3, blockquote, ul, ol, li, em, strong, code and https links. */
export function cleanHtml(html: string): CleanedHtml {
  const { body } = new DOMParser().parseFromString(removeActiveHtml(html), 'text/html');
  const page: Page = {
    lines: [],
    notes: [],
    tag: 'p',
    open: '',
    list: null,
    word: new Map(),
    changes: [],
    isNote: false,
  };
  readInto(page, body, NO_MARKS);
  close(page);
  const table = tableAlone(body);
  return { html: printLines([...page.lines, ...page.notes], page.changes), changes: page.changes, table };
}

/** The cells of a table without merged cells that is all that readers see; null for anything else. */
function tableAlone(body: HTMLElement): string[][] | null {
  const [table, second] = body.querySelectorAll('table');
  if (!table || second || visibleText(body) !== visibleText(table) || isMerged(table)) return null;
  return evenRows([...table.rows].map((row) => [...row.cells].map((cell) => cleanText(visibleText(cell)))));
}

function isMerged(table: HTMLTableElement): boolean {
  return [...table.rows].some((row) => [...row.cells].some((cell) => cell.colSpan > 1 || cell.rowSpan > 1));
}

type Page = {
  lines: PasteLine[];
  /** Footnotes; they follow after everything else. */
  notes: PasteLine[];
  tag: PasteTag;
  open: string;
  list: PasteList | null;
  /** Word's lists, by name. */
  word: Map<string, PasteList>;
  changes: PasteChange[];
  isNote: boolean;
};

function note({ changes }: Page, kind: PasteChangeKind, words = ''): void {
  changes.push({ kind, words });
}

function readInto(page: Page, parent: Node, marks: PasteMarks): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) page.open += write(page, node.nodeValue ?? '', marks);
    else if (node instanceof Element) readElement(page, node, marks);
  }
}

function readElement(page: Page, element: Element, marks: PasteMarks): void {
  const style = element.getAttribute('data-style') ?? '';
  if (UNSEEN.test(element.nodeName.toUpperCase()) || isHidden(element, style)) return;
  const kind = omittedKind(element, style);
  if (kind) leaveOut(page, element, kind);
  else if (isNoteMark(element, style)) leaveOutMark(page, visibleText(element));
  else if (isNote(style)) readNote(page, element, marks);
  else if (element instanceof HTMLTableElement) readTable(page, element, marks);
  else if (element.nodeName === 'BR') lineBreak(page, element);
  else if (BLOCK.test(element.nodeName) || /(?<![\w-])display:\s*(?:block|list-item|flex|grid)\b/i.test(style))
    readBlock(page, element, style, marks);
  else readInline(page, element, style, marks);
}

function isHidden(element: Element, style: string): boolean {
  if (/(?<![\w-])display:\s*none|mso-hide:\s*all|mso-list:\s*ignore|mso-special-character:\s*comment/i.test(style))
    return true;
  return (
    (element instanceof HTMLElement && element.hasAttribute('hidden')) ||
    (element.nodeName === 'DIALOG' && !element.hasAttribute('open'))
  );
}

function leaveOut(page: Page, element: Element, kind: PasteChangeKind): void {
  const alt = element.getAttribute('alt') ?? '';
  if (kind === 'picture' && /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u.test(alt))
    page.open += alt;
  else if (kind === 'tick') {
    const isTicked = element.hasAttribute('checked') || element.getAttribute('aria-checked') === 'true';
    note(page, kind, isTicked ? 'ticked' : 'not ticked');
  } else if (kind === 'comment') {
    const words = visibleText(element);
    const repeated = page.changes.findIndex((change) => change.kind === 'comment' && words.includes(change.words));
    if (repeated >= 0) page.changes.splice(repeated, 1); // the mark of the comment in the text
    note(page, kind, words);
  } else if (element.nodeName !== 'IMG' || element.closest('[role="checkbox"]') === null)
    note(page, kind, visibleText(element));
}

/** A footnote has its mark in the text and again before the note; only one is reported. */
function leaveOutMark(page: Page, words: string): void {
  const isNamed = page.changes.some((change) => change.kind === 'mark' && change.words === words);
  if (words !== '' && !(page.isNote && isNamed)) note(page, 'mark', words);
}

function readNote(page: Page, element: Element, marks: PasteMarks): void {
  close(page);
  const inner: Page = { ...page, lines: page.notes, open: '', tag: 'p', list: null, isNote: true };
  readInto(inner, element, marks);
  close(inner);
  note(page, 'note');
}

function readInline(page: Page, element: Element, style: string, marks: PasteMarks): void {
  const href = element.nodeName === 'A' ? (element.getAttribute('href') ?? '') : '';
  const words = visibleText(element);
  if (href !== '' && addressOf(href) === null && words !== '') note(page, 'link', `${words} (${href.slice(0, 200)})`);
  const inner = withMarks(marks, element, style);
  if (inner.struck && !marks.struck && words !== '') note(page, 'struck', words);
  if (element.nodeName === 'Q') page.open += '“';
  readInto(page, element, inner);
  if (element.nodeName === 'Q') page.open += '”';
}

function readBlock(page: Page, element: Element, style: string, marks: PasteMarks): void {
  const { tag, list } = page;
  const isList = /^[UO]L$/.test(element.nodeName);
  if (list?.tag === 'ol' && !isList && element.parentElement?.nodeName === 'LI') {
    if (page.open.trim() !== '') page.open += ' '; // all text of a numbered item stays in the item
    readInto(page, element, marks);
    return;
  }
  close(page);
  if (isList) page.list = openList(element, style, { outer: list, before: page.lines.at(-1), changes: page.changes });
  if (element.nodeName === 'LI' && page.list) page.list.next = itemNumber(element, page.list);
  if (element.getAttribute('role') === 'checkbox') leaveOut(page, element, 'tick');
  const marker = readMarker(element);
  const isHeading = HEADINGS[element.nodeName] !== undefined;
  if (!isHeading && !page.list)
    page.list = wordList(element, style, { marker, known: page.word, changes: page.changes });
  page.tag = tagOf(element, page.list, tag);
  const inner = { ...marks, isHeading: page.tag === 'h2' || page.tag === 'h3' };
  if (marker?.kind === 'words' || (isHeading && marker?.kind === 'number'))
    page.open += write(page, `${marker.text} `, inner);
  readInto(page, element, inner);
  close(page);
  [page.tag, page.list] = [tag, list];
}

function tagOf(element: Element, list: PasteList | null, around: PasteTag): PasteTag {
  if (list) return list.tag;
  if (element.nodeName === 'BLOCKQUOTE' || /\bMso(?:Intense)?Quote\b/i.test(element.className)) return 'blockquote';
  if (around === 'blockquote') return around;
  if (/\bMsoTitle\b/.test(element.className)) return 'h2';
  return HEADINGS[element.nodeName] ?? 'p';
}

/** Two line breaks in a row separate paragraphs; a single one is a space. */
function lineBreak(page: Page, element: Element): void {
  if (element.className.includes('interchange')) return;
  if (page.open.endsWith('\n')) close(page);
  else page.open += '\n';
}

/** A row of a data table becomes one line. A row of a layout table, with one cell or with blocks, becomes its cells. */
function readTable(page: Page, table: HTMLTableElement, marks: PasteMarks): void {
  close(page);
  if (table.caption) readElement(page, table.caption, marks);
  let hasRows = false;
  for (const row of table.rows) {
    if (isHidden(row, row.dataset.style ?? '')) continue;
    const cells = [...row.cells].filter((cell) => !isHidden(cell, cell.dataset.style ?? ''));
    const isLine =
      cells.filter((cell) => visibleText(cell) !== '').length > 1 &&
      !row.querySelector('table, h1, h2, h3, h4, h5, h6');
    hasRows ||= isLine;
    if (isLine) page.open = joinCells(cells.map((cell) => readCell(page, cell, marks)));
    else for (const cell of cells) readLayoutCell(page, cell, marks);
    close(page);
  }
  if (hasRows) note(page, isMerged(table) ? 'merged' : 'table');
}

/** Keeps empty cells between others, so that the columns stay aligned. */
function joinCells(cells: readonly string[]): string {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' · ');
}

function readLayoutCell(page: Page, cell: Element, marks: PasteMarks): void {
  readInto(page, cell, marks);
  close(page);
}

function readCell(page: Page, cell: Element, marks: PasteMarks): string {
  const inner: Page = { ...page, lines: [], open: '', tag: 'p', list: null };
  readInto(inner, cell, marks);
  close(inner);
  return inner.lines.map(({ html }) => html).join('; ');
}

function write(page: Page, given: string, marks: PasteMarks): string {
  let text = cleanText(given).replace(/[ \t\n]+/g, ' ');
  if (text === '') return '';
  if (marks.symbols !== null) {
    const shown = toSymbolCharacters(text, marks.symbols);
    if (shown === null) note(page, 'symbol', `${text.trim()} (${marks.symbols})`);
    text = shown ?? '';
  }
  if (marks.script !== null) {
    const shown = toScriptCharacters(text, marks.script);
    if (shown.isPlain) note(page, 'script', text.trim());
    text = shown.text;
  }
  let html = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if (text.trim() === '') return html;
  if (marks.code) html = `<code>${html}</code>`;
  if (marks.em && !marks.isHeading) html = `<em>${html}</em>`;
  if (marks.strong && !marks.isHeading) html = `<strong>${html}</strong>`;
  return marks.href === null
    ? html
    : `<a href="${marks.href.replaceAll('"', '%22').replaceAll('&', '&amp;')}">${html}</a>`;
}

function close(page: Page): void {
  const html = levelFractions(page.open)
    .replace(/\s+/g, (space) => (space.includes('\u00a0') ? space : ' '))
    .trim();
  if (html !== '') {
    const { tag, list } = page;
    page.lines.push({ tag, html, list: list?.id ?? null, label: list?.next ?? null });
    if (list) list.next = null;
  }
  page.open = '';
}
