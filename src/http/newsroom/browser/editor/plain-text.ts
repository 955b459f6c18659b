import type { BodyBlock } from '../../../../article/model/copy.ts';
import { HIDDEN_CHARACTERS, normalizeText } from '../../../../core/text.ts';

type Plain = Omit<BodyBlock, 'id'>;

/**
 * Parses plain text into blocks. A line that starts like a Markdown heading, quote or list item becomes one. If blank lines
 * separate the paragraphs, adjacent lines are joined; otherwise every line is a paragraph. Only numbers that count from 1
 * start a numbered list; other numbers, such as a year, stay in the text.
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

/** Removes characters that stored text may not contain, and hidden ones. */
export function cleanText(text: string): string {
  return normalizeText(text.toWellFormed(), 'NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffd-\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .replace(HIDDEN_CHARACTERS, '')
    .replace(/(?<!\d)\u00a0|\u00a0(?!\p{L}|%)/gu, ' ');
}

const BULLET = /^\s*[-*•·–]\s+/;
const NUMBERED = /^\s*(\d{1,3})[.)]\s+/;

/** Whether a line is the next item of the list, or the first item of a new one. */
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

// Converts superscripts, subscripts and letters of symbol fonts to Unicode characters that look the same. Blocks have no mark
// for them, and without one `10⁶` would become 106 and `5 µm` would become 5 mm.

export type Script = 'sup' | 'sub';

const ASCII = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const SUB: Record<string, string> = {
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
const CHARACTERS: Record<Script, Record<string, string>> = { sup: pairs(ASCII, SUPER), sub: SUB };

/** Letters that read the same when they are not raised, as in 19th, 1er, nº and TM. */
const ON_THE_LINE = /^(?:st|nd|rd|th|er|re|me|e|o|a|os|as|tm|sm|mc|md|[^\p{L}\p{N}+=()−–-]+)$/iu;
/** Characters that stay unchanged between raised digits. */
const BETWEEN = /[\s.,;:/⁄*]/;

/** Raised or lowered text as Unicode characters; `isPlain` when some of it has no such character. */
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

/** A raised number over a lowered one is a fraction: `2¹/₂` becomes `2 1⁄2`, which is parsed as one number. */
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

/** The characters that a symbol font shows for these letters; null when one of them is unknown. */
export function toSymbolCharacters(text: string, font: string): string | null {
  const known = /^symbol$/i.test(font) ? SYMBOL : WINGDINGS;
  let shown = '';
  for (const sign of text) {
    // Word also writes such letters in the private use area, offset by 0xF000.
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
