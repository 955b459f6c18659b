import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE, half, isIn, setUpApp, siteWithEditor } from '../../support/factors.ts';
import { form, fromPage, json, PASSWORD } from '../../support/site.ts';

// The two endpoints of the newsroom's scripts: sign in without leaving the page, and read the current account.

const HERE = '/newsroom/sign-in/here';
const NOBODY = { cookie: '' };

test('a script signs in with the password and gets the account of the session', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const wrong = await site.fetch(HERE, form(NOBODY, { email: dana.email, password: 'not the password' }));
  assert.equal(wrong.status, 401);
  assert.equal((await json(wrong)).code, 'unauthorized');
  assert.equal(wrong.headers.get('set-cookie'), null);
  const right = await site.fetch(HERE, form(NOBODY, { email: dana.email, password: PASSWORD }));
  assert.equal(right.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await json(right), { state: 'in', account: dana.id });
  const cookie = right.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await site.fetch('/newsroom/session', { headers: { Cookie: cookie } });
  assert.deepEqual(await json(session), { account: dana.id });
});

test('with a second factor, the password alone opens no session', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  await setUpApp(site, dana);
  const answer = await site.fetch(HERE, form(NOBODY, { email: dana.email, password: PASSWORD }));
  assert.deepEqual(await json(answer), { state: 'half' });
  assert.equal(isIn(answer), false);
  for (const cookie of answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? ''))
    assert.equal((await site.fetch('/newsroom/session', { headers: { Cookie: cookie } })).status, 401);
  assert.match(
    await (await site.fetch(CODE, { headers: { Cookie: (await half(site, dana)).cookie } })).text(),
    /Two-factor authentication/,
  );
});

test('a sign-in request from another site is refused', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { headers, ...rest } = form(NOBODY, { email: dana.email, password: PASSWORD });
  const foreign = { ...headers, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  const answer = await site.fetch(HERE, { ...rest, headers: foreign });
  assert.equal(answer.status, 403);
  assert.equal(answer.headers.get('set-cookie'), null);
});

test('requesting the current session extends it, and without a session the answer is 401', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const ask = () => site.fetch('/newsroom/session', { headers: fromPage(dana) });
  for (const _ of [1, 2, 3]) {
    site.pass(25 * 60);
    assert.equal((await ask()).status, 200);
  }
  site.pass(30 * 60);
  assert.equal((await ask()).status, 401);
});
