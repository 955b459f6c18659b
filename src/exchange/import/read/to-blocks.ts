import type { BodyBlock } from '#article/copy.ts';
import { printExhibit } from '#article/exhibits.ts';
import { normalizeText, withoutHidden } from '#core/text.ts';
import type { FoundPicture, ImportArticle } from '#exchange/import/import-item.ts';
import { foldSpace, listItems } from '#html/inline.ts';
import { type TextRun, writeSpans } from '#html/spans.ts';
import { type BodyContext, withSite } from './body-context.ts';
import { type BodyLine, type LinkInText, wordsOf } from './body-lines.ts';
import { markdownToHtml } from './markdown-html.ts';
import { readBody } from './read-body.ts';

// Turns the body of an article of another system, HTML or Markdown, into the blocks of an article here.

/** A longer block is cut between words: only broken or hostile text has one. */
const LONGEST_BLOCK = 20_000;

export type ConvertedBody = {
  /** At least one block; a body without text gives one empty paragraph. */
  blocks: BodyBlock[];
  /** The tables, as lines; null without one. */
  exhibits: string | null;
  /** What could not become text, with the number of the block where it was: an address, or words; and the picture that it was. */
  lost: { kind: string; address: string; block: number; words?: string; picture?: FoundPicture }[];
  changed: { kind: string; count: number }[];
  pictures: FoundPicture[];
  /** The http and https addresses of links, absolute, each once, with their first words. */
  links: LinkInText[];
};

/** @throws validation_failed when the body is too long, or has an element with too many attributes */
export function bodyToCopy(body: ImportArticle['body'], context: BodyContext): ConvertedBody {
  const { html, marks } = body.kind === 'html' ? { html: body.text, marks: null } : markdownToHtml(body.text);
  const { lines, lost, changed, pictures, links, tables } = readBody(html, context);
  const isRepeated = isTitle(lines[0], context.title);
  const { blocks, blockOf } = printLines(lines, isRepeated ? 1 : 0, changed);
  if (isRepeated) changed.set('headline in the text', 1);
  for (const [mark, count] of marks ?? []) changed.set(`mark of Markdown that stays in the text: ${mark}`, count);
  const only = { id: 'b-1', type: 'paragraph', text: storable(tables[0]?.caption ?? '') } as const;
  const written = blocks.length > 0 ? blocks : [only];
  const exhibits = tables.map((table) => {
    const after = written[blockOf[table.line - 1] ?? 0]?.id ?? only.id;
    return printExhibit({ kind: 'table', caption: table.caption || 'Table', after, rows: table.rows });
  });
  return {
    blocks: written,
    exhibits: exhibits.length > 0 ? storable(exhibits.join('\n\n')) : null,
    lost: lost.map(({ line, address, ...rest }) => ({
      ...rest,
      address: withSite(address, context.url),
      block: blockOf[line] ?? Math.max(0, blocks.length - 1),
    })),
    changed: [...changed].map(([kind, count]) => ({ kind, count })),
    pictures,
    links: onceEach(links),
  };
}

function isTitle(line: BodyLine | undefined, title: string | undefined): boolean {
  if (title === undefined || !line || !/heading$/.test(line.type)) return false;
  return wordsOf(line.runs).toLowerCase() === foldSpace(title).toLowerCase();
}

/** The lines as blocks, and the number of the block of each line. */
function printLines(
  lines: readonly BodyLine[],
  from: number,
  changed: Map<string, number>,
): { blocks: BodyBlock[]; blockOf: number[] } {
  const blocks: BodyBlock[] = [];
  const blockOf: number[] = from > 0 ? [0] : [];
  const add = (type: BodyBlock['type'], text: string) => {
    blocks.push({ id: `b-${blocks.length + 1}`, type, text: storable(text) });
  };
  for (let at = from; at < lines.length; ) {
    const line = lines[at] as BodyLine;
    if (line.type !== 'item') {
      blockOf.push(blocks.length);
      for (const runs of cutRuns(line.runs)) add(line.type, writeSpans(runs));
      at++;
      continue;
    }
    let end = at;
    while (lines[end]?.type === 'item' && lines[end]?.list === line.list) blockOf[end++] = blocks.length;
    const items = lines.slice(at, end);
    const text = printList(items);
    if (hasOtherNumbers(items, text))
      changed.set('list with other numbers', (changed.get('list with other numbers') ?? 0) + 1);
    add('list', text);
    at = end;
  }
  return { blocks, blockOf };
}

/** A list in which another is nested has no numbers: its items begin with their numbers. */
function printList(items: readonly BodyLine[]): string {
  const isNested = items.some(({ depth }) => depth > 1);
  return items
    .flatMap((item) => cutRuns(item.runs).map((runs) => ({ ...item, runs })))
    .map(({ depth, number, runs }) => {
      const own = number === null ? '' : `${number}. `;
      const text = writeSpans(runs);
      return isNested ? `- ${'– '.repeat(depth - 1)}${own}${text}` : `${own || '- '}${text}`;
    })
    .join('\n');
}

/** Lists whose numbers a page cannot show: they go back, are below 1, or are as large as a year. */
function hasOtherNumbers(items: readonly BodyLine[], text: string): boolean {
  if (items.some(({ depth, number }) => depth > 1 || number === null)) return false;
  const { ordered, numbers } = listItems(text);
  return !ordered || items.some(({ number }, at) => number !== numbers[at]);
}

/** The runs of a line, in pieces that are not too long for a block. */
function cutRuns(runs: readonly TextRun[]): TextRun[][] {
  if (runs.reduce((sum, { text }) => sum + text.length, 0) <= LONGEST_BLOCK) return [[...runs]];
  const words = wordsOf(runs);
  const pieces: TextRun[][] = [];
  for (let at = 0; at < words.length; ) {
    const space = words.lastIndexOf(' ', at + LONGEST_BLOCK);
    const end = words.length - at <= LONGEST_BLOCK ? words.length : space > at ? space : wholeEnd(words, at);
    pieces.push([{ text: words.slice(at, end) }]);
    at = end;
  }
  return pieces;
}

/** Where a piece without a space ends: not within a letter of two units. */
function wholeEnd(words: string, at: number): number {
  const end = at + LONGEST_BLOCK;
  return /[\ud800-\udbff]/.test(words.charAt(end - 1)) ? end - 1 : end;
}

/** Joining pieces can put joiners beside a digit, or many marks on one letter, which stored text may not have. */
function storable(text: string): string {
  return withoutHidden(normalizeText(text, 'NFC'));
}

function onceEach(links: readonly LinkInText[]): LinkInText[] {
  const known = new Map<string, LinkInText>();
  for (const { address, target, words } of links)
    if (!known.has(address))
      known.set(address, { address, target, words: foldSpace(words).slice(0, 240).toWellFormed() });
  return [...known.values()];
}
