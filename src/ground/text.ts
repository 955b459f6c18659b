import * as z from 'zod'; // by `{ z }` a script of the browser would carry all of it

// What no stored text may hold: controls (tab and newline pass where lines are allowed), noncharacters, bidi overrides
// and isolates, tag characters. Lone surrogates are found by isWellFormed.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const FORBIDDEN_BUT_LINES = /[^\P{Cc}\t\n]|[\u2028\u2029\ufffe\uffff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

type Limits = { min?: number; max?: number; lines?: boolean };

/** A string schema whose limits count code points, as JSON Schema counts; stored in NFC. */
export function text({ min = 0, max, lines = false }: Limits = {}): z.ZodString {
  const forbidden = lines ? FORBIDDEN_BUT_LINES : FORBIDDEN;
  return z
    .string()
    .overwrite((value) => value.normalize('NFC'))
    .refine((value) => value.isWellFormed() && !forbidden.test(value), {
      error: `must not hold ${lines ? 'control characters other than tab and newline' : 'line breaks or other control characters'}, lone surrogates or bidirectional overrides`,
    })
    .refine((value) => codePoints(value) >= min, { error: `must be at least ${min} characters long` })
    .refine((value) => max === undefined || codePoints(value) <= max, {
      error: `must be at most ${max} characters long`,
    })
    .meta({ ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) });
}

/** How many code points `value` is long. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Longest slug or desk stored: an address has to fit a database key. */
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

/** Whether an id from an address can be one of ours; anything else is not asked of a database. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/** Makes a slug of a name: `Dana Whitfield` → `dana-whitfield`. Empty when nothing of it can stand in an address. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}
