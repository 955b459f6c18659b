import { isDeepStrictEqual } from 'node:util';
import type { BodyBlock } from '../../article/model/copy.ts';
import { blocksWithText, foldSpace, type Inline, listItems, plainText, readInline } from '../inline.ts';

/** Text as Markdown that renders as that very text, also at the start of a line. */
export function escapeMarkdown(text: string): string {
  return escapeStart(escapeMarks(foldSpace(text)));
}

/** Text as the words of a heading: a closing run of `#` would otherwise be taken for its end. */
export function escapeHeading(text: string): string {
  return escapeEnd(escapeMarkdown(text));
}

/** An underscore between two letters or digits starts no emphasis (CommonMark 6.2), so it stays bare. */
function escapeMarks(text: string): string {
  return text.replace(/[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replace(ENTITY, '\\&');
}

/**
 * Keeps a line of text from being read as a heading, a list item, a rule or a quotation. A number, a `-`, a `+` or a `#`
 * starts one only before white space or the end of the line (CommonMark 4.2 and 5.2), so decimals and signs stay bare.
 */
function escapeStart(line: string): string {
  return line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:[-+](?=[\s-]|$)|#(?=#{0,5}(?:\s|$))|[=|:>])/, '\\$&');
}

function escapeEnd(line: string): string {
  return line.replace(/ (#+)$/, ' \\$1');
}

/** An ampersand that would start a character reference. */
const ENTITY = /&(?=#?\w+;)/g;

/** An address that ends no link early and stays the same address: balanced parentheses are part of it (CommonMark 6.3). */
export function markdownAddress(address: string): string {
  const safe = address
    .replace(/[<>\s\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(ENTITY, '\\&');
  return /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(safe) ? safe : safe.replace(/[()]/g, '\\$&');
}

/** Body text as Markdown. */
export function inlineMarkdown(text: string): string {
  const parts = readInline(text);
  const hrefs: string[] = [];
  const marked = parts.map((part, index) => partMarkdown(part, parts[index + 1], hrefs)).join('');
  const line = parts[0]?.kind === 'text' ? escapeStart(marked) : marked;
  // Marks that touch, as of `_a_*b*`, can read as others: then the words go without them.
  return isDeepStrictEqual(readInline(line), parts) ? line : escapeMarkdown(plainText(text));
}

function partMarkdown(part: Inline, next: Inline | undefined, hrefs: string[]): string {
  switch (part.kind) {
    case 'text':
      // `!` before a link would make it a picture.
      return next?.kind === 'open' ? escapeMarks(part.text).replace(/!$/, '\\!') : escapeMarks(part.text);
    case 'code':
      return codeMarkdown(part.text);
    case 'open':
      if (part.mark === 'link') hrefs.push(part.href);
      return part.mark === 'link' ? '[' : MARKS[part.mark];
    case 'close':
      return part.mark === 'link' ? `](${markdownAddress(hrefs.pop() ?? '')})` : MARKS[part.mark];
  }
}

const MARKS = { em: '*', strong: '**' };

function codeMarkdown(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const padded = text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text;
  return `${fence}${padded}${fence}`;
}

/** Prints the running text of a block. */
export type InlinePrinter = (text: string) => string;

/** The body of an article, blank blocks left out; each block with its numbers enclosed and printed by what `printerOf` gives for it. */
export function bodyMarkdown(
  blocks: BodyBlock[],
  printerOf: (block: BodyBlock) => { block: BodyBlock; inline: InlinePrinter } = (block) => ({
    block,
    inline: inlineMarkdown,
  }),
): string {
  let usual = false;
  const printed = blocksWithText(blocks).map((block) => {
    usual = block.type === 'list' && !usual;
    const { block: printed, inline } = printerOf(block);
    return blockMarkdown(printed, usual ? USUAL_MARKS : OTHER_MARKS, inline);
  });
  return printed.join('\n\n');
}

// Two lists one after the other would read as one, were their marks the same.
type ListMarks = { bullet: '-' | '*'; number: '.' | ')' };
const USUAL_MARKS: ListMarks = { bullet: '-', number: '.' };
const OTHER_MARKS: ListMarks = { bullet: '*', number: ')' };

function blockMarkdown(block: BodyBlock, marks: ListMarks, inline: InlinePrinter): string {
  switch (block.type) {
    case 'paragraph':
      return inline(block.text);
    case 'heading':
      return `## ${escapeEnd(inline(block.text))}`;
    case 'subheading':
      return `### ${escapeEnd(inline(block.text))}`;
    case 'quote':
      return `> ${inline(block.text)}`;
    case 'list':
      return listMarkdown(block.text, marks, inline);
  }
}

function listMarkdown(text: string, { bullet, number }: ListMarks, inline: InlinePrinter): string {
  const { ordered, items } = listItems(text);
  return items.map((item, index) => `${ordered ? `${index + 1}${number}` : bullet} ${inline(item)}`).join('\n');
}

/** Front matter whose values are quoted as YAML and JSON both read them; what is empty is left out. */
export function frontMatter(fields: Record<string, string | readonly string[] | null | undefined>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value && value.length > 0 ? [`${name}: ${quoted(value)}`] : [],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** As JSON, with what could start an element, a link or code written as `\u00XX`, for readers that take front matter for text. */
function quoted(value: string | readonly string[]): string {
  const quote = (text: string) =>
    JSON.stringify(text).replace(/[<>[\]!`]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
  return typeof value === 'string' ? quote(value) : `[${value.map(quote).join(',')}]`;
}
