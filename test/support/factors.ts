import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { TOTP } from 'otpauth';
import { cookieOf, signIn } from './entering.ts';
import { form, openSite, PASSWORD, type Person, type TestSite } from './site.ts';

// Helpers for two-factor authentication: an authenticator app, and a sign-in that waits for its second factor.

export const CODE = '/newsroom/sign-in/code';
export const FACTOR = '/newsroom/second-factor';

/** The code that an authenticator app shows now, or `steps` time steps later. */
export type App = (steps?: number) => string;

export async function siteWithEditor(t: TestContext, settings: Record<string, string> = {}) {
  const site = await openSite(t, { RATE_LIMITS: 'off', ...settings });
  return { site, dana: await site.person('editor', 'Dana Whitfield') };
}

export const read = async (site: TestSite, person: { cookie: string }, path: string) =>
  (await site.fetch(path, { headers: { Cookie: person.cookie }, redirect: 'manual' })).text();

/** Sets up an authenticator app as a person does, and moves the clock to its next code. */
export async function setUpApp(site: TestSite, person: { cookie: string }): Promise<{ app: App; codes: string[] }> {
  const begun = await site.fetch(`${FACTOR}/app`, form(person, { password: PASSWORD }));
  assert.equal(begun.headers.get('location'), `${FACTOR}/app`);
  const secret = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(await read(site, person, `${FACTOR}/app`))?.[1] ?? '';
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  const app: App = (steps = 0) => totp.generate({ timestamp: site.deps.clock() + steps * 30_000 });
  const done = await site.fetch(`${FACTOR}/app/code`, form(person, { code: app() }));
  assert.equal(done.status, 200);
  const codes = [...(await done.text()).matchAll(/<code>([A-Z]{5}-[A-Z]{5})<\/code>/g)].map(([, code]) => code ?? '');
  site.pass(30);
  return { app, codes };
}

/** Sends the password and returns the cookie that the browser then has. */
export async function half(site: TestSite, person: Person, next?: string): Promise<{ cookie: string }> {
  const answer = await signIn(site, { email: person.email, password: PASSWORD, ...(next && { next }) });
  assert.equal(answer.headers.get('location'), `${CODE}${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  return { cookie: cookies.find((one) => one.startsWith('plumbline-half=')) ?? '' };
}

export const give = (site: TestSite, holder: { cookie: string }, code: string, more: Record<string, string> = {}) =>
  site.fetch(CODE, form(holder, { code, ...more }));
export const isIn = (response: Response) =>
  response.status === 303 && cookieOf(response).startsWith('plumbline=pl_se_');
