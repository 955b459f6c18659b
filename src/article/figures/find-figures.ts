import { COLLECTIVES, FRACTIONS, MULTIPLES, NONE, NUMBER_WORDS, ONE, ONE_OF_MANY, ORDINALS } from './number-words.ts';
import { CURRENCY, SCALE, UNIT, UNIT_WORD } from './units.ts';

/** What a figure looks like it is. A guess for the person who settles it: it exempts nothing by itself. */
export type FigureClass = 'measure' | 'date' | 'ordinal' | 'name';

/** A number stated in copy: its exact text and where it stands, counted in UTF-16 units of the text it was found in. */
export type FoundFigure = { text: string; at: number; looksLike: FigureClass };

/** Most figures looked for in one text; what is beyond stays open as one. */
export const MOST_FIGURES = 20_000;

/**
 * Every number a text states: digits with their units, ranges, percentages, money, ordinals, dates, years, number words,
 * `a dozen`, `two thirds`, `doubled`. Addresses of links are no copy. Time grows with the length of the text alone.
 */
export function findFigures(text: string): FoundFigure[] {
  const found: FoundFigure[] = [];
  const copy = withoutAddresses(text);
  let at = 0;
  while (found.length < MOST_FIGURES) {
    TRIGGER.lastIndex = at;
    const trigger = TRIGGER.exec(copy);
    if (!trigger) break;
    const match = figureNear(copy, Math.max(at, trigger.index - BEFORE), trigger.index);
    at = match ? match.index + match[0].length : trigger.index + trigger[0].length;
    if (!match) continue;
    const stated = match[0].trimEnd();
    const looksLike = classOf(match, copy);
    found.push({ text: text.slice(match.index, match.index + stated.length), at: match.index, looksLike });
  }
  return found;
}

/** Most characters a figure begins before its first digit or number word, and ends after it; longer ones are looked at whole. */
const BEFORE = 24;
const AFTER = 64;

/** The next figure from `from` on that begins near `trigger`, if there is one. Looking on from there would look twice. */
function figureNear(copy: string, from: number, trigger: number): RegExpExecArray | null {
  const near = copy.slice(0, trigger + AFTER);
  FIGURE.lastIndex = from;
  const match = FIGURE.exec(near);
  if (!match || match.index + match[0].length < near.length || near.length === copy.length) return match;
  FIGURE.lastIndex = from;
  return FIGURE.exec(copy);
}

/** The same text with blanks in the place of web and mail addresses, those of links included. */
function withoutAddresses(text: string): string {
  const plain = text.includes('http')
    ? text.replace(/\]\(\s*https?:[^\s)]*|https?:\/\/[^\s<>"')\]]+/g, (address) => ' '.repeat(address.length))
    : text;
  if (!plain.includes('@')) return plain;
  return plain.replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, (address) => ' '.repeat(address.length));
}

/** What every figure holds: a digit, or how a number word begins. Few other words do. */
const TRIGGER =
  /[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]|(?<!\p{L})(?:one\b|zero\b|two|twel|twen|twi|thr|thir|thou|four|fort|fi[fv]|six|seven|eigh|nin|ten|elev|hal[fv]|doz|hundred|million|billion|trillion|doubl|redoubl|tripl|trebl|quadr|quint|quart|score|couple)/giu;

const MONTH =
  '(?i:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Jun\\.?|Jul\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)';
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

// Runs of digits are bounded, so that no length of them is tried more than a few times.
const DIGITS =
  "(?:\\d{1,3}(?:[,\u00a0\u202f\u2009’']\\d{3}){1,9}(?:\\.\\d{1,20})?|\\d{1,40}(?:[.,]\\d{1,20}){0,9}(?: \\d{1,4}[/⁄]\\d{1,4})?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])(?:[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]|[/⁄]\\d{1,20})?(?:[eE][+-]?\\d{1,4})?";
const SIGN = '(?:(?<![\\p{L}\\p{N}])[+±−-]|[<>≤≥≈~±] ?)?';
const TO = '(?: ?[–—-] ?| to |…|\\.\\.|(?<=[Bb]etween .{1,40}) and )';
const SPACE = '[ \u00a0\u202f\u2009-]?';
const TAIL = `(?:${SPACE}${SCALE})?(?:${SPACE}${CURRENCY})?(?: ?%| ?‰)?(?:${SPACE}${UNIT})?(?:\\/[\\p{L}²³]{1,12})?`;
const BARE = `${SIGN}(?:${CURRENCY} ?)?${SIGN}${DIGITS}`;
/** `2.4 × 1.2 m`. */
const SIDES = `(?:${BARE}(?: ?(?:mm|cm|m|km|ft|feet|in|inch|inches|px|[′″'"]))? ?[x×] ?){0,3}`;
const NUMBER = `${SIDES}${BARE}(?:st|nd|rd|th)?${TAIL}`;
const WORDS_TAIL = `(?:[ -]${UNIT_WORD})?`;

/** Digits that are part of a name: `A-17`, `ISO 19650`, `version 3.2`, `CO2`. */
const NAME = `\\d-?[DG]|(?!${CURRENCY}\\d|Ø)(?:\\p{Lu}[\\p{L}.-]{0,20}|\\p{Ll}{1,12})\\d(?:[.-]?[\\p{L}\\p{N}]){0,20}`;

/** What `one` counts rather than names. */
const COUNTED =
  '(?:worker|crew|site|project|person|robot|machine|model|drawing|error|defect|firm|company|contractor|answer|case|test|run|shift)\\b';

const FIGURE = new RegExp(
  [
    `(?<date>(?<![\\p{L}\\p{N}])(?:${DATE}))(?![\\p{L}\\p{N}])`,
    `(?<name>(?<![\\p{L}\\p{N}])(?:${NAME}))(?![\\p{L}\\p{N}])`,
    `(?<share>(?<![\\p{L}\\p{N}.,])\\d{1,9} (?:in|out of) (?:every )?(?!(?:1[5-9]|20)\\d\\d(?!\\d))\\d[\\d,]*(?! ?${UNIT}))`,
    `(?<digits>(?:${BARE}[%°]?${TO})?${NUMBER})`,
    `(?<![\\p{L}\\p{N}])(?i:(?<fraction>(?:${FRACTIONS})${WORDS_TAIL})|(?<collective>${COLLECTIVES})|(?<multiple>${MULTIPLES})|(?<ordinal>${ORDINALS})|(?<words>(?:${NUMBER_WORDS})(?:${TO}(?:${NUMBER_WORDS}|${DIGITS}))?${WORDS_TAIL})|(?<one>${ONE}(?:[ -]${UNIT_WORD}|(?= ${COUNTED})))|(?<single>${ONE_OF_MANY})|(?<none>${NONE}))(?![\\p{L}\\p{N}])`,
  ].join('|'),
  'gu',
);

function classOf({ groups = {}, 0: stated, index }: RegExpExecArray, copy: string): FigureClass {
  if (groups.date) return 'date';
  if (groups.name) return 'name';
  if (groups.ordinal || /\d(?:st|nd|rd|th)$/i.test(stated)) return 'ordinal';
  if (groups.digits === undefined) return 'measure';
  if (/^(?:1[5-9]|20)\d{2}(?:[–-](?:(?:1[5-9]|20)\d{2}|\d{2}))?$/.test(stated)) return 'date';
  return NAMED.test(copy.slice(Math.max(0, index - 24), index)) ? 'name' : 'measure';
}

/** What stands before a number that names something. */
const NAMED =
  /(?:(?<![\p{L}])(?:section|chapter|part|figure|fig\.|table|page|p\.|pp\.|step|item|rule|article|clause|annex|appendix|room|level|floor|unit|phase|gate|grid|version|v|release|revision|rev\.?|number|no\.|standard|RFC|ISO|EN|DIN|ASTM|OSHA|NIST|IEC|IEEE|ACI|BS|class|type|grade|model|lot|building|block|highway|route|interstate) ?|#|\p{Lu}{2,} )$/u;
