import * as z from 'zod';
import type { GateData } from '#article/gate-entry.ts';
import { EXEMPT_CLASSES } from '#article/settlement-kinds.ts';
import { text } from '#core/text.ts';
import { LONGEST_FORMULA, NAME } from './formula.ts';

// The documented form of editorialPacket.claimsReview: how an agent proposes to settle figures. Any other text is a note.

/** Entries read of one form; the gate reports the rest. */
export const MOST_CLAIMS = 1000;

const at = {
  path: z
    .string()
    .min(1)
    .max(100)
    .describe(
      'Where the number stands, as `path` of the gate has it: `bodyBlocks.3.text`, `headline`, `dek`, `correctionNote`, `editorialPacket.seoTitle`.',
    ),
  figure: text({ min: 1, max: 1000, lines: true }).describe('Its exact text, as the gate quotes it.'),
  occurrence: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Which occurrence of the same text in that block, from 1; the first when left out.'),
  name: z.string().regex(NAME).optional().describe('A name for formulas of other entries, such as `f1`.'),
};

const claimSchema = z.discriminatedUnion('settlement', [
  z.strictObject({
    ...at,
    settlement: z.literal('sourced'),
    source: z.string().min(1).max(2000),
    locator: text({ min: 1, max: 300 }),
    quote: text({ min: 1, max: 300, lines: true }),
  }),
  z.strictObject({ ...at, settlement: z.literal('computed'), formula: z.string().min(1).max(LONGEST_FORMULA) }),
  z.strictObject({
    ...at,
    settlement: z.literal('quoted'),
    who: text({ min: 2, max: 200 }),
    when: text({ min: 2, max: 100 }),
  }),
  z.strictObject({ ...at, settlement: z.literal('exempt'), class: z.enum(EXEMPT_CLASSES) }),
]);
/** An entry without `settlement` only names a figure for formulas. */
const namedSchema = z.strictObject({ ...at, name: z.string().regex(NAME) });

export type ProposedSettlement = z.infer<typeof claimSchema>;
export type NamedClaim = z.infer<typeof namedSchema>;
/** The fault of an entry. The message quotes nothing; the data has the keys it is about. */
export type InvalidClaim = { message: string; data: Pick<GateData, 'keys'> };

/** Reads a `claimsReview`: null for a note, the fault of a form, or its entries unchecked. */
export function readForm(
  review: string | undefined,
): unknown[] | ({ message: string } & Pick<GateData, 'keys'>) | null {
  const start = review?.trimStart().charAt(0) ?? '';
  if (review === undefined || !'{["'.includes(start) || start === '') return null;
  const form = parse(review);
  if (form === undefined)
    return start !== '"' && /"figures?"\s*:/.test(review) ? unreadable('It is not valid JSON.') : null;
  if (typeof form === 'string') return /^\s*[{[]/.test(form) ? unreadable('It is JSON text within JSON text.') : null;
  if (Array.isArray(form)) return unreadable('It is a list, and the form is an object with that list as `figures`.');
  return readObject(form as Record<string, unknown>);
}

function readObject({ figures, exhibits, ...others }: Record<string, unknown>) {
  if (figures === undefined && exhibits === undefined) return unreadable('It is JSON without `figures`.', others);
  if (figures !== undefined && !Array.isArray(figures)) return unreadable('Its `figures` is not a list.');
  if (exhibits !== undefined && typeof exhibits !== 'string') return unreadable('Its `exhibits` is not a text.');
  if (Object.keys(others).length > 0) return unreadable('It has other keys than `figures` and `exhibits`.', others);
  return figures ?? [];
}

/** The tables and charts that a form proposes, as lines that nobody has read yet; null without any. */
export function proposedExhibits(review: string | undefined): string | null {
  if (!review?.includes('"exhibits"') || !Array.isArray(readForm(review))) return null;
  const { exhibits } = parse(review) as { exhibits?: string };
  return exhibits === undefined || exhibits.trim() === '' ? null : exhibits;
}

/** The form in one line. */
export const FORM =
  '{"figures":[{"path":"bodyBlocks.0.text","figure":"412","settlement":"sourced","source":"https://…","locator":"Table 2","quote":"412 points"}]}';

function unreadable(why: string, others: object = {}): { message: string } & Pick<GateData, 'keys'> {
  const keys = Object.keys(others).map((key) => key.slice(0, 60));
  const message = `claimsReview is JSON but does not have the form for numbers, so it was not read. ${why} The form is ${FORM}`;
  return { message, ...(keys.length > 0 && { keys: keys.slice(0, MOST_KEYS) }) };
}

const MOST_KEYS = 20;

/** Reads one entry, or describes its fault. */
export function readClaim(entry: unknown): ProposedSettlement | NamedClaim | InvalidClaim {
  const isNamed = typeof entry === 'object' && entry !== null && !('settlement' in entry);
  const read = (isNamed ? namedSchema : claimSchema).safeParse(entry);
  if (read.success) return read.data;
  const keys = read.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const messages = read.error.issues.slice(0, MOST_ISSUES).map((issue) => describe(issue, entry));
  const also = isNamed ? [' An entry without `settlement` only names a number, and needs `name`.'] : [];
  return {
    message: [messages.join(' '), ...also].join(''),
    data: keys.length > 0 ? { keys: keys.slice(0, MOST_KEYS).map((key) => key.slice(0, 60)) } : {},
  };
}

const MOST_ISSUES = 5;

function describe(issue: z.core.$ZodIssue, entry: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return 'It has keys that this settlement does not allow: see the field `keys`.';
  const [name] = issue.path;
  if (name === undefined) return 'An entry is an object.';
  if (name === 'settlement') return 'settlement: must be sourced, computed, quoted or exempt; only an editor can sign.';
  const isMissing = (entry as Record<PropertyKey, unknown>)[name] === undefined;
  return `${String(name)}: ${isMissing ? 'is missing' : issue.message.replace(/^Invalid (?:input|option): /, '')}.`;
}

/** Parses the text without keys with the value null: strict agents send null for fields that they leave out. */
function parse(review: string): unknown {
  try {
    return JSON.parse(review, (_, value) => (value === null ? undefined : value));
  } catch {
    return undefined;
  }
}
