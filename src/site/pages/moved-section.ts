import { pathAfter } from '#article/addresses.ts';
import type { RetiredSection } from '#article/desk.ts';
import type { Context } from '#http/context.ts';
import { sentPath } from '#http/respond.ts';

/** The path that replaces the requested one, which is below a retired section. */
export function movedPath(c: Context, section: RetiredSection): string {
  return pathAfter(section, sentPath(c).replace(/^\/[^/.]*/, ''));
}
