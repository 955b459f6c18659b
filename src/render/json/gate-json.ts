import { z } from 'zod';
import { EXEMPT_CLASSES, SETTLEMENT_KINDS } from '../../article/figures/settlement.ts';

// The gate as REST and MCP answer it (decision 0008): four fields, and what an entry is about as data beside them.

const occurrence = z.int().min(1).optional().describe('Which of the same text in its block; left out for the first.');
const settlement = z.enum(SETTLEMENT_KINDS);

const sentBackSchema = z.strictObject({
  settlement,
  by: z.enum(['editor', 'chief']),
  at: z.iso.datetime(),
  because: z.string().nullable().describe('The reason, as the editor typed it; null where none was given.'),
  proposedRevision: z.int().min(0),
});

export const gateSchema = z
  .array(
    z.strictObject({
      code: z.string(),
      severity: z.enum(['block', 'warn']),
      message: z.string().describe('Words of this service alone. What others wrote is in the other fields.'),
      path: z.string(),
      desk: z.string().optional().describe('The desk that does not exist.'),
      figure: z.string().optional().describe('The exact text of the figure.'),
      occurrence,
      block: z.string().optional().describe('The id of its block.'),
      sentence: z.string().optional().describe('The words around it.'),
      exempt: z.enum(EXEMPT_CLASSES).optional().describe('The class it looks like, if it is no number to check.'),
      settlement: settlement.optional().describe('How it is proposed to be settled.'),
      refused: sentBackSchema.optional().describe('The last proposal for it, which an editor refused.'),
      reopened: sentBackSchema.optional().describe('Its last settlement, which an editor opened again.'),
      figures: z
        .record(z.string(), z.array(z.strictObject({ figure: z.string(), occurrence })))
        .optional()
        .describe('Figures that have no entry of their own, by path.'),
      changed: z.array(z.string()).optional().describe('Settled figures of the live article that are gone.'),
      keys: z.array(z.string()).optional().describe('Keys that the form of claimsReview does not have.'),
    }),
  )
  .meta({ id: 'Gate', description: 'What still stands in the way of publication; only `block` stops it.' });
