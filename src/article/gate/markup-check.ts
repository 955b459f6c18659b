import type { BodyBlock } from '../model/copy.ts';
import type { GateEntry } from '../model/gate-entry.ts';

/** Blocks told one by one. */
const MOST_TOLD = 20;

const TAG =
  /<\/?(?:p|br|div|span|b|i|em|strong|a|ul|ol|li|h[1-6]|blockquote|table|t[rdh]|img|code|pre)(?:\s[^<>]{0,200})?\/?>/i;
const ENTITY = /&(?:nbsp|amp|lt|gt|quot|#\d{1,6}|#x[0-9a-f]{1,6});/i;
const HEADING = /^ {0,3}#{1,6} \S/m;
const FENCE = /^ {0,3}(?:```|~~~)/m;
const ROW = /^\|.*\|\s*$/m;
const PICTURE = /!\[[^\]\n]{0,200}\]\(/;
const ITEMS = /^(?:[-*] |\d{1,3}\. )\S.*\n(?:[-*] |\d{1,3}\. )\S/m;
const PARAGRAPHS = /\S\s*\n[^\S\n]*\n\s*\S/;

/** Warnings about blocks whose text is HTML, or Markdown beyond the inline marks that a block can have. */
export function checkMarkup(blocks: readonly BodyBlock[]): GateEntry[] {
  const found = blocks.flatMap((block, position) => {
    const path = `bodyBlocks.${position}.text`;
    if (TAG.test(block.text) || ENTITY.test(block.text)) return [entry('looks_like_html', path, HTML)];
    return isMarkdown(block) ? [entry('looks_like_markdown', path, MARKDOWN)] : [];
  });
  if (found.length <= MOST_TOLD) return found;
  const rest = found.length - MOST_TOLD;
  const more = `${rest} more blocks look like HTML or Markdown. Mend the ones above, and the next answer names others.`;
  return [...found.slice(0, MOST_TOLD), entry('looks_like_markdown', 'bodyBlocks', more)];
}

const HTML =
  'This text looks like HTML. Readers see its tags as they are: send plain text, and a block for each paragraph.';
const MARKDOWN =
  'This text looks like Markdown for several blocks. Readers see it in one block: send a block for each paragraph, heading (type heading or subheading) and list (type list, a line for each item).';

function isMarkdown({ type, text }: BodyBlock): boolean {
  if (HEADING.test(text) || FENCE.test(text) || ROW.test(text) || PICTURE.test(text)) return true;
  return type !== 'list' && (ITEMS.test(text) || PARAGRAPHS.test(text));
}

function entry(code: string, path: string, message: string): GateEntry {
  return { code, severity: 'warn', path, message };
}
