import { generateCookie, getCookie } from 'hono/cookie';
import type { Member } from '#core/actor.ts';
import { redirect } from '#html/newsroom/page.ts';
import { cookieName, sessionOf } from '#http/access.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { findPendingSignIn, type PendingSignIn } from '#people/second-factor/pending-sign-in.ts';
import { endSession, LONGEST_REMEMBERED, type SignInOrigin, startSession } from '#people/sessions.ts';

/** The origin of a sign-in for its session. `remember` is the checkbox of the sign-in form. */
export function signInOrigin(c: Context, remember?: string): SignInOrigin {
  const browser = c.req.header('user-agent') ?? '';
  return { address: callerAddress(c), browser, isRemembered: remember === 'yes' };
}

/** Sets the session cookie and redirects. The browser's earlier session ends. With `remember` the cookie is persistent. */
export async function setSessionCookie(c: Context, secret: string, path: string, remember?: string): Promise<Response> {
  const former = await sessionOf(c);
  if (former) await endSession(c.var.deps, former.editor, former.id);
  const maxAge = remember === 'yes' ? LONGEST_REMEMBERED : undefined;
  return clearPendingCookie(c, redirect(path, { 'Set-Cookie': sessionCookie(c, secret, maxAge) }));
}

/** Sets the cookie of a pending sign-in and redirects to the second step. The browser's earlier session ends. */
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
  response.headers.append('Set-Cookie', cookie(c, pendingCookieName(c), secret));
  return response;
}

/** The pending sign-in of the request's cookie. */
export async function pendingSignInOf(c: Context): Promise<PendingSignIn | null> {
  const secret = getCookie(c, pendingCookieName(c));
  return secret ? findPendingSignIn(c.var.deps, secret) : null;
}

/** Clears the cookie of a pending sign-in, if the browser has one. */
export function clearPendingCookie(c: Context, response: Response): Response {
  if (getCookie(c, pendingCookieName(c)) !== undefined)
    response.headers.append('Set-Cookie', cookie(c, pendingCookieName(c), '', 0));
  return response;
}

/** Starts a session for a person who has just proved their identity without a sign-in form. */
export async function signInAs(c: Context, editor: Member, path: string): Promise<Response> {
  return setSessionCookie(c, await startSession(c.var.deps, editor, signInOrigin(c)), path);
}

/** Clears the session cookie and redirects. */
export function signOutTo(c: Context, path: string): Response {
  return redirect(path, { 'Set-Cookie': sessionCookie(c, '', 0) });
}

/** A cookie for this host only, hidden from scripts and not sent with forms of other sites (RFC 6265bis, 4.1.3). */
function cookie(c: Context, name: string, secret: string, maxAge?: number): string {
  const secure = c.var.config.publication.baseUrl.startsWith('https:');
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  return generateCookie(name, secret, { ...attributes, ...(maxAge !== undefined && { maxAge }) });
}

function sessionCookie(c: Context, secret: string, maxAge?: number): string {
  return cookie(c, cookieName(c.var.config.publication.baseUrl), secret, maxAge);
}

function pendingCookieName(c: Context): string {
  return `${cookieName(c.var.config.publication.baseUrl)}-half`;
}
