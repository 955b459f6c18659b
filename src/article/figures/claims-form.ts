import { z } from 'zod';
import { text } from '../../ground/text.ts';
import { LONGEST_FORMULA, NAME } from './formula.ts';
import { EXEMPT_CLASSES } from './settling.ts';

// The documented form of editorialPacket.claimsReview: how an agent proposes to settle figures. Any other text is a note.

/** Entries read of one form; what is beyond is told by the gate. */
export const MOST_CLAIMS = 1000;

const at = {
  path: z
    .string()
    .min(1)
    .max(100)
    .describe(
      'Where the figure stands, as `path` of the gate has it: `bodyBlocks.3.text`, `headline`, `dek`, `correctionNote`, `editorialPacket.seoTitle`.',
    ),
  figure: text({ min: 1, max: 1000, lines: true }).describe('Its exact text, as the gate quotes it.'),
  occurrence: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Which of the same text in that block, from 1; left out it is the first.'),
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

export type Claim = z.infer<typeof claimSchema>;
export type NamedFigure = z.infer<typeof namedSchema>;

/** What a `claimsReview` holds: null for a note, in words what is wrong with a form, or its entries as they came. */
export function readForm(review: string | undefined): unknown[] | string | null {
  if (!review?.trimStart().startsWith('{')) return null;
  const form = parse(review);
  if (form === undefined) return /"figures"\s*:/.test(review) ? 'It is no readable JSON.' : null;
  const { figures, ...others } = form as { figures?: unknown };
  if (figures === undefined) return null;
  if (!Array.isArray(figures)) return '`figures` is no list.';
  const [unknown] = Object.keys(others);
  return unknown === undefined ? figures : `It holds "${unknown.slice(0, 60)}" beside \`figures\`.`;
}

/** One entry, or in words what is wrong with it. */
export function readClaim(entry: unknown): Claim | NamedFigure | string {
  const isNamed = typeof entry === 'object' && entry !== null && !('settlement' in entry);
  const read = (isNamed ? namedSchema : claimSchema).safeParse(entry);
  if (read.success) return read.data;
  return read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.length > 0 ? `${path.join('.').slice(0, 60)}: ` : ''}${message.slice(0, 200)}.`)
    .join(' ');
}

function parse(review: string): unknown {
  try {
    return JSON.parse(review);
  } catch {
    return undefined;
  }
}
