import * as z from 'zod';
import { text } from '#core/text.ts';

/** How a source was opened: at its address by the server, or as a file or a passage that a person gave. */
export const OPENED_BY = ['address', 'file', 'passage'] as const;

/**
 * Why a sourced number does not count as found: nobody opened the source; it was opened and does not have the number; or it has the number,
 * and the editor did not settle by that passage.
 */
export const UNFOUND = ['not_opened', 'not_found', 'not_compared'] as const;
export type Unfound = (typeof UNFOUND)[number];

/** Proof that a figure was found in its source: what was opened, when, and what it says. Stored with the settlement, and published. */
export const foundSchema = z.strictObject({
  by: z.enum(OPENED_BY),
  at: z.iso.datetime(),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the bytes that were opened, in hexadecimal.'),
  agreement: z
    .enum(['same', 'rounded', 'converted'])
    .describe('Whether the source states the same number, one that rounds to it, or the same in another unit.'),
  says: text({ min: 1, max: 200, lines: true }).describe('The number as the source writes it.'),
});
export type FoundInSource = z.infer<typeof foundSchema>;
