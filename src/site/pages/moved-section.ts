import { pathAfter } from '#article/addresses.ts';
import type { Context } from '#http/context.ts';
import { sentPath } from '#http/respond.ts';
import type { RetiredSection } from '#runtime/site-snapshot.ts';

/** The path that replaces the requested one, which is below a retired section. */
export function movedPath(c: Context, section: RetiredSection): string {
  return pathAfter(section, sentPath(c).replace(/^\/[^/.]*/, ''));
}
