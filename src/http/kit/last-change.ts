import { lastPublication } from '../../article/read/published.ts';
import type { Context } from './context.ts';
import { readPublished } from './read-published.ts';

/**
 * `Last-Modified` of whatever lists articles: when the published edition last changed. The newest `modifiedAt` in the list
 * would not do, for a withdrawal changes the list and no date in it.
 */
export function lastChange(c: Context): Promise<string | null> {
  return readPublished(c, lastPublication);
}
