import { lastPublication } from '../../article/read/published.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Context } from './context.ts';

type Tx = Deps['db']['read'];

/** Reads what is published; the answer says so where it comes from the last known edition, for the database is away. */
export async function readPublished<T>(c: Context, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { value, isLastKnown } = await c.var.deps.db.readPublished(read);
  if (isLastKnown) c.set('isLastKnown', true);
  return value;
}

/** Headers of a copy made from the last known edition: the current one may be back at any moment. */
export const LAST_KNOWN_HEADERS: Record<string, string> = {
  'Cache-Control': 'public, max-age=10',
  'X-Edition': 'last-known',
};

/**
 * `Last-Modified` of whatever lists articles: when the published edition last changed. The newest `modifiedAt` in the list
 * would not do, for a withdrawal changes the list and no date in it.
 */
export function lastChange(c: Context): Promise<string | null> {
  return readPublished(c, lastPublication);
}
