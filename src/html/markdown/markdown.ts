import { isDeepStrictEqual } from 'node:util';
import type { BodyBlock } from '#article/copy.ts';
import { blocksWithText, foldSpace, type Inline, listItems, plainText, readInline } from '#html/inline.ts';

/** Escapes text so that Markdown renders it unchanged, also at the start of a line. */
export function escapeMarkdown(text: string): string {
  return escapeStart(escapeMarks(foldSpace(text)));
}

/** Escapes the text of a heading: `#` at its end would otherwise close the heading. */
export function escapeHeading(text: string): string {
  return escapeEnd(escapeMarkdown(text));
}

/** An underscore between two letters or digits does not start emphasis (CommonMark 6.2), so it is not escaped. */
function escapeMarks(text: string): string {
  return text.replace(/[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replace(ENTITY, '\\&');
}

/**
 * Escapes the start of a line that would be a heading, a list item, a rule or a block quote. A number, `-`, `+` or `#`
 * starts one only before white space or the end of the line (CommonMark 4.2 and 5.2), so decimals and signs stay unchanged.
 */
function escapeStart(line: string): string {
  return line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:[-+](?=[\s-]|$)|#(?=#{0,5}(?:\s|$))|[=|:>])/, '\\$&');
}

function escapeEnd(line: string): string {
  return line.replace(/(^| )(#+)$/, '$1\\$2');
}

/** Matches an ampersand that would start a character reference. */
const ENTITY = /&(?=#?\w+;)/g;

/** Encodes an address so that it does not end its link early; balanced parentheses are part of it (CommonMark 6.3). */
export function markdownAddress(address: string): string {
  const safe = address
    .replace(/[<>\s\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(ENTITY, '\\&');
  return /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(safe) ? safe : safe.replace(/[()]/g, '\\$&');
}

/** Body text as Markdown; `read` parses it. */
export function inlineMarkdown(text: string, read: (text: string) => Inline[] = readInline): string {
  const parts = read(text);
  const hrefs: string[] = [];
  const marked = parts.map((part, index) => partMarkdown(part, parts[index + 1], hrefs)).join('');
  const line = parts[0]?.kind === 'text' ? escapeStart(marked) : marked;
  // Adjacent marks, as in `_a_*b*`, can be parsed differently: then the text is written without marks.
  return isDeepStrictEqual(read(line), parts) ? line : escapeMarkdown(plainText(text));
}

function partMarkdown(part: Inline, next: Inline | undefined, hrefs: string[]): string {
  switch (part.kind) {
    case 'text':
      // `!` before a link would make it an image.
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

/** Renders the text of a block. */
export type InlinePrinter = (text: string) => string;

/** The body of an article, without blank blocks; `inline` renders its text. */
export function bodyMarkdown(blocks: BodyBlock[], inline: InlinePrinter = inlineMarkdown): string {
  return bodyParts(blocks, (block) => ({ block, inline }))
    .map(({ text }) => text)
    .join('\n\n');
}

/** The blocks of a body, without blank ones; `printerOf` returns the renderer of each block. */
export function bodyParts(
  blocks: BodyBlock[],
  printerOf: (block: BodyBlock) => { block: BodyBlock; inline: InlinePrinter } = (block) => ({
    block,
    inline: (text) => inlineMarkdown(text),
  }),
  /** Markdown that follows a block. */
  follows: (block: BodyBlock) => readonly string[] = () => [],
): { block: BodyBlock; text: string }[] {
  let usual = false;
  return blocksWithText(blocks).map((block) => {
    usual = block.type === 'list' && !usual;
    const { block: printed, inline } = printerOf(block);
    const text = blockMarkdown(printed, usual ? USUAL_MARKS : OTHER_MARKS, inline);
    return { block, text: [text, ...follows(block)].join('\n\n') };
  });
}

// Two adjacent lists with the same mark would be parsed as one list.
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
  const { ordered, items, numbers } = listItems(text);
  return items.map((item, index) => `${ordered ? `${numbers[index]}${number}` : bullet} ${inline(item)}`).join('\n');
}

/** Front matter; its values are quoted so that they are valid YAML and JSON. Empty values are omitted. */
export function frontMatter(
  fields: Record<string, string | number | boolean | readonly string[] | null | undefined>,
): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'boolean'
      ? [`${name}: ${value}`]
      : value && value.length > 0
        ? [`${name}: ${quoted(value)}`]
        : [],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** A JSON string in which characters that could start an element, a link or code are `\u00XX`, for parsers that treat front matter as text. */
function quoted(value: string | readonly string[]): string {
  const quote = (text: string) =>
    JSON.stringify(text).replace(/[<>[\]!`]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
  return typeof value === 'string' ? quote(value) : `[${value.map(quote).join(',')}]`;
}
