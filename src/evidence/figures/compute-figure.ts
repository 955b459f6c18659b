import { evaluate, readFormula } from './formula.ts';
import { plainOfShort } from './plain-copy.ts';
import type { SettlementMethod } from './settlement.ts';

type Computed = Extract<SettlementMethod, { kind: 'computed' }>;

/** The reason why a settlement does not hold: `quoted`, for people, quotes the texts; `plain`, for agents, does not. */
export type Explanation = { plain: string; quoted: string };

/**
 * Recalculates a computed figure from the texts of its inputs, to the precision with which it is stated. Null when the result
 * matches.
 */
export function computeFigure(
  figure: string,
  { formula, inputs }: Computed,
  textOf: (anchor: string) => string | undefined,
): Explanation | null {
  const read = readFormula(formula);
  if (typeof read === 'string') return explanation(read);
  if (read.names.length === 0) return explanation('A formula has to name another number of the article.');
  const stated = numberOf(figure);
  if (!stated)
    return {
      plain: 'The text states no single number that could be computed.',
      quoted: `"${figure}" states no single number that could be computed.`,
    };
  const values = new Map<string, number>();
  for (const name of read.names) {
    const anchor = inputs[name];
    const text = anchor === undefined ? undefined : textOf(anchor);
    if (text === undefined)
      return {
        plain: 'A name in the formula names no number of this revision.',
        quoted: `"${name}" names no number of this revision.`,
      };
    const value = numberOf(text);
    if (!value)
      return {
        plain: 'A number that the formula names has no single value.',
        quoted: `"${text}", named ${name}, states no single number.`,
      };
    values.set(name, value.value);
  }
  const result = evaluate(read, values);
  if (typeof result === 'string') return explanation(result);
  if (isStated(result, stated)) return null;
  const given = `The formula gives ${Number(result.toPrecision(12))}`;
  return { plain: `${given}; the number says ${stated.value}.`, quoted: `${given}; the number says "${figure}".` };
}

/** The same words for people and agents. */
export function explanation(words: string): Explanation {
  return { plain: words, quoted: words };
}

/** Whether the result, rounded to the last stated digit, is the stated number. */
function isStated(result: number, { value, step }: Value): boolean {
  const rounding = Math.max(Math.abs(result), Math.abs(value)) * 32 * Number.EPSILON;
  return Math.abs(result - value) <= step / 2 + rounding;
}

/** The number of a figure: `step` is the place value of its last stated digit, to which a result is rounded. */
export type Value = { value: number; step: number };

const SCALES: Record<string, number> = {
  hundred: 1e2,
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
const WORDS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'twenty thirty forty fifty sixty seventy eighty ninety',
] as const;
const NAMED = new Map<string, number>([
  ...WORDS[0].split(' ').map((word, index): [string, number] => [word, index]),
  ...WORDS[1].split(' ').map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const PARTS = new Map<string, number>(
  'half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth ninths tenth tenths'
    .split(' ')
    .map((word) => [
      word,
      { hal: 2, thi: 3, qua: 4, fou: 4, fif: 5, six: 6, sev: 7, eig: 8, nin: 9, ten: 10 }[word.slice(0, 3)] ?? 1,
    ]),
);
const VULGAR: Record<string, number> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

/** Fractions are compared to the second decimal. */
const FINE = 0.01;

/** The number of a figure without its unit: `1.2 million` is 1200000, to 100000. Null when it does not state a single number. */
export function numberOf(figure: string): Value | null {
  const before = valueCache.get(figure);
  if (before !== undefined) return before;
  const value = readNumber(figure);
  if (figure.length > LONGEST_KNOWN) return value;
  if (valueCache.size >= MOST_KNOWN) valueCache.clear();
  valueCache.set(figure, value);
  return value;
}

/** A cache: formulas use the same figures repeatedly. */
const valueCache = new Map<string, Value | null>();
const MOST_KNOWN = 5000;
const LONGEST_KNOWN = 100;

function readNumber(figure: string): Value | null {
  const power = POWER.exec(figure.trim());
  if (power) return fromPower(power);
  if (/[⁰¹⁴-⁹]|\d[²³]/.test(figure)) return null;
  const text = plainOfShort(figure.trim()).toLowerCase();
  return fromDigits(text) ?? fromTimes(text) ?? fromWords(text);
}

/** `10⁶`, `2.5 × 10⁻³`. Any other raised digit may be a power or the mark of a note. */
const POWER = /^([+−-]?)(?:(\d+(?:\.\d+)?) ?[×x·] ?)?10(⁻?)([⁰¹²³⁴-⁹]{1,3})(?![\d.])\P{N}*$/u;

function fromPower([, sign, times, below, raised = '']: RegExpExecArray): Value | null {
  const digits = [...raised].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('');
  const power = 10 ** (below ? -Number(digits) : Number(digits));
  const value = Number(times ?? 1) * power * (sign && sign !== '+' ? -1 : 1);
  const decimals = times?.split('.')[1]?.length ?? 0;
  return Number.isFinite(value) ? { value, step: power * 10 ** -decimals } : null;
}

const DIGITS =
  /^([<>≤≥≈~+±−-]*)\s*(?:[a-z]{0,3}[$€£¥₹]|[a-z]{3} )?\s*([+−-]?)(\d{1,3}(?:[,\u00a0\u202f\u2009’']\d{3})+|\d+)?(\.\d+)?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])?(?: ?(\d+)?[/⁄](\d+))?(e[+-]?\d+)?(?:st|nd|rd|th)?[ \u00a0\u202f\u2009-]?(thousand|million|billion|trillion|bn|mn|tn|k|m|b)?(.*)$/u;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the parts of one written number, each optional
function fromDigits(text: string): Value | null {
  const match = DIGITS.exec(text);
  if (!match) return null;
  const [, sign = '', inner = '', whole, decimals = '', vulgar, above, below, power = '', scale = '', rest = ''] =
    match;
  if ((whole === undefined && vulgar === undefined && decimals === '') || /\d/.test(rest.replace(/(?<=\p{L})\d/gu, '')))
    return null;
  const written = whole?.replace(/[^\d]/g, '') ?? '0';
  if (written.length > 15) return null;
  // A single m, k or b counts as a scale only directly after the digits, and only if a currency or the end follows.
  const times = scale.length === 1 && !isScale(text, scale, rest) ? 1 : (SCALES[scale] ?? 1);
  let value = Number(`${written}${decimals}${power}`);
  let step = 10 ** -(decimals.length > 1 ? decimals.length - 1 : 0) * (power ? Number(`1${power}`) : 1);
  if (vulgar) [value, step] = [value + (VULGAR[vulgar] ?? 0), FINE];
  if (below !== undefined) {
    if (Number(below) === 0) return null;
    value = above === undefined ? value / Number(below) : value + Number(above) / Number(below);
    step = FINE;
  }
  const negative = /[−-]/.test(sign) !== /[−-]/.test(inner);
  value *= times * (negative ? -1 : 1);
  return Number.isFinite(value) ? { value, step: step * times } : null;
}

function isScale(text: string, scale: string, rest: string): boolean {
  if (scale === 'm' || scale === 'b') return /[$€£¥₹]/.test(text) && /^\W*$/u.test(rest);
  return /^(?:\s*[$€£¥₹%].*|\s*|\s[a-z].*)$/u.test(rest);
}

const TIMES: [RegExp, number][] = [
  [/^(?:re)?doubl|^twice/, 2],
  [/^tripl|^trebl|^thrice/, 3],
  [/^quadrupl/, 4],
  [/^quintupl/, 5],
  [/^halv|^half\b(?! a)/, 0.5],
];

function fromTimes(text: string): Value | null {
  const entry = TIMES.find(([form]) => form.test(text));
  if (entry) return { value: entry[1], step: 0.1 };
  const fold = /^(.+?)[- ]?fold$/.exec(text)?.[1];
  return fold === undefined ? null : numberOf(fold);
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the words; what each means depends on those before it
function fromWords(text: string): Value | null {
  const words = text
    .replace(/-/g, ' ')
    .replace(/,/g, '')
    .split(/\s+/)
    .filter((word) => word !== 'of');
  const outOf = /^(\S+) (?:in|out of) (?:every )?(?:an? )?(.+)$/.exec(text);
  if (outOf) {
    const [above, below] = [numberOf(outOf[1] ?? ''), numberOf(outOf[2] ?? '')];
    return above && below && below.value !== 0 ? { value: above.value / below.value, step: FINE } : null;
  }
  let [total, group, step, read] = [0, 0, 1, 0];
  for (const [index, word] of words.entries()) {
    const named = NAMED.get(word);
    const scale = SCALES[word];
    if (named !== undefined) group += named;
    else if ((word === 'a' || word === 'an') && index < words.length - 1)
      group += words[index - 1] === 'and' || words[index - 1] === 'half' ? 0 : 1;
    else if (word === 'and') continue;
    else if (word === 'half' && index === 0 && words.length > 1) [group, step] = [0.5, 0.1];
    else if (word === 'dozen' || word === 'dozens')
      return word === 'dozen' ? { value: (group || 1) * 12, step: 1 } : null;
    else if (scale !== undefined && word.length > 1) {
      if (scale === 100) group = (group || 1) * 100;
      else [total, group] = [total + (group || 1) * scale, 0];
    } else if (PARTS.has(word) && read > 0) {
      const part = PARTS.get(word) ?? 1;
      return words[index - 2] === 'and'
        ? { value: total + group + 1 / part, step: FINE }
        : { value: (group || 1) / part, step: FINE };
    } else break;
    read++;
  }
  // An article alone states nothing.
  return read === 0 || /^an?$/.test(words.slice(0, read).join(' ')) ? null : { value: total + group, step };
}
