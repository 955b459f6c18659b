import { setImmediate } from 'node:timers/promises';
import { inOneTurn } from '#core/concurrency.ts';
import { findForeign } from './foreign-numbers.ts';
import {
  anyCase,
  COLLECTIVES,
  CURRENCY,
  FRACTIONS,
  LETTERS_FOR_DIGITS,
  LIKE_DIGITS,
  MULTIPLES,
  NONE,
  NUMBER_WORDS,
  ONE,
  ONE_OF_MANY,
  ORDINALS,
  ROMAN,
  ROMAN_NAME,
  SCALE,
  UNIT,
  UNIT_WORD,
} from './number-words.ts';
import { readPlain } from './plain-copy.ts';

/** The apparent kind of a figure: a guess for the person who settles it. It does not exempt the figure. */
export type FigureClass = 'measure' | 'date' | 'ordinal' | 'name';

/** A number in copy: its exact text and its position, in UTF-16 units of the text it was found in. */
export type FoundFigure = { text: string; at: number; looksLike: FigureClass };

/** Most figures found in one text; the rest counts as one open figure. */
export const MOST_FIGURES = 20_000;

/**
 * Every number in a text: digits of every script with their units, ranges, percentages, money, ordinals, dates, years, number
 * words, also of other languages, Roman numerals, `a dozen`, `two thirds`, `doubled`. The target of a link counts only when
 * readers see it. The time is linear in the length of the text.
 */
export function findFigures(text: string): FoundFigure[] {
  return inOneTurn(findInTurns(text));
}

/** The same as a generator that yields every few milliseconds, so that other work gets a turn. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the text merges two kinds of finds by their place
export function* findInTurns(text: string): Generator<undefined, FoundFigure[]> {
  const { text: copy, begins, ends } = yield* readPlain(text);
  const foreign = yield* findForeign(copy);
  const figures: FoundFigure[] = [];
  const add = (from: number, to: number, looksLike: FigureClass) => {
    const at = begins?.[from] ?? from;
    figures.push({ text: text.slice(at, ends?.[to - 1] ?? to), at, looksLike });
  };
  let next = 0;
  let triggers = 0;
  for (let at = 0; figures.length < MOST_FIGURES; ) {
    if (++triggers % TURN === 0) yield;
    TRIGGER.lastIndex = at;
    const trigger = TRIGGER.exec(copy);
    const match = trigger && figureNear(copy, Math.max(at, startNear(copy, trigger.index)), trigger.index);
    const from = match ? match.index : (trigger?.index ?? copy.length);
    const to = match ? match.index + match[0].trimEnd().length : from;
    // A number in words of another language that begins earlier takes the parts of this figure that it covers.
    const other = foreign[next];
    if (other && other.from <= to) {
      next++;
      if (other.to <= at) continue;
      const isOne = match !== null && from < other.to;
      add(
        Math.max(at, isOne ? Math.min(from, other.from) : other.from),
        isOne ? Math.max(to, other.to) : other.to,
        'measure',
      );
      at = Math.max(other.to, isOne ? to : 0);
      continue;
    }
    if (!trigger) break;
    at = match ? match.index + match[0].length : trigger.index + trigger[0].length;
    if (match) add(from, to, classOf(match, copy));
  }
  return figures;
}

/** Figures found before other work gets a turn. */
const TURN = 200;

/** Most characters of a figure before its first digit or number word, and after it; longer figures are searched in the whole text. */
const BEFORE = 24;
const AFTER = 64;

/** The first position of a figure with its first digit or number word at `trigger`; the digit itself after an ordinary word. */
function startNear(copy: string, trigger: number): number {
  const before = trigger - BEFORE;
  if (copy.charCodeAt(trigger - 1) !== SPACE_CODE || !isLower(copy.charCodeAt(trigger - 2))) return before;
  if (!isDigit(copy.charCodeAt(trigger))) return before;
  return MONTH_BEFORE.test(copy.slice(Math.max(0, trigger - LONGEST_MONTH), trigger)) ? before : trigger;
}

const SPACE_CODE = 32;
const LONGEST_MONTH = 12;
const isLower = (unit: number) => unit >= 97 && unit <= 122;
const isDigit = (unit: number) => unit >= 48 && unit <= 57;

/** The next figure from `from` on that begins near `trigger`, if there is one. It does not search further, which would repeat work. */
function figureNear(copy: string, from: number, trigger: number): RegExpExecArray | null {
  const near = copy.slice(0, trigger + AFTER);
  FIGURE.lastIndex = from;
  const match = FIGURE.exec(near);
  if (!match || match.index + match[0].length < near.length || near.length === copy.length) return match;
  FIGURE.lastIndex = from;
  return FIGURE.exec(copy);
}

/** Every figure contains a match of this: a digit, or the beginning of a number word or Roman numeral. */
const TRIGGER =
  /[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]|(?<!\p{L})(?:one\b|zero\b|two|twel|twen|twi|thr|thir|thou|four|fort|fi[fv]|six|seven|eigh|nin|ten|elev|hal[fv]|doz|hundred|million|billion|trillion|doubl|redoubl|tripl|trebl|quadr|quint|quart|score|couple)|(?<![\p{L}\p{N}])(?:[ivxlcdm]{2,}|[lio|szb]{2,6}|[vxlcdm](?= ?(?:%|per ?cent)))(?![\p{L}\p{N}])/giu;

const MONTH = `(?:${anyCase(
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Jun\\.?|Jul\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?',
)})`;
const MONTH_BEFORE = new RegExp(`${MONTH} $`);
const YEAR = '(?:1[5-9]|20)\\d{2}';
const DATE = [
  `\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z?)?`,
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? ${YEAR})?`,
  `${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:[-–]\\d{1,2})?(?:,? ${YEAR})?`,
  `${MONTH},? ${YEAR}`,
  `\\d{1,2}[./]\\d{1,2}[./](?:${YEAR}|\\d{2})(?!\\d)`,
  `\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?`,
  `Q[1-4](?: ${YEAR})?(?!\\d)`,
  `(?:1[5-9]|20)\\d0s`,
].join('|');

// Runs of digits have a bound, so that a long run is not tried many times.
const DIGITS =
  "(?:\\d{1,3}(?:[,\u00a0\u202f\u2009’']\\d{3}){1,9}(?:\\.\\d{1,20})?|\\d{1,40}(?:[.,]\\d{1,20}){0,9}(?: \\d{1,4}[/⁄]\\d{1,4})?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])(?:[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]|[/⁄]\\d{1,20})?(?:[eE][+-]?\\d{1,4})?";
const SIGN = '(?:(?<![\\p{L}\\p{N}])[+±−-]|[<>≤≥≈~±] ?)?';
const TO = '(?: ?[–—-] ?| to |…|\\.\\.|(?<=[Bb]etween .{1,40}) and )';
const SPACE = '[ \u00a0\u202f\u2009-]?';
const TAIL = `(?:${SPACE}${SCALE})?(?:${SPACE}${CURRENCY})?(?: ?%| ?‰)?(?:${SPACE}${UNIT})?(?:\\/[\\p{L}²³]{1,12}(?!\\p{L}|\\/\\d))?`;
const BARE = `${SIGN}(?:${CURRENCY} ?)?${SIGN}${DIGITS}`;
/** `2.4 × 1.2 m`. */
const SIDES = `(?:${BARE}(?: ?(?:mm|cm|m|km|ft|feet|in|inch|inches|px|[′″'"]))? ?[x×] ?){0,3}`;
const NUMBER = `${SIDES}${BARE}(?:st|nd|rd|th)?${TAIL}`;
const WORDS_TAIL = `(?:[ -]${UNIT_WORD})?`;

/** Digits that are part of a name: `A-17`, `ISO 19650`, `version 3.2`, `CO2`. */
const NAME = `\\d-?[DG]|(?!${CURRENCY}\\d|Ø)(?:\\p{Lu}[\\p{L}.-]{0,20}|\\p{Ll}{1,12})\\d(?:[.-]?[\\p{L}\\p{N}]){0,20}`;

/** Nouns before which `one` is a count. */
const COUNTED =
  '(?:worker|crew|site|project|person|robot|machine|model|drawing|error|defect|firm|company|contractor|answer|case|test|run|shift)\\b';

/** The text after letters that are meant as a number. */
const COUNTS = `(?: ?%|[ -](?:${UNIT_WORD}|(?:robots|machines|sites|people|workers|points)\\b))`;

/** Only the groups that `classOf` reads have names, because each captured group costs time. */
const FIGURE = new RegExp(
  [
    `(?<date>(?<![\\p{L}\\p{N}])(?:${DATE}))(?![\\p{L}\\p{N}])`,
    `(?<name>(?<![\\p{L}\\p{N}])(?:${NAME}))(?![\\p{L}\\p{N}])`,
    `(?:(?<![\\p{L}\\p{N}.,])\\d{1,9} (?:in|out of) (?:every )?(?!(?:1[5-9]|20)\\d\\d(?!\\d))\\d[\\d,]*(?! ?${UNIT}))`,
    `(?<![\\p{L}\\p{N}])(?:(?:(?:${ROMAN}|${LETTERS_FOR_DIGITS})${COUNTS}|${LIKE_DIGITS})|(?<numeral>${ROMAN_NAME})(?![\\p{L}\\p{N}]))`,
    `(?<digits>(?:${BARE}[%°]?${TO})?${NUMBER})`,
    `(?<![\\p{L}\\p{N}])(?:${anyCase(`(?:(?:${FRACTIONS})${WORDS_TAIL})|(?:${COLLECTIVES})|(?:${MULTIPLES})|(?<ordinal>${ORDINALS})|(?:(?:${NUMBER_WORDS})(?:${TO}(?:${NUMBER_WORDS}|${DIGITS}))?${WORDS_TAIL})|(?:${ONE}(?:[ -]${UNIT_WORD}|(?= ${COUNTED})))|(?:${ONE_OF_MANY})|(?:${NONE})`)})(?![\\p{L}\\p{N}])`,
  ].join('|'),
  'gu',
);

function classOf(match: RegExpExecArray, copy: string): FigureClass {
  const { groups = {}, 0: stated, index } = match;
  if (groups.date) return 'date';
  if (groups.name || groups.numeral) return isCounted(match, copy) ? 'measure' : 'name';
  if (groups.ordinal || /\d(?:st|nd|rd|th)$/i.test(stated)) return 'ordinal';
  if (groups.digits === undefined) return 'measure';
  // With a unit or a currency it is a measure, whatever precedes it.
  const isBare = /^[\d.,:/ –-]+$/.test(stated);
  if (isBare && IN_ADDRESS.test(copy.slice(Math.max(0, index - 200), index))) return addressClass(match, copy);
  if (/^(?:1[5-9]|20)\d{2}(?:[–-](?:(?:1[5-9]|20)\d{2}|\d{2}))?$/.test(stated))
    return COUNTS_THINGS.test(copy.slice(index + stated.length, index + stated.length + 60)) ? 'measure' : 'date';
  return isBare && NAMED.test(copy.slice(Math.max(0, index - 24), index)) ? 'name' : 'measure';
}

/** The text before a number in an address that readers see. */
const IN_ADDRESS = /https?:\/\/\S*$/i;

/** A number in an address is part of a name if only signs surround it. Beside a word it is a figure: `/42-percent`. */
function addressClass({ 0: stated, index }: RegExpExecArray, copy: string): FigureClass {
  const to = index + stated.length;
  return /^(?:[/.?#&),;]|\s*$|\s(?!\s*(?:%|per ?cent)))/.test(copy.slice(to, to + 20)) ? 'name' : 'measure';
}

/** The words after a number that looks like a year but may count things: `2025 robots`. If in doubt, it is not listed as a date. */
const COUNTS_THINGS =
  /^[ \u00a0\u202f-](?!(?:was|is|has|does|as|its|this|his|us|across|plus|less|thus|versus|always|perhaps|besides)\b)(?:(?!(?:and|or|the|was|were|is|are|has|had|as|in|on|at|to|by|for|with|that|when|which|who|it|its|this|a|an|of|from)\b)\p{L}{1,20}[ \u00a0-]){0,2}(?:\p{L}{2,20}s|people|men|women|children|staff|feet|personnel)(?![\p{L}\p{N}])/iu;

/** Whether a per cent sign or a unit follows an apparent name: `cut42 percent`. */
function isCounted({ 0: stated, index }: RegExpExecArray, copy: string): boolean {
  const to = index + stated.length;
  return FOLLOWED.test(copy.slice(to, to + 40));
}

const FOLLOWED = new RegExp(`^(?: ?[%‰]|[ -](?:${UNIT_WORD}))`, 'u');

/** The words before a number that is part of a name. */
const NAMED =
  /(?:(?<![\p{L}])(?:section|chapter|part|figure|fig\.|table|page|p\.|pp\.|step|item|rule|article|clause|annex|appendix|room|level|floor|unit|phase|gate|grid|version|v|release|revision|rev\.?|number|no\.|standard|RFC|ISO|EN|DIN|ASTM|OSHA|NIST|IEC|IEEE|ACI|BS|class|type|grade|model|lot|building|block|highway|route|interstate) ?|#|\p{Lu}{2,} )$/u;

/**
 * Looks for figures in a few words, so that the patterns are compiled before a writer waits: that takes 100 ms of
 * processor time, once for texts of Latin letters alone and once for all others.
 */
export async function compileFinder(): Promise<void> {
  for (const words of [
    'It took 40 days and half of the crew.',
    'Žofie wrote: “It took 40 days – and half of the crew.”',
  ]) {
    for (let turn = 0; turn < TURNS; turn++) findFigures(words);
    await setImmediate(); // requests and signals run in between
  }
}

/** The engine compiles a pattern again, for speed, when it is used for the second time. */
const TURNS = 3;
