import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieOf, NOBODY, SIGN_IN, signIn } from '../../support/entering.ts';
import { CODE, FACTOR, give, half, isIn, read, setUpApp, siteWithEditor } from '../../support/factors.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import { draft, form, fromPage, PASSWORD } from '../../support/site.ts';

test('a sign-in without its second step ends after ten minutes, a password change, or disabling the person', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const chief = await site.person('chief');
  const { app } = await setUpApp(site, dana);
  const late = await half(site, dana);
  site.pass(600);
  assert.ok(!isIn(await give(site, late, app())));
  const changed = await half(site, dana);
  const OTHER = 'another four unrelated words';
  await site.fetch(`/newsroom/team/people/${dana.id}/password`, form(chief, { password: OTHER }));
  site.pass(30);
  assert.ok(!isIn(await give(site, changed, app())));
  await site.fetch(`/newsroom/team/people/${dana.id}/password`, form(chief, { password: PASSWORD }));
  const gone = await half(site, dana);
  await site.fetch(`/newsroom/team/people/${dana.id}/disable`, form(chief, {}));
  site.pass(30);
  assert.ok(!isIn(await give(site, gone, app())));
});

test('a password reset by link does not bypass the second factor', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const chief = await site.person('chief');
  const { app } = await setUpApp(site, dana);
  const page = await (await site.fetch(`/newsroom/team/people/${dana.id}/reset`, form(chief, {}))).text();
  const link = /\/newsroom\/reset\/[\w-]{43}/.exec(page)?.[0] ?? '';
  const reset = await site.fetch(link, form(NOBODY, { newPassword: PASSWORD, repeatedPassword: PASSWORD }));
  assert.equal(reset.headers.get('location'), '/newsroom/sign-in?done=reset');
  assert.ok(isIn(await give(site, await half(site, dana), app())));
});

test('a chief can remove another person’s second factors, but not their own; sessions end and an email is sent', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const chief = await site.person('chief');
  await setUpApp(site, dana);
  const at = `/newsroom/team/people/${dana.id}/factors`;
  assert.equal((await site.fetch(at, form(dana, {}))).status, 403);
  assert.equal((await site.fetch(at, form(chief, {}))).status, 303);
  assert.equal((await site.fetch(at, form(chief, {}))).status, 409);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
  assert.ok(isIn(await signIn(site, { email: dana.email, password: PASSWORD })));
  const letters = await site.deps.db.read.selectFrom('outbox').select(['about', 'recipient']).execute();
  assert.ok(letters.some(({ about, recipient }) => about === 'factor.cleared' && recipient === dana.email));
  const journal = await site.deps.db.read.selectFrom('journal').select(['act', 'actor_id']).execute();
  assert.ok(journal.some(({ act, actor_id }) => act === 'factor.cleared' && actor_id === chief.id));
  const own = await site.fetch(`/newsroom/team/people/${chief.id}/factors`, form(chief, {}));
  assert.equal(own.status, 403);
});

test('if a second factor is required, editors can only open its setup page until they have one', async (t) => {
  const { site, dana } = await siteWithEditor(t, { SECOND_FACTOR: 'required' });
  for (const path of [
    '/newsroom',
    '/newsroom/profile',
    '/agent/claim',
    '/newsroom/agents',
    '/newsroom/second-factory',
  ]) {
    const answer = await site.fetch(path, { headers: { Cookie: dana.cookie } });
    if (path !== '/newsroom/second-factory') assert.equal(answer.headers.get('location'), FACTOR, path);
    else assert.equal(answer.status, 404);
  }
  const headers = fromPage(dana, { 'Content-Type': 'application/json' });
  const write = () => site.fetch('/api/admin/articles', { method: 'POST', headers, body: JSON.stringify(draft()) });
  assert.equal((await write()).status, 403);
  assert.match(await read(site, dana, FACTOR), /requires two-factor authentication for editors and chiefs/);
  await setUpApp(site, dana);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  assert.equal((await write()).status, 201);
  await site.fetch(`${FACTOR}/app/remove`, form(dana, { password: PASSWORD }));
  const closed = await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } });
  assert.equal(closed.headers.get('location'), FACTOR);
  const writer = await site.person('writer');
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: writer.cookie } })).status, 200);
});

test('a sign-in for the claim page asks for the second factor and returns to the claim page', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const asked = await site.fetch('/agent/claim');
  assert.equal(asked.headers.get('location'), '/newsroom/sign-in?next=%2Fagent%2Fclaim');
  const entered = await give(site, await half(site, dana, '/agent/claim'), app(), { next: '/agent/claim' });
  assert.equal(entered.headers.get('location'), '/agent/claim');
  const page = await site.fetch('/agent/claim', { headers: { Cookie: cookieOf(entered) } });
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /<script/);
});

test('a code sent from another site, or without the password step, is refused', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const holder = await half(site, dana);
  const sent = form(holder, { code: app() });
  const foreign = { ...sent.headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  assert.equal((await site.fetch(CODE, { ...sent, headers: foreign })).status, 403);
  assert.equal((await give(site, NOBODY, app())).status, 422);
  assert.equal((await site.fetch(CODE)).headers.get('location'), SIGN_IN);
});

test('if the site’s host is an IP address, its pages offer no passkeys and load no script for them', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  for (const page of [await read(site, dana, FACTOR), await read(site, NOBODY, SIGN_IN)])
    assert.doesNotMatch(withoutOwnScripts(page), /<script|data-passkey/);
  assert.doesNotMatch(await read(site, NOBODY, SIGN_IN), /<script/);
});
