import { lastPublication } from '#article/published.ts';
import type { Context } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';

type Tx = Deps['db']['read'];

/** Reads published data. */
export function readPublished<T>(c: Context, read: (tx: Tx) => Promise<T>): Promise<T> {
  return read(c.var.deps.db.read);
}

/**
 * `Last-Modified` of a list of articles: the time of the last publication event. The newest `modifiedAt` in the list would
 * be wrong, because unpublishing changes the list but no date in it.
 */
export function lastChange(c: Context): Promise<string | null> {
  return readPublished(c, lastPublication);
}
