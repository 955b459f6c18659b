import type { BodyBlock } from '../../../../article/model/copy.ts';
import { HIDDEN_CHARACTERS, normalizeText } from '../../../../core/text.ts';

type Plain = Omit<BodyBlock, 'id'>;

/**
 * Reads plain text as blocks: a line that begins as a heading, a quote or an item of Markdown is one. Where blank lines part
 * the paragraphs, the lines of each are one paragraph; else every line is. Numbers are left to a list only where they count
 * from 1; any other, such as the year a line begins with, stays in the words.
 */
export function readPlain(text: string): Plain[] {
  const clean = tidy(text);
  const isSpaced = /\n[ \t]*\n/.test(clean);
  const blocks: Plain[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(list(items));
    items = [];
  };
  for (const part of clean.split(isSpaced ? /\n[ \t]*(?:\n[ \t]*)+/ : /\n/)) {
    let isNew = true;
    for (const line of part.split('\n').filter((one) => one.trim() !== '')) {
      if (!goesOn(items, line)) endList();
      if (items.length > 0 || goesOn(items, line)) items.push(line);
      else addLine(blocks, line, isNew);
      isNew = false;
    }
  }
  endList();
  return blocks;
}

/** Without what no stored text may hold, and what nobody sees. */
export function tidy(text: string): string {
  return normalizeText(text.toWellFormed(), 'NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffd-\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .replace(HIDDEN_CHARACTERS, '')
    .replace(/(?<!\d)\u00a0|\u00a0(?!\p{L}|%)/gu, ' ');
}

const BULLET = /^\s*[-*•·–]\s+/;
const NUMBERED = /^\s*(\d{1,3})[.)]\s+/;

/** Whether a line is the next item of a list, or with no items yet the first of one. */
function goesOn(items: readonly string[], line: string): boolean {
  const number = NUMBERED.exec(line)?.[1];
  if (items.length > 0 && NUMBERED.test(items[0] ?? '') !== (number !== undefined)) return false;
  return number === undefined ? BULLET.test(line) : Number(number) === items.length + 1;
}

function addLine(blocks: Plain[], line: string, isNew: boolean): void {
  const [, hashes, heading] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  const [, quote] = /^>\s?(.*)$/.exec(line) ?? [];
  const last = isNew ? undefined : blocks.at(-1);
  if (hashes) {
    blocks.push({ type: hashes.length < 3 ? 'heading' : 'subheading', text: heading ?? '' });
    return;
  }
  const type = quote === undefined ? 'paragraph' : 'quote';
  if (last?.type === type) last.text += ` ${(quote ?? line).trim()}`;
  else blocks.push({ type, text: (quote ?? line).trim() });
}

function list(lines: readonly string[]): Plain {
  const ordered = NUMBERED.test(lines[0] ?? '');
  const text = (line: string) => line.replace(ordered ? NUMBERED : BULLET, '').trim();
  return { type: 'list', text: lines.map((line, at) => `${ordered ? `${at + 1}.` : '-'} ${text(line)}`).join('\n') };
}
