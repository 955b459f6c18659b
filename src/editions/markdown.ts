import type { BodyBlock } from '../article/copy.ts';
import { type Inline, listItems, readInline } from './inline.ts';

/** Text as Markdown that renders as that very text, also at the start of a line. */
export function escapeMarkdown(text: string): string {
  return escapeStart(escapeMarks(text.replace(/\s+/g, ' ')));
}

function escapeMarks(text: string): string {
  return text.replace(/[\\`*_[\]<>~]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&');
}

/** Keeps a line of text from being read as a heading, a list item or a rule. */
function escapeStart(line: string): string {
  return line.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=#|:]/, '\\$&');
}

/** An address that ends no link early. */
export function markdownAddress(address: string): string {
  return address.replace(/[()<>\s\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Body text as Markdown. */
export function inlineMarkdown(text: string): string {
  const parts = readInline(text);
  const hrefs: string[] = [];
  const line = parts.map((part) => partMarkdown(part, hrefs)).join('');
  return parts[0]?.kind === 'text' ? escapeStart(line) : line;
}

function partMarkdown(part: Inline, hrefs: string[]): string {
  switch (part.kind) {
    case 'text':
      return escapeMarks(part.text);
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

/** A block of body copy as Markdown. */
export function blockMarkdown(block: BodyBlock): string {
  switch (block.type) {
    case 'paragraph':
      return inlineMarkdown(block.text);
    case 'heading':
      return `## ${inlineMarkdown(block.text)}`;
    case 'subheading':
      return `### ${inlineMarkdown(block.text)}`;
    case 'quote':
      return `> ${inlineMarkdown(block.text)}`;
    case 'list':
      return listMarkdown(block.text);
  }
}

function listMarkdown(text: string): string {
  const { ordered, items } = listItems(text);
  return items.map((item, index) => `${ordered ? `${index + 1}.` : '-'} ${inlineMarkdown(item)}`).join('\n');
}

/** The body of an article, blank blocks left out. */
export function bodyMarkdown(blocks: BodyBlock[]): string {
  return blocks
    .filter((block) => block.text.trim() !== '')
    .map(blockMarkdown)
    .join('\n\n');
}

/** A value of front matter, quoted as YAML and JSON both read it. */
export function frontMatter(fields: Record<string, string | null | undefined>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(value)}`] : []));
  return `---\n${lines.join('\n')}\n---\n`;
}
