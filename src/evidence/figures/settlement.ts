import * as z from 'zod';
import { foundSchema, UNFOUND } from '#article/found-in-source.ts';
import { EXEMPT_CLASSES, type ExemptClass } from '#article/settlement-kinds.ts';
import { text } from '#core/text.ts';
import type { FigureClass } from './find-figures.ts';
import { LONGEST_FORMULA, NAME } from './formula.ts';

// The ways to settle a figure, as they are proposed and stored. Lengths count code points.

const anchor = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be the anchor of a number' });

const sourcedSchema = z.strictObject({
  kind: z.literal('sourced'),
  source: z.string().min(1).max(2000).describe('The address of one of the article’s sources, as `sources` has it.'),
  locator: text({ min: 1, max: 300 }).describe('Where in the source: the page, table, section or paragraph.'),
  quote: text({ max: 300, lines: true })
    .optional()
    .describe('The words of the source that hold the number. An agent gives them; an editor may leave them out.'),
  found: foundSchema.optional().describe('That the server found the number there. No form or agent states it.'),
  unfound: z
    .enum(UNFOUND)
    .optional()
    .describe('Why it was not found, as an export says it. No form or agent states it.'),
});
const computedSchema = z.strictObject({
  kind: z.literal('computed'),
  formula: z
    .string()
    .min(1)
    .max(LONGEST_FORMULA)
    .describe('Over names of other numbers: + − × ÷, numbers and parentheses.'),
  inputs: z.record(z.string().regex(NAME), anchor).describe('The number each name stands for, by its anchor.'),
});
const quotedSchema = z.strictObject({
  kind: z.literal('quoted'),
  who: text({ min: 2, max: 200 }).describe('Who said it.'),
  when: text({ min: 2, max: 100 }).describe('When it was said.'),
});
const exemptSchema = z.strictObject({
  kind: z.literal('exempt'),
  class: z.enum(EXEMPT_CLASSES).describe('What it is instead of a number that somebody could check.'),
});
const signedSchema = z.strictObject({
  kind: z.literal('signed'),
  reason: text({ min: 10, max: 1000, lines: true }).describe('Why an editor vouches for it.'),
  forReaders: z
    .boolean()
    .optional()
    .describe('Whether readers see the reason and the editor’s byline. Without it the reason is never published.'),
});

/** One way to settle a figure. */
export const settlementMethodSchema = z.discriminatedUnion('kind', [
  sourcedSchema,
  computedSchema,
  quotedSchema,
  exemptSchema,
  signedSchema,
]);
export type SettlementMethod = z.infer<typeof settlementMethodSchema>;

/** The class of exemption that a figure looks like; null when it looks like a measure. A guess: it does not settle the figure. */
export function suggestedClass(looksLike: FigureClass | ExemptClass): ExemptClass | null {
  return looksLike === 'measure' ? null : looksLike;
}
