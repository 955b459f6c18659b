import type { BodyBlock } from '../model/copy.ts';
import { type GateEntry, gateEntry } from '../model/gate-entry.ts';

/** Blocks that have an entry of their own. */
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
    if (TAG.test(block.text) || ENTITY.test(block.text)) return [gateEntry('looks_like_html', path)];
    return isMarkdown(block) ? [gateEntry('looks_like_markdown', path)] : [];
  });
  if (found.length <= MOST_TOLD) return found;
  const rest = found.length - MOST_TOLD;
  const message = `${rest} more blocks look like HTML or Markdown. Fix the ones above, and the next answer names others.`;
  return [...found.slice(0, MOST_TOLD), { ...gateEntry('looks_like_markdown', 'bodyBlocks'), message }];
}

function isMarkdown({ type, text }: BodyBlock): boolean {
  if (HEADING.test(text) || FENCE.test(text) || ROW.test(text) || PICTURE.test(text)) return true;
  return type !== 'list' && (ITEMS.test(text) || PARAGRAPHS.test(text));
}
