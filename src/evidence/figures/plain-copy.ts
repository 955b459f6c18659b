import { inOneTurn } from '#core/concurrency.ts';
// The copy in which figures are searched: as readers see it, in plain letters and digits. Every unit has its position in the original text,
// so that a figure is quoted as it was written.

/** The plain text, and the start and end of each of its units in the original text; null when both texts are the same. */
export type PlainCopy = { text: string; begins: readonly number[] | null; ends: readonly number[] | null };

/** Matches handled before other work gets a turn. */
const TURN = 1000;

/** A placeholder that cannot occur in copy: stored text has no control characters. */
const UNSEEN = '\u0001';

/** The copy in plain letters and digits. Yields regularly, so that other work gets a turn. */
export function* readPlain(copy: string): Generator<undefined, PlainCopy> {
  const text = yield* withoutTargets(copy);
  if (!MAYBE_ODD.test(text) || !ODD.test(text)) return { text, begins: null, ends: null };
  const parts: string[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  const add = (part: string, from: number, to: number) => {
    parts.push(part);
    for (let unit = 0; unit < part.length; unit++) {
      begins.push(from);
      ends.push(to);
    }
  };
  let at = 0;
  let matches = 0;
  const keep = (to: number) => {
    parts.push(text.slice(at, to));
    for (; at < to; at++) {
      begins.push(at);
      ends.push(at + 1);
    }
  };
  for (const { 0: odd, index } of text.matchAll(ODD_ONES)) {
    if (++matches % TURN === 0) yield;
    keep(index);
    at = index + odd.length;
    const plain = plainOf(odd, text[index - 1] ?? '', text[at] ?? '');
    if (plain === '' && /\p{M}/u.test(odd) && ends.length > 0) ends[ends.length - 1] = at;
    add(plain, index, at);
  }
  yield;
  keep(text.length);
  return { text: parts.join(''), begins, ends };
}

/** The same without yielding, for short texts. */
export function plainOfShort(copy: string): string {
  return inOneTurn(readPlain(copy)).text;
}

/**
 * Removes the target of a link that has its own words, because readers do not see it. Text that is not exactly such a link
 * stays, so that a number in it is found.
 */
function* withoutTargets(copy: string): Generator<undefined, string> {
  if (!copy.includes('](https:')) return copy;
  const isCode = yield* codeIn(copy);
  const parts: string[] = [];
  let at = 0;
  let links = 0;
  for (const { 0: link, 1: words = '', 2: address = '', index } of copy.matchAll(LINK)) {
    if (++links % LINKS_PER_TURN === 0) yield;
    const url = URL.parse(address);
    if (isCode(index) || url === null || url.username !== '' || url.password !== '') continue;
    parts.push(copy.slice(at, index), UNSEEN, words, UNSEEN.repeat(link.length - words.length - 1));
    at = index + link.length;
  }
  parts.push(copy.slice(at));
  return parts.join('');
}

/** Links, and runs of backticks, read before other work gets a turn. */
const LINKS_PER_TURN = 500;
const RUNS_PER_TURN = 5000;

/** Which positions of a text are in code, between two runs of equally many backticks. After an escaped backtick all positions are. */
function* codeIn(copy: string): Generator<undefined, (at: number) => boolean> {
  if (!copy.includes('`')) return () => false;
  const escaped = copy.indexOf('\\`');
  const runs: { from: number; length: number }[] = [];
  for (const { 0: run, index } of copy.matchAll(/`+/g)) {
    if (runs.push({ from: index, length: run.length }) % RUNS_PER_TURN === 0) yield;
  }
  const closing = new Map<number, number>();
  const next: number[] = [];
  for (let index = runs.length - 1; index >= 0; index--) {
    if (index % RUNS_PER_TURN === 0) yield;
    const { length } = runs[index] ?? { length: 0 };
    next[index] = closing.get(length) ?? -1;
    closing.set(length, index);
  }
  const spans: [from: number, to: number][] = [];
  for (let index = 0; index < runs.length; index++) {
    const end = next[index] ?? -1;
    if (end === -1) continue;
    spans.push([runs[index]?.from ?? 0, runs[end]?.from ?? 0]);
    index = end;
  }
  let place = 0; // the calls come in the order of the text
  return (at) => {
    while (place < spans.length && (spans[place]?.[1] ?? 0) < at) place++;
    return (spans[place]?.[0] ?? Number.POSITIVE_INFINITY) < at || (escaped !== -1 && escaped < at);
  };
}

const LINK = /(?<!\\)\[([^[\]\\`\n]*[^\s[\]\\`][^[\]\\`\n]*)\]\((https:\/\/(?:[^\s()<>\\]|\([^\s()<>\\]*\))*)\)/g;

const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUB = '₀₁₂₃₄₅₆₇₈₉';
const CHINESE = '〇零一二三四五六七八九十百千万萬億亿兆两兩廿卅壹贰貳叁參肆伍陆陸柒捌玖拾佰仟';
/** The characters after a single Chinese digit that is a count. */
const COUNTED = '％%元円圓年月日人台倍成割度米尺個个名件';

/** Marks inside a word, which readers do not see; Chinese numbers; and every character beyond ASCII that the finder replaces. */
const ODD_SOURCE = [
  `${UNSEEN}+`,
  '\\\\(?=[!-\\/:-@\\[-`{-~])',
  '(?<=[\\p{L}\\p{N}\\u0001])[*`\\\\]+(?=[\\p{L}\\p{N}\\u0001])',
  `(?<=\\d)[⁻⁺]?[${SUPER}]+`,
  // The superscript of a unit stays.
  `(?<!(?<!\\p{L})(?:µm|[mcdk]?m|in|ft|yd|mi|s))[²³]`,
  `[${CHINESE}]{2,}|[${CHINESE}](?=[${COUNTED}])|(?<=[第])[${CHINESE}]`,
  '[％﹪٪，．٫٬＄￡￥]',
  `(?![½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞²³µ${CHINESE}\\x00-\\x7f])[\\p{L}\\p{N}\\p{M}\\p{Cf}\\p{So}]`,
].join('|');
const ODD = new RegExp(ODD_SOURCE, 'u');
/** Matches every text that `ODD` matches, and no other ASCII text, at a tenth of the cost. */
const MAYBE_ODD = /[^\0\x02-\x7f]|\\[!-/:-@[-`{-~]|[A-Za-z0-9][*`\\]+[A-Za-z0-9]/;
const ODD_ONES = new RegExp(ODD_SOURCE, 'gu');

/** A match in plain letters and digits; `before` and `after` are the units beside it. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of sign
function plainOf(odd: string, before: string, after: string): string {
  const first = odd[0] ?? '';
  if (first === UNSEEN) return isWord(before) && isWord(after) ? '' : '  ';
  if (first <= '\u007f') return '';
  if (SUPER.includes(odd.at(-1) ?? ' ')) return superscript(odd, before);
  if (odd.length > 1 && CHINESE.includes(first)) return '1'.repeat(odd.length);
  if (odd in ALIKE && (isAscii(before) || isAscii(after))) return ALIKE[odd] ?? odd;
  let plain = plainCache.get(odd);
  if (plain === undefined) {
    plain = alone(odd);
    if (plainCache.size >= MOST_KNOWN) plainCache.clear();
    plainCache.set(odd, plain);
  }
  return /^\d+⁄/.test(plain) && /\d/.test(before) ? ` ${plain}` : plain;
}

/** A cache: most sentences are cleaned several times. */
const plainCache = new Map<string, string>();
const MOST_KNOWN = 5000;

/** After a digit, a superscript is a power, `10⁶`; elsewhere it is its digits. */
function superscript(run: string, before: string): string {
  const digits = [...run]
    .map((character) => (character === '⁻' ? '-' : character === '⁺' ? '' : String(SUPER.indexOf(character))))
    .join('');
  return /\d/.test(before) ? `e${digits}` : digits;
}

function alone(character: string): string {
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  if (SUB.includes(character)) return String(SUB.indexOf(character));
  if (CHINESE.includes(character)) return '1';
  if (/\p{N}/u.test(character)) return numberOfLetter(character);
  if (/[\p{M}\p{Cf}]/u.test(character)) return '';
  if (character in PUNCTUATION) return PUNCTUATION[character] ?? character;
  if (character in LATIN) return LATIN[character] ?? character;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^\p{L}$/u.test(plain) || /^[\x20-\x7e°µ]+$/u.test(plain) ? plain : character;
}

/** The digits of a script are consecutive from zero to nine (Unicode, chapter 4.6). */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let nought = code;
  while (nought > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought--;
  return String((code - nought) % 10);
}

/** `㊷` is 42, `Ⅻ` 12, `⅐` 1⁄7. Any other number character still counts as a number. */
function numberOfLetter(character: string): string {
  const plain = character.normalize('NFKC');
  if (/\d/.test(plain)) return plain.replace(/[^\d⁄]/g, '');
  return romanValue(plain.toUpperCase());
}

const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

function romanValue(letters: string): string {
  const values = [...letters].map((letter) => ROMAN[letter] ?? 0);
  const sum = values.reduce((total, value, at) => total + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return String(Math.max(1, sum));
}

function isWord(unit: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(unit);
}

function isAscii(letter: string): boolean {
  return /^[A-Za-z]$/.test(letter);
}

const PUNCTUATION: Record<string, string> = {
  '％': '%',
  '﹪': '%',
  '٪': '%',
  '，': ',',
  '．': '.',
  '٫': '.',
  '٬': ',',
  '＄': '$',
  '￡': '£',
  '￥': '¥',
};
const LATIN: Record<string, string> = { ß: 'ss', ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', đ: 'd', ı: 'i' };

/** Letters of other scripts that look like Latin letters, when they are beside Latin letters. */
const ALIKE: Record<string, string> = Object.fromEntries(
  [...'аеорсухіјѕԁһԛԝгАВЕКМНОРСТХІЅοονικΟΕΗΙΚΜΝΡΤΧαυ'].map((letter, at) => [
    letter,
    [...'aeopcyxijsdhqwrABEKMHOPCTXISoovikOEHIKMNPTXau'][at] ?? letter,
  ]),
);
