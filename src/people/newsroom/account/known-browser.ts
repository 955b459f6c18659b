import { randomBytes, timingSafeEqual } from 'node:crypto';
import { generateCookie, getCookie } from 'hono/cookie';
import { hmacSecret } from '#core/secret.ts';
import { cookieName } from '#http/access.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import type { PendingSignIn } from '#people/second-factor/pending-sign-in.ts';

// A browser that signed in once is known for its account. An attacker elsewhere uses up the guesses that all unknown browsers
// share; the owner can still sign in with a known browser.

/** Seconds a browser stays known. */
const KNOWN_FOR = 365 * 24 * 60 * 60;

/** Counts a password guess for an account. @throws rate_limited */
export async function limitPasswordGuess(c: Context, email: string): Promise<void> {
  const account = email.trim().toLowerCase().slice(0, 254);
  const known = knownBrowser(c, account);
  if (known) await c.var.limits.spend('signIn', `browser ${known}`);
  else await c.var.limits.spendAddress('signIn', callerAddress(c), `account ${account} from `);
  if (!known) await c.var.limits.spend('password', `account ${account}`);
}

/**
 * Whether an email with a reset link may go to an account. A known browser has its own budget, so that strangers cannot take
 * it from the owner. @throws rate_limited for too many requests from one place
 */
export async function mayEmailReset(c: Context, email: string): Promise<boolean> {
  const account = email.trim().toLowerCase().slice(0, 254);
  const known = knownBrowser(c, account);
  if (!known) await c.var.limits.spendAddress('signIn', callerAddress(c), `account ${account} from `);
  return c.var.limits.allows('resetEmail', known ? `browser ${known}` : `account ${account}`);
}

/** Counts a try of a second factor. Returns a function that gives a correct try back. @throws rate_limited */
export async function limitFactorTry(c: Context, { editor, email }: PendingSignIn): Promise<() => Promise<void>> {
  const known = knownBrowser(c, email.toLowerCase());
  const key = known ? `browser ${known}` : editor.id;
  await c.var.limits.spend('wrongFactor', key);
  return () => c.var.limits.giveBack('wrongFactor', key);
}

/** Makes this browser known for the account that just signed in. */
export function rememberBrowser(c: Context, email: string, response: Response): Response {
  const account = email.trim().toLowerCase().slice(0, 254);
  if (knownBrowser(c, account)) return response;
  const id = randomBytes(16).toString('base64url');
  const secure = c.var.config.publication.baseUrl.startsWith('https:');
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: KNOWN_FOR } as const;
  const cookie = `${id}.${sealOf(c, account, id)}.${sealOf(c, ANY, id)}`;
  response.headers.append('Set-Cookie', generateCookie(nameOf(c), cookie, attributes));
  return response;
}

/** The key of a browser that is known for any account. No email address has spaces. */
const ANY = 'any account';

/** Whether somebody of this newsroom signed in with this browser before. */
export function isKnownBrowser(c: Context): boolean {
  const [id = '', , seal = ''] = (getCookie(c, nameOf(c)) ?? '').split('.');
  return isSame(seal, sealOf(c, ANY, id));
}

/** The id of this browser if it is known for the account; else null. */
function knownBrowser(c: Context, account: string): string | null {
  const [id = '', seal = ''] = (getCookie(c, nameOf(c)) ?? '').split('.');
  return isSame(seal, sealOf(c, account, id)) ? id : null;
}

function isSame(sent: string, expected: string): boolean {
  const [given, right] = [Buffer.from(sent), Buffer.from(expected)];
  return given.length === right.length && timingSafeEqual(given, right);
}

function sealOf(c: Context, account: string, id: string): string {
  return hmacSecret(c.var.deps.key, `browser ${id} of ${account}`);
}

function nameOf(c: Context): string {
  return `${cookieName(c.var.config.publication.baseUrl)}-browser`;
}
