import { diffWordsWithSpace } from 'diff';
import type { BodyBlock } from '#article/copy.ts';
import { listItems } from '#html/inline.ts';
import { readSpans, type TextRun } from '#html/spans.ts';
import { make } from '#newsroom/browser/editor/page.ts';

// The two texts of a conflict as readers would see them, each with the words marked that the other does not have.

/** Milliseconds after which two texts are shown without marks. */
const LONGEST_DIFF = 300;

/** A block beside the other side's block; null when that side removed it. */
export function renderBlock(block: BodyBlock | null, other: BodyBlock | null): HTMLElement {
  if (block === null) return make('div', { class: 'words removed' }, '(removed)');
  const lines = linesOf(block);
  const marked = other === null ? [] : findOwn(plainOf(lines), plainOf(linesOf(other)));
  const links = new Set(other === null ? addresses(lines) : addresses(linesOf(other)));
  let at = 0;
  const shown = lines.map((line) => {
    const nodes = line.flatMap((run) => {
      const begin = at;
      at += run.text.length;
      return showRun(run, begin, marked, links);
    });
    at++; // the line break
    return nodes;
  });
  return make('div', { class: 'words' }, toElement(block, shown));
}

/** The text of a field, which has no formatting. */
export function renderField(text: string, other: string): HTMLElement {
  if (text === '') return make('div', { class: 'words removed' }, '(empty)');
  const marked = other === '' ? [] : findOwn(text, other);
  return make('div', { class: 'words' }, make('p', {}, ...markRanges(text, 0, marked)));
}

/** What the marked words do not show: another kind of block, or the same words with other formatting. */
export function noteOn(mine: BodyBlock | null, theirs: BodyBlock | null): string | null {
  if (mine === null || theirs === null) return null;
  if (mine.type !== theirs.type) return `The first is a ${mine.type}, the second a ${theirs.type}.`;
  const [lines, others] = [linesOf(mine), linesOf(theirs)];
  return plainOf(lines) === plainOf(others) ? 'The words are the same; the formatting differs.' : null;
}

function linesOf({ type, text }: BodyBlock): TextRun[][] {
  return type === 'list' ? listItems(text).items.map(readSpans) : [readSpans(text)];
}

function plainOf(lines: readonly TextRun[][]): string {
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
}

function addresses(lines: readonly TextRun[][]): string[] {
  return lines.flat().flatMap(({ link }) => (link === undefined ? [] : [link]));
}

type Range = { from: number; to: number };

/** The ranges of a text that the other one does not have. */
function findOwn(text: string, other: string): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (const { added, removed, value } of diffWordsWithSpace(other, text, { timeout: LONGEST_DIFF }) ?? []) {
    if (removed) continue;
    if (added) ranges.push({ from: at, to: at + value.length });
    at += value.length;
  }
  return ranges;
}

/** A run with its formatting. The address of a link that the other side does not have follows in brackets. */
function showRun(
  { text, em, strong, code, link }: TextRun,
  begin: number,
  marked: Range[],
  links: Set<string>,
): Node[] {
  let nodes: (Node | string)[] = markRanges(text, begin, marked);
  if (code) nodes = [make('code', {}, ...nodes)];
  if (strong) nodes = [make('strong', {}, ...nodes)];
  if (em) nodes = [make('em', {}, ...nodes)];
  if (link === undefined) return nodes.map(toNode);
  const shown = make('u', {}, ...nodes);
  return links.has(link) ? [shown] : [shown, make('mark', { class: 'address' }, ` (${link})`)];
}

function markRanges(text: string, begin: number, marked: readonly Range[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const { from, to } of marked) {
    const [first, last] = [Math.max(from - begin, at), Math.min(to - begin, text.length)];
    if (last <= first) continue;
    parts.push(text.slice(at, first), make('mark', {}, text.slice(first, last)));
    at = last;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}

function toNode(part: Node | string): Node {
  return typeof part === 'string' ? document.createTextNode(part) : part;
}

/** A heading is a paragraph here: the dialog has its own headings. */
function toElement({ type, text }: BodyBlock, lines: readonly Node[][]): HTMLElement {
  if (type === 'list') {
    const { ordered, numbers } = listItems(text);
    const list = make(ordered ? 'ol' : 'ul', {}, ...lines.map((line) => make('li', {}, ...line)));
    if (list instanceof HTMLOListElement) list.start = numbers[0] ?? 1;
    return list;
  }
  return make(type === 'quote' ? 'blockquote' : 'p', { class: type }, ...lines.flat());
}
