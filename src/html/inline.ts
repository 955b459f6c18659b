import MarkdownIt, { type Token } from 'markdown-it';
import type { BodyBlock } from '#article/copy.ts';

// The inline Markdown of body text: emphasis, strong, code, https links and backslash escapes. Everything
// else, raw HTML included, is text.

const parser = new MarkdownIt('zero', { html: false, linkify: false }).enable([
  'emphasis',
  'backticks',
  'link',
  'escape',
]);
parser.validateLink = (address) => {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && !url.username && !url.password;
};

/** The parser for letters to readers. Their links may also be email addresses and http addresses. */
const letterParser = new MarkdownIt('zero', { html: false, linkify: false }).enable([
  'emphasis',
  'backticks',
  'link',
  'escape',
]);
letterParser.validateLink = (address) =>
  /^(?:mailto:[^\s@?]+@[^\s@?]+|http:)/i.test(address) || parser.validateLink(address);

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'open' | 'close'; mark: 'em' | 'strong' }
  | { kind: 'open'; mark: 'link'; href: string }
  | { kind: 'close'; mark: 'link' };

/** Parses body text; line breaks, tabs and repeated spaces become single spaces. */
export function readInline(text: string): Inline[] {
  return joinText(parse(parser, text));
}

/**
 * Parses the text of a letter to readers: an email address may be a link too. A link with an http address becomes its words
 * and its address, because our pages and emails link https only.
 */
export function readLetter(text: string): Inline[] {
  let http: string | null = null;
  let words = '';
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the parts; a link is printed when it closes
  const parts = parse(letterParser, text).flatMap((part): Inline[] => {
    if ('text' in part) words += part.text;
    if (!('mark' in part) || part.mark !== 'link') return [part];
    if (part.kind === 'open') {
      http = part.href.startsWith('http:') ? part.href : null;
      words = '';
      return http === null ? [part] : [];
    }
    if (http === null) return [part];
    return words === http ? [] : [{ kind: 'text', text: ` (${http})` }];
  });
  return joinText(parts);
}

function parse(by: typeof parser, text: string): Inline[] {
  const [inline] = by.parseInline(foldSpace(text), {});
  return showBareLinks(dropEmptyLinks((inline?.children ?? []).flatMap(toInline)));
}

/** Text as one line. No-break spaces stay: they are intended between a number and its unit. */
export function foldSpace(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** The text without its marks. */
export function plainText(text: string): string {
  return readInline(text)
    .map((part) => (part.kind === 'text' || part.kind === 'code' ? part.text : ''))
    .join('');
}

function toInline(token: Token): Inline[] {
  switch (token.type) {
    case 'code_inline':
      return [{ kind: 'code', text: token.content }];
    case 'em_open':
    case 'strong_open':
      return [{ kind: 'open', mark: token.type === 'em_open' ? 'em' : 'strong' }];
    case 'em_close':
    case 'strong_close':
      return [{ kind: 'close', mark: token.type === 'em_close' ? 'em' : 'strong' }];
    case 'link_open':
      return [{ kind: 'open', mark: 'link', href: URL.parse(String(token.attrGet('href')))?.href ?? '' }];
    case 'link_close':
      return [{ kind: 'close', mark: 'link' }];
    default:
      return token.content === '' ? [] : [{ kind: 'text', text: token.content }];
  }
}

/** Turns an empty link, `[x]()`, into text: the parser would make it a link to the page itself. */
function dropEmptyLinks(parts: Inline[]): Inline[] {
  let empty = false;
  return parts.map((part): Inline => {
    if (!('mark' in part) || part.mark !== 'link') return part;
    if (part.kind === 'open') empty = part.href === '';
    return empty ? { kind: 'text', text: part.kind === 'open' ? '[' : ']()' } : part;
  });
}

/** Shows the address of a link without words, which would be invisible otherwise. */
function showBareLinks(parts: Inline[]): Inline[] {
  let href: string | null = null;
  return parts.flatMap((part): Inline[] => {
    if (part.kind === 'open' && part.mark === 'link') href = part.href;
    else if ('text' in part && part.text.trim() !== '') href = null;
    else if (part.kind === 'close' && part.mark === 'link' && href !== null)
      return [{ kind: 'text', text: href }, part];
    return [part];
  });
}

function joinText(parts: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      joined.splice(-1, 1, { kind: 'text', text: last.text + part.text });
    else joined.push(part);
  }
  return joined;
}

/**
 * The items of a list block: one per line, without a leading mark; ordered when every line has a number. `numbers` are those of an
 * ordered list: as they are typed when they rise or fall, otherwise counted on from the first.
 */
export function listItems(text: string): { ordered: boolean; items: string[]; numbers: number[] } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => {
    const [mark = '', number] = /^\s*(?:[-*]|(\d{1,9})\.)\s/.exec(line) ?? [];
    return { item: line.slice(mark.length).trim(), number };
  });
  const shown = read.filter(({ item }) => item !== '');
  return {
    ordered: read.every(({ number }) => number !== undefined),
    items: shown.map(({ item }) => item),
    numbers: countOn(shown.map(({ number }) => Number(number ?? 1))),
  };
}

/** The largest number of an item. A larger one, such as a year, is not a place in a list. */
const LARGEST = 999;

/** The numbers of a list: as they are typed when they rise or fall, otherwise counted on from the first. */
export function countOn(typed: readonly number[]): number[] {
  const [first = 1] = typed;
  const steps = typed.slice(1).map((number, at) => number - (typed[at] ?? 0));
  if (typed.some((number) => number > LARGEST)) return typed.map((_, at) => at + 1);
  const isKept = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  return isKept ? [...typed] : typed.map((_, at) => first + at);
}

/** The `start` of an ordered list and the `value` of each item, where HTML would count otherwise. */
export function listCounters(numbers: readonly number[]): { start: number | null; values: (number | null)[] } {
  const [start = 1] = numbers;
  const values = numbers.map((number, at) => (at === 0 || number === (numbers[at - 1] ?? 0) + 1 ? null : number));
  return { start: start === 1 ? null : start, values };
}

/** The blocks that are not blank. */
export function blocksWithText(blocks: BodyBlock[]): BodyBlock[] {
  return blocks.filter((block) => (block.type === 'list' ? listItems(block.text).items.length > 0 : block.text.trim()));
}
