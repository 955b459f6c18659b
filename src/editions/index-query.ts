import { z } from 'zod';
import { deskSchema } from './article-json.ts';

/** What narrows the index (contract D5); unknown parameters are ignored. */
export const indexQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many articles a page holds.'),
  cursor: z.string().min(1).max(200).optional().describe('Where the page before ended: its nextCursor.'),
  section: deskSchema.optional().describe('Only articles of this desk.'),
  updatedSince: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only articles published or changed at or after this time (RFC 3339).'),
});
