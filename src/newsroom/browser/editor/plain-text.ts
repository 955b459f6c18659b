import { cleanText, pairs } from '#article/clean-text.ts';
import type { BodyBlock } from '#article/copy.ts';
import type { PasteChange } from './paste-notice.ts';

type Plain = Omit<BodyBlock, 'id'>;

/**
 * Parses plain text into blocks. A line that starts like a Markdown heading, quote or list item becomes one, but a sign before a
 * number stays: `> 50 workers`, `# 1 in the country`, a single `- 5 °C`. If blank lines separate the paragraphs, adjacent lines are
 * joined; otherwise every line is a paragraph. Only numbers that count from 1 start a numbered list; other numbers, such as a year,
 * stay in the text.
 */
export function parsePlainText(text: string): Plain[] {
  const clean = cleanText(text);
  const isSpaced = /\n[ \t]*\n/.test(clean);
  const blocks: Plain[] = [];
  let items: string[] = [];
  const endList = () => {
    const [only = ''] = items;
    if (items.length === 1 && MINUS.test(only)) blocks.push({ type: 'paragraph', text: only.trim() });
    else if (items.length > 0) blocks.push(list(items));
    items = [];
  };
  for (const part of clean.split(isSpaced ? /\n[ \t]*(?:\n[ \t]*)+/ : /\n/)) {
    let isNew = true;
    for (const line of part.split('\n').filter((candidate) => candidate.trim() !== '')) {
      if (!goesOn(items, line)) endList();
      if (items.length > 0 || goesOn(items, line)) items.push(line);
      else addLine(blocks, line, isNew);
      isNew = false;
    }
  }
  endList();
  return blocks;
}

/** The non-blank lines of plain text. */
export function splitLines(text: string): string[] {
  return cleanText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The lines of plain text that became something else, for the notice. */
export function listSigns(blocks: readonly Plain[]): PasteChange[] {
  const made = blocks.filter(({ type }) => type !== 'paragraph');
  return made.flatMap(({ text }) => text.split('\n').map((words) => ({ kind: 'sign' as const, words })));
}

/** The beginning of a number, with the characters that may come before it. */
const NUMBER = '\\s*[=~≈±−+-]?\\s*\\p{Sc}?\\s*\\d';
const HEADING = new RegExp(`^(#(?!${NUMBER})|#{2,6})\\s+(.*)$`, 'u');
const COMPARED = new RegExp(`^>${NUMBER}`, 'u');
const MINUS = new RegExp(`^\\s*[-–]${NUMBER}`, 'u');
const BULLET = /^\s*[-*•·–]\s+/;
const NUMBERED = /^\s*(\d{1,3})[.)]\s+/;

/** Whether a line is the next item of the list, or the first item of a new one. */
function goesOn(items: readonly string[], line: string): boolean {
  const number = NUMBERED.exec(line)?.[1];
  if (items.length > 0 && NUMBERED.test(items[0] ?? '') !== (number !== undefined)) return false;
  return number === undefined ? BULLET.test(line) : Number(number) === items.length + 1;
}

function addLine(blocks: Plain[], line: string, isNew: boolean): void {
  const [, hashes, heading] = HEADING.exec(line) ?? [];
  const last = isNew ? undefined : blocks.at(-1);
  const isQuote = blocks.at(-1)?.type === 'quote' || !COMPARED.test(line);
  const [, quote] = (isQuote && /^>\s?(.*)$/.exec(line)) || [];
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

// Converts letters of symbol fonts to Unicode characters that look the same.

const SYMBOL = pairs(
  'abcdefghijklmnopqrstuvwxyzDFGLPQSWXY£³¹»¥´·¢²-Þ®¬å',
  'αβχδεφγηιϕκλμνοπθρστυϖωξψζΔΦΓΛΠΘΣΩΞΨ≤≥≠≈∞×•′″−⇒→←∑',
);
const WINGDINGS = pairs('àßJLüûþo¨§', '→←☺☹✓✗☑☐☐▪');

/** The characters that a symbol font shows for these letters; null when one of them is unknown. */
export function toSymbolCharacters(text: string, font: string): string | null {
  const known = /^symbol$/i.test(font) ? SYMBOL : WINGDINGS;
  let shown = '';
  for (const sign of text) {
    // Word also writes such letters in the private use area, offset by 0xF000.
    const letter = /[\uf020-\uf0ff]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 0xf000) : sign;
    const isKept = known === SYMBOL ? !/[A-Za-z\uf020-\uf0ff]/.test(sign) : /\s/.test(sign);
    const character = known[letter] ?? (isKept ? sign : null);
    if (character === null) return null;
    shown += character;
  }
  return shown;
}
