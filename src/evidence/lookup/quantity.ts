import { numberOf } from '../figures/compute-figure.ts';
import { type Unit, unitNamed } from './units.ts';

/** A day, a month or a year; a part that is not stated is absent. */
export type StatedDate = { year?: number; month?: number; day?: number };

/**
 * The value of a figure, ready for comparison; a range has two quantities. `value` is null where only a date is stated. `step` is
 * the place value of the last digit. `unit` and `currency` are null where none is written.
 */
export type Quantity = {
  value: number | null;
  step: number;
  unit: Unit | null;
  currency: string | null;
  date: StatedDate | null;
  /** Whether it is an ordinal, `3rd`, `third`. */
  isOrdinal: boolean;
};

/** How a source separates decimals: by a point, as English does, or by a comma. */
export type DecimalSign = 'point' | 'comma';

/** The quantities that a figure states: one, two for a range, none when it states no number that can be compared. */
export function readQuantities(figure: string, decimals: DecimalSign = 'point'): Quantity[] {
  const text = figure
    .normalize('NFKC')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const time = readTime(text);
  if (time !== null) return [time];
  const date = readDate(text);
  if (date !== null) return [{ value: yearAlone(date), step: 1, unit: null, currency: null, date, isOrdinal: false }];
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low === undefined || high === undefined) return readOne(text, decimals);
  const [upper] = readOne(high, decimals);
  const [lower] = readOne(low, decimals);
  if (!lower || !upper) return readOne(text, decimals);
  const scale = SCALE_WORD.exec(high)?.[1];
  const [scaled] = scale !== undefined && !SCALE_WORD.test(low) ? readOne(`${low} ${scale}`, decimals) : [lower];
  const shared = { unit: lower.unit ?? upper.unit, currency: lower.currency ?? upper.currency };
  return [
    { ...(scaled ?? lower), ...shared },
    { ...upper, currency: shared.currency },
  ];
}

/** A time of day, `8:30 p.m.` or `20:30`, in seconds after midnight. */
function readTime(text: string): Quantity | null {
  const [, hour, minute, second, half] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const value = hours * 3600 + Number(minute) * 60 + Number(second ?? 0);
  const unit = { dimension: 'time of day', factor: 1 };
  return { value, step: second === undefined ? 60 : 1, unit, currency: null, date: null, isOrdinal: false };
}

/** A year alone may also count something: `2019 robots`. */
function yearAlone({ year, month }: StatedDate): number | null {
  return year !== undefined && month === undefined ? year : null;
}

const SCALE_WORD = /(?:^|[\d\s])(thousand|million|billion|trillion|bn|mn|tn)\b/i;
const RANGE = /^(.*?[\d\p{L}%°])(?: ?[–—] ?| to | and |…|(?<=\d|%)-(?=[\d$€£])| - )(.*\p{N}.*|\p{L}.*)$/u;

function readOne(text: string, decimals: DecimalSign): Quantity[] {
  const currency = currencyOf(text);
  const bare = withoutCurrency(text);
  const ordinal = ordinalOf(bare);
  if (ordinal !== null) return [{ value: ordinal, step: 1, unit: null, currency, date: null, isOrdinal: true }];
  const english =
    decimals === 'comma'
      ? bare.replace(FOREIGN, inEnglish)
      : bare.replace(SPACED, (digits) => digits.replace(/[ ’']/g, ''));
  const value = numberOf(currency === null ? english : `$${english}`) ?? numberOf(english);
  if (value === null) return [];
  return [{ value: value.value, step: value.step, unit: unitIn(english), currency, date: null, isOrdinal: false }];
}

/** Digits in groups by spaces or apostrophes. */
const SPACED = /(?<![\d.,])\d{1,3}(?:[ ’']\d{3})+(?!\d)/g;
/** Digits with groups by points, spaces or apostrophes, and a comma before the decimals. */
const FOREIGN = /(?<![\p{L}\d.,])\d{1,3}(?:[. ’']\d{3})+(?:,\d+)?(?!\d)|(?<![\p{L}\d.,])\d+,\d+(?!\d)/gu;

function inEnglish(digits: string): string {
  return digits.replace(/[. ’']/g, '').replace(',', '.');
}

function withoutCurrency(text: string): string {
  return text
    .replace(CURRENCY, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([−-]) (?=\d)/, '$1')
    .trim();
}

const SIMPLE_ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** The value of `3rd`, `third`, `twenty-first`, `fiftieth`; null for everything else. */
function ordinalOf(text: string): number | null {
  const digits = /^(\d[\d,]*)(?:st|nd|rd|th)$/i.exec(text)?.[1];
  if (digits !== undefined) return Number(digits.replaceAll(',', ''));
  if (!ORDINAL_WORD.test(text)) return null;
  const [, tens, last = ''] = /^(?:([a-z]+)[- ])?([a-z]+)$/i.exec(text.toLowerCase()) ?? [];
  const simple = SIMPLE_ORDINALS.indexOf(last) + 1;
  const units = simple || (numberOf(last.replace(/ieth$/, 'y').replace(/th$/, ''))?.value ?? 0);
  return units === 0 ? null : units + (tens === undefined ? 0 : (numberOf(tens)?.value ?? 0));
}

const ORDINAL_WORD =
  /^(?:[a-z]+ty[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|hundredth|[a-z]+(?:teen|tie)th)$/i;
const CURRENCY =
  /(?:US|A|C|NZ|HK)?[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|INR|CNY)\b|\b(?:euros?|dollars?|pounds sterling)\b/gi;

const CURRENCY_CODES: Record<string, string> = {
  $: 'USD',
  us$: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  'pounds sterling': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  a$: 'AUD',
  c$: 'CAD',
  nz$: 'NZD',
  hk$: 'HKD',
};

function currencyOf(text: string): string | null {
  const [sign] = text.match(CURRENCY) ?? [];
  if (sign === undefined) return null;
  return CURRENCY_CODES[sign.toLowerCase()] ?? sign.toUpperCase();
}

/** The unit after the number: the longest ending that names one. */
function unitIn(text: string): Unit | null {
  if (/\ds$/.test(text)) return null; // a decade
  const after = text.replace(/^.*[\p{N}]/u, '').replace(/^[\s-]+/, '');
  const words = (after === text ? text : after)
    .replace(/^(?:thousand|million|billion|trillion|bn|mn|tn|k)\b[\s-]*/i, '')
    .trim();
  if (words === '') return null;
  const parts = words.split(/[\s-]+/);
  for (let from = 0; from < parts.length; from++) {
    const unit = unitNamed(parts.slice(from).join(' '));
    if (unit !== null) return unit;
  }
  return null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const YEAR = '((?:1[0-9]|20)\\d{2})';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

const DATES: readonly [RegExp, (...parts: string[]) => StatedDate][] = [
  [/^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/, (year, month, day) => dated(year, month, day)],
  [new RegExp(`^${DAY}(?: of)? ${MONTH},? ${YEAR}$`, 'i'), (day, month, year) => dated(year, month, day)],
  [new RegExp(`^${MONTH} ${DAY},? ${YEAR}$`, 'i'), (month, day, year) => dated(year, month, day)],
  [new RegExp(`^${DAY}(?: of)? ${MONTH}$`, 'i'), (day, month) => dated(undefined, month, day)],
  [new RegExp(`^${MONTH} ${DAY}$`, 'i'), (month, day) => dated(undefined, month, day)],
  [new RegExp(`^${MONTH},? ${YEAR}$`, 'i'), (month, year) => dated(year, month)],
  [new RegExp(`^${YEAR}$`), (year) => dated(year)],
];

function readDate(text: string): StatedDate | null {
  for (const [pattern, read] of DATES) {
    const match = pattern.exec(text);
    if (match) return read(...match.slice(1).map((part) => part ?? ''));
  }
  return null;
}

function dated(year?: string, month?: string, day?: string): StatedDate {
  const named = month === undefined ? -1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  return {
    ...(year && { year: Number(year) }),
    ...(month && { month: named === -1 ? Number(month) : named + 1 }),
    ...(day && { day: Number(day) }),
  };
}
