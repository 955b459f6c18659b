import type { BodyBlock } from '../../../../article/copy.ts';
import { normalizeSafely } from '../../../../ground/text.ts';

type Plain = Omit<BodyBlock, 'id'>;

/**
 * Reads plain text as blocks: a line that begins as a heading, a quote or an item of Markdown is one. Where blank lines part
 * the paragraphs, the lines of each are one paragraph; else every line is.
 */
export function readPlain(text: string): Plain[] {
  const clean = tidy(text);
  const isSpaced = /\n[ \t]*\n/.test(clean);
  return clean.split(isSpaced ? /\n[ \t]*(?:\n[ \t]*)+/ : /\n/).flatMap((part) => readPart(part));
}

/** Without what no stored text may hold, and what nobody sees. */
export function tidy(text: string): string {
  return normalizeSafely(text.toWellFormed(), 'NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffd-\uffff\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u00ad\u{e0000}-\u{e007f}]/gu, '')
    .replace(/(?<!\d)\u00a0|\u00a0(?!\p{L}|%)/gu, ' ');
}

const ITEM = /^\s*(?:[-*•·–]|\d{1,3}[.)])\s+/;

function readPart(part: string): Plain[] {
  const lines = part.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && lines.every((line) => ITEM.test(line))) return [list(lines)];
  const blocks: Plain[] = [];
  for (const line of lines) {
    const [, hashes, heading] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    const [, quote] = /^>\s?(.*)$/.exec(line) ?? [];
    const last = blocks.at(-1);
    if (hashes) blocks.push({ type: hashes.length < 3 ? 'heading' : 'subheading', text: heading ?? '' });
    else if (quote !== undefined) add(blocks, 'quote', quote);
    else if (ITEM.test(line)) {
      if (last?.type === 'list') last.text = list([...last.text.split('\n'), line]).text;
      else blocks.push(list([line]));
    } else add(blocks, 'paragraph', line);
  }
  return blocks;
}

function add(blocks: Plain[], type: BodyBlock['type'], line: string): void {
  const last = blocks.at(-1);
  if (last?.type === type) last.text += ` ${line.trim()}`;
  else blocks.push({ type, text: line.trim() });
}

function list(lines: readonly string[]): Plain {
  const ordered = lines.every((line) => /^\s*\d/.test(line));
  return {
    type: 'list',
    text: lines.map((line, at) => `${ordered ? `${at + 1}.` : '-'} ${line.replace(ITEM, '').trim()}`).join('\n'),
  };
}
