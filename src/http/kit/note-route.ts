import { routePath } from 'hono/route';
import type { Context } from './context.ts';

/** Writes down, where somebody follows the request, which route answered it. */
export function recordRoute(c: Context): void {
  const seen = c.env?.seen;
  if (!seen) return;
  const path = routePath(c);
  seen.route = path === '/*' ? 'none' : path;
  seen.requestId = c.var.requestId;
}
