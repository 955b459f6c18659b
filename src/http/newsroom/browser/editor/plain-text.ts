import type { BodyBlock } from '../../../../article/model/copy.ts';
import { HIDDEN_CHARACTERS, normalizeText } from '../../../../core/text.ts';

type Plain = Omit<BodyBlock, 'id'>;

/**
 * Reads plain text as blocks: a line that begins as a heading, a quote or an item of Markdown is one. Where blank lines part
 * the paragraphs, the lines of each are one paragraph; else every line is. Numbers are left to a list only where they count
 * from 1; any other, such as the year a line begins with, stays in the words.
 */
export function parsePlainText(text: string): Plain[] {
  const clean = cleanText(text);
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
export function cleanText(text: string): string {
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

// Superscripts, subscripts and letters of a symbol font as the plain characters that show the same: the five block types
// have no mark for them, and without one `10⁶` would say 106 and `5 µm` would say 5 mm.

export type Script = 'sup' | 'sub';

const ASCII = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const SUB: Record<string, string> = {
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
const CHARACTERS: Record<Script, Record<string, string>> = { sup: pairs(ASCII, SUPER), sub: SUB };

/** What reads the same on the line: the letters of 19th, 1er, nº and TM. */
const ON_THE_LINE = /^(?:st|nd|rd|th|er|re|me|e|o|a|os|as|tm|sm|mc|md|[^\p{L}\p{N}+=()−–-]+)$/iu;
/** What stays as it is between raised digits. */
const BETWEEN = /[\s.,;:/⁄*]/;

/** Text that stood raised or lowered, and whether any of it could only be written on the line. */
export function toScriptCharacters(text: string, script: Script): { text: string; isPlain: boolean } {
  const core = text.trim();
  if (core === '' || ON_THE_LINE.test(core)) return { text, isPlain: false };
  const signs = Array.from(
    core.replace(/[−–]/g, '-'),
    (sign) => CHARACTERS[script][sign] ?? (BETWEEN.test(sign) && sign),
  );
  const start = text.slice(0, text.indexOf(core));
  const end = text.slice(start.length + core.length);
  if (signs.every((sign) => sign !== false)) return { text: `${start}${signs.join('')}${end}`, isPlain: false };
  const plain = script === 'sup' ? `^(${core})` : /\p{N}/u.test(core) ? `_(${core})` : core;
  return { text: `${start}${plain}${end}`, isPlain: true };
}

/** A raised number over a lowered one is a fraction: `2¹/₂` becomes `2 1⁄2`, which is read as one number. */
export function levelFractions(text: string): string {
  return text.replace(/(\d?)([⁰¹²³⁴-⁹]{1,9})[/⁄∕]([₀-₉]{1,9})/g, (_, before: string, above: string, below: string) => {
    return `${before}${before && ' '}${above.normalize('NFKC')}⁄${below.normalize('NFKC')}`;
  });
}

const SYMBOL = pairs(
  'abcdefghijklmnopqrstuvwxyzDFGLPQSWXY£³¹»¥´·¢²-Þ®¬å',
  'αβχδεφγηιϕκλμνοπθρστυϖωξψζΔΦΓΛΠΘΣΩΞΨ≤≥≠≈∞×•′″−⇒→←∑',
);
const WINGDINGS = pairs('àßJLüûþo¨§', '→←☺☹✓✗☑☐☐▪');

/** The characters a symbol font shows for these letters; null where one of them is not known. */
export function toSymbolCharacters(text: string, font: string): string | null {
  const known = /^symbol$/i.test(font) ? SYMBOL : WINGDINGS;
  let shown = '';
  for (const sign of text) {
    // Word also writes such letters in the private area, 0xF000 above.
    const letter = /[\uf020-\uf0ff]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 0xf000) : sign;
    const isKept = known === SYMBOL ? !/[A-Za-z\uf020-\uf0ff]/.test(sign) : /\s/.test(sign);
    const one = known[letter] ?? (isKept ? sign : null);
    if (one === null) return null;
    shown += one;
  }
  return shown;
}

function pairs(from: string, to: string): Record<string, string> {
  const signs = [...to];
  return Object.fromEntries([...from].map((sign, at) => [sign, signs[at] ?? sign]));
}
