import { generateCookie, getCookie } from 'hono/cookie';
import { findPendingSignIn, type PendingSignIn } from '../../../accounts/second-factor/pending-sign-in.ts';
import { endSession, LONGEST_REMEMBERED, type SignInOrigin, startSession } from '../../../accounts/sessions.ts';
import type { Member } from '../../../core/actor.ts';
import { cookieName, sessionOf } from '../../kit/access.ts';
import { callerAddress } from '../../kit/client-address.ts';
import type { Context } from '../../kit/context.ts';
import { redirect } from '../kit/page.ts';

/** Where a request comes from, as its session keeps it; `remember` is the box of the sign-in form. */
export function signInOrigin(c: Context, remember?: string): SignInOrigin {
  const browser = c.req.header('user-agent') ?? '';
  return { address: callerAddress(c), browser, isRemembered: remember === 'yes' };
}

/** Gives the browser a session and sends it on; a session it came with ends. A remembered one outlives the browser. */
export async function setSessionCookie(c: Context, secret: string, path: string, remember?: string): Promise<Response> {
  const former = await sessionOf(c);
  if (former) await endSession(c.var.deps, former.editor, former.id);
  const maxAge = remember === 'yes' ? LONGEST_REMEMBERED : undefined;
  return clearPendingCookie(c, redirect(path, { 'Set-Cookie': sessionCookie(c, secret, maxAge) }));
}

/** Gives the browser half a session, and sends it on to the second step; a session it came with ends. */
export async function setPendingCookie(
  c: Context,
  secret: string,
  next: string | undefined,
  remember?: string,
): Promise<Response> {
  const former = await sessionOf(c);
  if (former) await endSession(c.var.deps, former.editor, former.id);
  const query = new URLSearchParams({ ...(next && { next }), ...(remember === 'yes' && { remember }) });
  const path = `/newsroom/sign-in/code${query.size > 0 ? `?${query}` : ''}`;
  const response = redirect(path, { 'Set-Cookie': sessionCookie(c, '', 0) });
  response.headers.append('Set-Cookie', cookie(c, halfName(c), secret));
  return response;
}

/** The half of a session that a request carries. */
export async function pendingSignInOf(c: Context): Promise<PendingSignIn | null> {
  const secret = getCookie(c, halfName(c));
  return secret ? findPendingSignIn(c.var.deps, secret) : null;
}

/** Takes half a session from a browser that brought one. */
export function clearPendingCookie(c: Context, response: Response): Response {
  if (getCookie(c, halfName(c)) !== undefined) response.headers.append('Set-Cookie', cookie(c, halfName(c), '', 0));
  return response;
}

/** Starts a session for somebody who was just let in otherwise than by a password. */
export async function signInAs(c: Context, editor: Member, path: string): Promise<Response> {
  return setSessionCookie(c, await startSession(c.var.deps, editor, signInOrigin(c)), path);
}

/** Takes the session from the browser and sends it on. */
export function signOutTo(c: Context, path: string): Response {
  return redirect(path, { 'Set-Cookie': sessionCookie(c, '', 0) });
}

/** Bound to this host, out of reach of scripts, not sent along from other sites' forms (RFC 6265bis, 4.1.3). */
function cookie(c: Context, name: string, secret: string, maxAge?: number): string {
  const secure = c.var.config.publication.baseUrl.startsWith('https:');
  const bounds = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  return generateCookie(name, secret, { ...bounds, ...(maxAge !== undefined && { maxAge }) });
}

function sessionCookie(c: Context, secret: string, maxAge?: number): string {
  return cookie(c, cookieName(c.var.config.publication.baseUrl), secret, maxAge);
}

function halfName(c: Context): string {
  return `${cookieName(c.var.config.publication.baseUrl)}-half`;
}
