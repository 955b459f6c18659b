import { generateCookie, getCookie } from 'hono/cookie';
import type { Context } from '#http/context.ts';

// Whether the side bar is folded to icons. Each browser remembers it, because it depends on the screen.

const COOKIE = 'plumbline-bar';
const YEAR = 365 * 24 * 60 * 60;

export function isFolded(c: Context): boolean {
  return getCookie(c, COOKIE) === 'folded';
}

/** The browser keeps it for a year. */
export function rememberFold(c: Context, response: Response, isBarFolded: boolean): Response {
  const secure = c.var.config.publication.baseUrl.startsWith('https:');
  const attributes = { path: '/', maxAge: YEAR, sameSite: 'Lax' as const, httpOnly: true, secure };
  response.headers.append('Set-Cookie', generateCookie(COOKIE, isBarFolded ? 'folded' : 'open', attributes));
  return response;
}
