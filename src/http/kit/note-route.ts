import { routePath } from 'hono/route';
import type { Ctx } from './context.ts';

/** Writes down, where somebody follows the request, which route answered it. */
export function noteRoute(c: Ctx): void {
  const seen = c.env?.seen;
  if (!seen) return;
  const path = routePath(c);
  seen.route = path === '/*' ? 'none' : path;
  seen.requestId = c.var.requestId;
}
