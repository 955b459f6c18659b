import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieOf, NOBODY, SIGN_IN, signIn } from '../support/entering.ts';
import { CODE, FACTOR, give, half, houseWithEditor, isIn, read, setUpApp } from '../support/factors.ts';
import { draft, form, fromPage, PASSWORD } from '../support/house.ts';
import { withoutOwnScripts } from '../support/own-scripts.ts';

test('half a sign-in ends after ten minutes, when the password changes, and when somebody is disabled', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  const { app } = await setUpApp(house, dana);
  const late = await half(house, dana);
  house.pass(600);
  assert.ok(!isIn(await give(house, late, app())));
  const changed = await half(house, dana);
  const OTHER = 'another four unrelated words';
  await house.fetch(`/newsroom/masthead/people/${dana.id}/password`, form(chief, { password: OTHER }));
  house.pass(30);
  assert.ok(!isIn(await give(house, changed, app())));
  await house.fetch(`/newsroom/masthead/people/${dana.id}/password`, form(chief, { password: PASSWORD }));
  const gone = await half(house, dana);
  await house.fetch(`/newsroom/masthead/people/${dana.id}/disable`, form(chief, {}));
  house.pass(30);
  assert.ok(!isIn(await give(house, gone, app())));
});

test('a new password by mail does not get past the second factor', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  const { app } = await setUpApp(house, dana);
  const page = await (await house.fetch(`/newsroom/masthead/people/${dana.id}/reset`, form(chief, {}))).text();
  const link = /\/newsroom\/reset\/[\w-]{43}/.exec(page)?.[0] ?? '';
  const reset = await house.fetch(link, form(NOBODY, { newPassword: PASSWORD, repeatedPassword: PASSWORD }));
  assert.equal(reset.headers.get('location'), '/newsroom/sign-in?done=reset');
  assert.ok(isIn(await give(house, await half(house, dana), app())));
});

test('a chief clears the factors of somebody who lost theirs: journal, letter, sessions; nobody clears their own', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  await setUpApp(house, dana);
  const at = `/newsroom/masthead/people/${dana.id}/factors`;
  assert.equal((await house.fetch(at, form(dana, {}))).status, 403);
  assert.equal((await house.fetch(at, form(chief, {}))).status, 303);
  assert.equal((await house.fetch(at, form(chief, {}))).status, 409);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
  assert.ok(isIn(await signIn(house, { email: dana.email, password: PASSWORD })));
  const letters = await house.press.db.read.selectFrom('outbox').select(['about', 'recipient']).execute();
  assert.ok(letters.some(({ about, recipient }) => about === 'factor.cleared' && recipient === dana.email));
  const journal = await house.press.db.read.selectFrom('journal').select(['act', 'actor_id']).execute();
  assert.ok(journal.some(({ act, actor_id }) => act === 'factor.cleared' && actor_id === chief.id));
  const own = await house.fetch(`/newsroom/masthead/people/${chief.id}/factors`, form(chief, {}));
  assert.equal(own.status, 403);
});

test('where a factor is required, editors reach nothing but setting one up until they have', async (t) => {
  const { house, dana } = await houseWithEditor(t, { SECOND_FACTOR: 'required' });
  for (const path of [
    '/newsroom',
    '/newsroom/profile',
    '/agent/claim',
    '/newsroom/agents',
    '/newsroom/second-factory',
  ]) {
    const answer = await house.fetch(path, { headers: { Cookie: dana.cookie } });
    if (path !== '/newsroom/second-factory') assert.equal(answer.headers.get('location'), FACTOR, path);
    else assert.equal(answer.status, 404);
  }
  const headers = fromPage(dana, { 'Content-Type': 'application/json' });
  const write = () => house.fetch('/api/admin/articles', { method: 'POST', headers, body: JSON.stringify(draft()) });
  assert.equal((await write()).status, 403);
  assert.match(await read(house, dana, FACTOR), /asks editors and chiefs for a second factor/);
  await setUpApp(house, dana);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  assert.equal((await write()).status, 201);
  await house.fetch(`${FACTOR}/app/remove`, form(dana, { password: PASSWORD }));
  const closed = await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } });
  assert.equal(closed.headers.get('location'), FACTOR);
  const writer = await house.person('writer');
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: writer.cookie } })).status, 200);
});

test('the way to a program’s code leads through the second factor and back to the claim page', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const asked = await house.fetch('/agent/claim');
  assert.equal(asked.headers.get('location'), '/newsroom/sign-in?next=%2Fagent%2Fclaim');
  const entered = await give(house, await half(house, dana, '/agent/claim'), app(), { next: '/agent/claim' });
  assert.equal(entered.headers.get('location'), '/agent/claim');
  const page = await house.fetch('/agent/claim', { headers: { Cookie: cookieOf(entered) } });
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /<script/);
});

test('a code sent from another site, or by who has no half, gets nobody in', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const holder = await half(house, dana);
  const sent = form(holder, { code: app() });
  const foreign = { ...sent.headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  assert.equal((await house.fetch(CODE, { ...sent, headers: foreign })).status, 403);
  assert.equal((await give(house, NOBODY, app())).status, 422);
  assert.equal((await house.fetch(CODE)).headers.get('location'), SIGN_IN);
});

test('where addresses are numbers there are no passkeys, and no script for them', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  for (const page of [await read(house, dana, FACTOR), await read(house, NOBODY, SIGN_IN)])
    assert.doesNotMatch(withoutOwnScripts(page), /<script|data-passkey/);
  assert.doesNotMatch(await read(house, NOBODY, SIGN_IN), /<script/);
});
