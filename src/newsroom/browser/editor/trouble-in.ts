import type * as z from 'zod';
import { issueWords } from '#core/text.ts';

/** What is wrong with a value that a schema read, for `showFieldError`; empty when nothing is. */
export function troubleIn(read: z.ZodSafeParseResult<unknown> | undefined): string {
  return read?.success === false ? issueWords(read.error.issues[0]) : '';
}
