import { lastPublication } from '#article/published.ts';
import type { Context } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';

type Tx = Deps['db']['read'];

/** Reads published data; the response is marked when it comes from the last known state because the database is unavailable. */
export async function readPublished<T>(c: Context, read: (tx: Tx) => Promise<T>): Promise<T> {
  const { value, isLastKnown } = await c.var.deps.db.readPublished(read);
  if (isLastKnown) c.set('isLastKnown', true);
  return value;
}

/**
 * `Last-Modified` of a list of articles: the time of the last publication event. The newest `modifiedAt` in the list would
 * be wrong, because unpublishing changes the list but no date in it.
 */
export function lastChange(c: Context): Promise<string | null> {
  return readPublished(c, lastPublication);
}
