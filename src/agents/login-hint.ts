import { z } from 'zod';
import { text } from '../core/text.ts';

const LONGEST = 320;

/** What a program says of whom it wants to be let in by: an e-mail address or a few words, never proof of anything. */
export const loginHint = z
  .string({ error: 'must be a string' })
  .trim()
  .meta({ maxLength: LONGEST })
  .pipe(text({ max: LONGEST }));
