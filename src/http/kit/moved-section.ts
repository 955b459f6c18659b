import type { RetiredSection } from '../../article/model/desk.ts';
import { pathAfter } from '../../render/addresses.ts';
import type { Context } from './context.ts';
import { sentPath } from './respond.ts';

/** The path that replaces the requested one, which is below a retired section. */
export function movedPath(c: Context, section: RetiredSection): string {
  return pathAfter(section, sentPath(c).replace(/^\/[^/.]*/, ''));
}
