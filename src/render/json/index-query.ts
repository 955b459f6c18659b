import { z } from 'zod';
import { LONGEST_Q, MOST_ASKED } from '../../article/model/search.ts';
import { codePoints } from '../../core/text.ts';
import { wordsOf } from '../../core/tokenize.ts';
import { deskSchema } from './article-json.ts';

/** What narrows the index (decision 0004); unknown parameters are ignored. */
export const indexQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many articles a page holds.'),
  cursor: z.string().min(1).max(200).optional().describe('Where the page before ended: its nextCursor.'),
  section: deskSchema.optional().describe('Only articles of this desk.'),
  updatedSince: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only articles published or changed at or after this time (RFC 3339).'),
  q: z
    .string()
    .refine((q) => codePoints(q) <= LONGEST_Q, { error: `must be at most ${LONGEST_Q} characters long` })
    .refine((q) => wordsOf(q).length > 0, { error: 'must hold a word: letters or digits' })
    .refine((q) => wordsOf(q).length <= MOST_ASKED, { error: `must hold at most ${MOST_ASKED} different words` })
    .meta({ minLength: 1, maxLength: LONGEST_Q })
    .optional()
    .describe(
      `Only articles that hold each of these words, at most ${MOST_ASKED}, in headline, dek, body, byline or the titles of sources. Whole words; case, accents and punctuation do not count. There are no operators.`,
    ),
});
