import { generateCookie } from 'hono/cookie';
import type { Editor } from '../../ground/actor.ts';
import { endSession, startSession } from '../../masthead/session.ts';
import { callerAddress } from '../caller.ts';
import type { Ctx } from '../env.ts';
import { cookieName, sessionOf } from '../who.ts';
import { goTo } from './page.ts';

/** Where a request comes from, as its session keeps it. */
export function whence(c: Ctx): { address: string; browser: string } {
  return { address: callerAddress(c), browser: c.req.header('user-agent') ?? '' };
}

/** Gives the browser a session and sends it on; a session it came with ends. */
export async function enter(c: Ctx, secret: string, path: string): Promise<Response> {
  const former = await sessionOf(c);
  if (former) await endSession(c.var.press, former.editor, former.id);
  return goTo(path, { 'Set-Cookie': sessionCookie(c, secret) });
}

/** Starts a session for somebody who was just let in otherwise than by a password. */
export async function enterAs(c: Ctx, editor: Editor, path: string): Promise<Response> {
  return enter(c, await startSession(c.var.press, editor, whence(c)), path);
}

/** Takes the session from the browser and sends it on. */
export function leave(c: Ctx, path: string): Response {
  return goTo(path, { 'Set-Cookie': sessionCookie(c, '', 0) });
}

/** Bound to this host, out of reach of scripts, not sent along from other sites' forms (RFC 6265bis, 4.1.3). */
function sessionCookie(c: Ctx, secret: string, maxAge?: number): string {
  const { baseUrl } = c.var.config.publication;
  const secure = baseUrl.startsWith('https:');
  return generateCookie(cookieName(baseUrl), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    ...(maxAge !== undefined && { maxAge }),
  });
}
