import { Failure } from '#core/failure.ts';
import type { Context } from '#http/context.ts';

/** The article that the address names, as it was written there: the act checks it. */
export function articleIdOf(c: Context): string {
  return c.req.param('articleId') ?? '';
}

/** Reads the number of a revision from an address or a form. @throws not_found when the text is not such a number */
export function parseRevisionNumber(word = ''): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  if (word === '')
    throw new Failure('not_found', 'The address names no revision.', {
      hint: 'Choose a revision in the list on the page of the article.',
    });
  throw new Failure('not_found', 'There is no such revision.', { hint: 'Look at the list of revisions.' });
}
