import * as z from 'zod'; // with `{ z }` a browser script would include all of zod

// Characters that no stored text may contain: controls (tab and newline pass where lines are allowed), noncharacters, bidi overrides
// and isolates, tag characters. Lone surrogates are found by isWellFormed.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const FORBIDDEN_BUT_LINES = /[^\P{Cc}\t\n]|[\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/**
 * Invisible characters without effect on the visible text: two texts that differ by one of them look the same. Text of several lines may
 * also have joiners where no language needs them, but never beside a digit.
 */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2064\\u206a-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\u{e0100}-\\u{e01ef}';
const JOINERS = '\\u200c\\u200d\\ufe0f';
const UNSEEN_IN_LINE = new RegExp(`[${UNSEEN}${JOINERS}]`, 'u');
const UNSEEN_IN_LINES = new RegExp(`[${UNSEEN}]|(?<=\\p{N})[${JOINERS}]|[${JOINERS}](?=\\p{N})`, 'u');

/** Invisible characters where a language or an emoji needs them. */
const NEEDED = [
  // U+200C in a word, and after a number in Persian; U+200D in a word of a script that joins its letters
  '(?<=[\\p{L}\\p{M}])\\u200c(?=[\\p{L}\\p{M}])|(?<=\\p{N})\\u200c(?=(?!\\p{N})\\p{Script=Arabic})',
  '(?<=(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}])\\u200d(?!\\p{N})',
  // selectors and joiners of emoji, of keys such as 1️⃣, and the letters of the flags of England, Scotland and Wales
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{2,6}\\u{e007f}',
  // forms of Chinese characters in names
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
].join('|');
const NEEDED_CHARACTERS = new RegExp(NEEDED, 'gu');
const NEEDED_OR_HIDDEN = new RegExp(`(${NEEDED})|[${UNSEEN}${JOINERS}\\u{e0000}-\\u{e007f}]`, 'gu');

/** A text without the invisible characters that a language or an emoji needs. Any other invisible character hides something. */
export function withoutNeeded(value: string): string {
  return value.replace(NEEDED_CHARACTERS, '');
}

/** A text of another program without the invisible characters that stored text may not hold. */
export function withoutHidden(value: string): string {
  return value.replace(NEEDED_OR_HIDDEN, '$1');
}

/** Texts without any character that has to be checked, which most texts are: a tenth of the cost of the checks. */
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\t\n\x20-\x7e]*$/;

type Limits = { min?: number; max?: number; lines?: boolean };

/** Most combining marks on one character: the limit of Unicode's Stream-Safe Text Format (UAX #15, section 13). */
const MOST_MARKS = 30;
// The two half-width voicing marks are letters, but their compatibility decompositions are combining marks. The lookbehind
// makes the search linear: a run of marks is entered at its beginning only.
const LONG_RUN = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;
const LONG_RUNS = /((?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
/** Most UTF-16 units that normalise to one code point of NFC. */
const MOST_UNITS = 4;

/**
 * A string schema whose limits count code points, as JSON Schema counts; stored in NFC. Text is refused by its length and by
 * its runs of combining marks before it is normalised: sorting one run takes time that grows with the square of its length.
 */
export function text({ min = 0, max, lines = false }: Limits = {}): z.ZodString {
  const plain = lines ? PLAIN_LINES : PLAIN;
  const forbidden = lines ? FORBIDDEN_BUT_LINES : FORBIDDEN;
  const unseen = lines ? UNSEEN_IN_LINES : UNSEEN_IN_LINE;
  return z
    .string()
    .refine((value) => max === undefined || value.length <= max * MOST_UNITS, {
      error: `must be at most ${max} characters long`,
      abort: true,
    })
    .refine((value) => plain.test(value) || !LONG_RUN.test(value), {
      error: `must not put more than ${MOST_MARKS} combining marks on one character`,
      abort: true,
    })
    .overwrite((value) => (plain.test(value) ? value : value.normalize('NFC')))
    .refine((value) => plain.test(value) || (value.isWellFormed() && !forbidden.test(withoutNeeded(value))), {
      error: `must not hold ${lines ? 'control characters other than tab and newline' : 'line breaks or other control characters'}, lone surrogates or bidirectional overrides`,
    })
    .refine((value) => plain.test(value) || !unseen.test(withoutNeeded(value)), {
      error: ({ input }) =>
        `must not hold ${codePointOf(unseen.exec(withoutNeeded(String(input)))?.[0])}, a character that does not show`,
    })
    .refine((value) => min === 0 || codePoints(value) >= min, { error: `must be at least ${min} characters long` })
    .refine((value) => max === undefined || codePoints(value) <= max, {
      error: `must be at most ${max} characters long`,
    })
    .meta({ ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) });
}

/** Normalises text that no schema has checked, in linear time: of a run of combining marks the first 30 stay. */
export function normalizeText(value: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return value.replace(LONG_RUNS, '$1').normalize(form);
}

function codePointOf(char = ''): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const SURROGATE = /[\ud800-\udfff]/;

/** The length of `value` in code points. */
export function codePoints(value: string): number {
  if (!SURROGATE.test(value)) return value.length;
  let count = 0;
  for (const _ of value) count++;
  return count;
}

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Longest slug or section stored: an address has to fit a database key. */
export const LONGEST_SLUG = 200;

/** An address part: lower-case letters and digits, joined by single dashes. */
export const slug = z
  .string()
  .regex(SLUG, { error: 'must be lower-case letters and digits joined by single dashes' })
  .refine((value) => value.length <= LONGEST_SLUG, { error: `must be at most ${LONGEST_SLUG} characters long` });

/** A uuid of any version, stored in lower case. */
export const uuid = z
  .guid({ error: 'must be a uuid' })
  .overwrite((value) => value.toLowerCase())
  .meta({ format: 'uuid' });

/** Whether an id from an address is a valid id; no other text reaches a database query. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/** Makes a slug of a name: `Dana Whitfield` → `dana-whitfield`. Empty when no character is allowed in an address. */
export function slugOf(name: string): string {
  return normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}

/** Counts words: parts between spaces or dashes that contain a letter or a digit. A hyphen joins two parts into one word. */
export function countWords(copy: string): number {
  return copy
    .split(/[\s\u00ad\u200b-\u200d\u2060\ufeff\u2013\u2014/]+|--+/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/** The error of a value, for a person: it follows the label of the field, and has no words of the validator. */
export function issueWords(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'is not valid';
  if (issue.code === 'too_small' && issue.origin === 'string')
    return Number(issue.minimum) <= 1 ? 'must not be empty' : `must be at least ${issue.minimum} characters long`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `must be at most ${issue.maximum} characters long`;
  if (issue.message === 'must be at least 1 characters long') return 'must not be empty';
  if (/^(?:Invalid|Too|Unrecognized)\b/.test(issue.message)) return 'is missing or not valid';
  return issue.message;
}
