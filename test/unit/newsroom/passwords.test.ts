import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { changePassword, setPasswordFor } from '#people/change-password.ts';
import { addMember, disableMember } from '#people/members.ts';
import { findSession, listSessions, signIn } from '#people/sessions.ts';
import { form, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

const WHENCE = { address: '127.0.0.1', browser: 'test' };
const OTHER = 'another four unrelated words';

async function sessionOf(site: TestSite, person: Person) {
  const session = await findSession(site.deps, person.cookie.split('=')[1] ?? '');
  assert.ok(session);
  return session;
}

test('a person changes their password with the old one, and their other sessions end', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const other = await signIn(site.deps, dana.email, PASSWORD, WHENCE);
  const fields = { oldPassword: PASSWORD, newPassword: OTHER, repeatedPassword: OTHER };
  const answer = await site.fetch('/newsroom/password', form(dana, fields));
  assert.equal(answer.headers.get('location'), '/newsroom/sessions?done=password');
  assert.equal(await findSession(site.deps, other.secret), null);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  await assert.rejects(signIn(site.deps, dana.email, PASSWORD, WHENCE), { kind: 'unauthorized' });
  assert.ok(await signIn(site.deps, dana.email, OTHER, WHENCE));
});

for (const [wrong, fields, words] of [
  ['a wrong old password', { oldPassword: 'not the old password' }, 'This is not your password'],
  ['two different new passwords', { repeatedPassword: `${OTHER}.` }, 'The two new passwords differ'],
  ['a new password that is too short', { newPassword: 'short', repeatedPassword: 'short' }, '12 to 256 characters'],
] as const) {
  test(`a password is not changed with ${wrong}`, async (t) => {
    const site = await openSite(t);
    const dana = await site.person('editor', 'Dana Whitfield');
    const good = { oldPassword: PASSWORD, newPassword: OTHER, repeatedPassword: OTHER };
    const answer = await site.fetch('/newsroom/password', form(dana, { ...good, ...fields }));
    assert.equal(answer.status, 422);
    assert.ok((await answer.text()).includes(words));
    assert.ok(await signIn(site.deps, dana.email, PASSWORD, WHENCE));
  });
}

test('the password page allows ten wrong old passwords a minute', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const guess = () =>
    site.fetch('/newsroom/password', form(dana, { oldPassword: 'x', newPassword: OTHER, repeatedPassword: OTHER }));
  for (let n = 0; n < 10; n++) assert.equal((await guess()).status, 422);
  assert.equal((await guess()).status, 429);
});

test('of two concurrent changes of one password, one succeeds', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const session = await sessionOf(site, dana);
  const both = await Promise.allSettled([
    changePassword(site.deps, session, PASSWORD, OTHER),
    changePassword(site.deps, session, PASSWORD, `${OTHER} again`),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a chief sets another person’s password, and all sessions of that person end', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const answer = await site.fetch(`/newsroom/team/people/${dana.id}/password`, form(chief, { password: OTHER }));
  assert.equal(answer.status, 303);
  assert.deepEqual(await listSessions(site.deps, dana), []);
  assert.ok(await signIn(site.deps, dana.email, OTHER, WHENCE));
  await assert.rejects(setPasswordFor(site.deps, chief, chief.id, OTHER), { kind: 'forbidden' });
  await disableMember(site.deps, chief, dana.email);
  await assert.rejects(setPasswordFor(site.deps, chief, dana.id, OTHER), { kind: 'not_found' });
});

test('a sign-in concurrent with a password change leaves no session', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  await Promise.allSettled([
    signIn(site.deps, dana.email, PASSWORD, WHENCE),
    setPasswordFor(site.deps, chief, dana.id, OTHER),
    signIn(site.deps, dana.email, PASSWORD, WHENCE),
  ]);
  assert.deepEqual(await listSessions(site.deps, dana), []);
});

test('a password is not truncated: all 256 characters count, and 257 are refused', async (t) => {
  const site = await openSite(t);
  const person = { name: 'Long Word', role: 'writer' as const };
  const long = 'x'.repeat(255);
  await addMember(site.deps, CLI, { ...person, email: 'a@magazine.example', password: `${long}y` });
  assert.ok(await signIn(site.deps, 'a@magazine.example', `${long}y`, WHENCE));
  await assert.rejects(signIn(site.deps, 'a@magazine.example', `${long}z`, WHENCE), { kind: 'unauthorized' });
  await assert.rejects(addMember(site.deps, CLI, { ...person, email: 'b@magazine.example', password: `${long}yy` }), {
    kind: 'validation_failed',
  });
});

test('a password keeps its outer spaces, and its letters match in any Unicode normal form', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const password = '  Lot und Ebenmaß ';
  const fields = { name: 'Jörg', email: 'joerg@magazine.example', role: 'writer', password };
  assert.equal((await site.fetch('/newsroom/team/people', form(chief, fields))).status, 303);
  assert.ok(await signIn(site.deps, fields.email, password.normalize('NFD'), WHENCE));
  await assert.rejects(signIn(site.deps, fields.email, password.trim(), WHENCE), { kind: 'unauthorized' });
});

test('the database contains neither passwords nor session secrets, and the journal records sign-ins', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { read } = site.deps.db;
  const stored = JSON.stringify([
    await read.selectFrom('editor').selectAll().execute(),
    await read.selectFrom('session').selectAll().execute(),
  ]);
  assert.match(stored, /argon2id\$/);
  assert.doesNotMatch(stored, new RegExp(PASSWORD));
  assert.doesNotMatch(stored, new RegExp(dana.cookie.split('=')[1] ?? ''));
  const acts = await read.selectFrom('journal').select('act').where('actor_id', '=', dana.id).execute();
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['session.started'],
  );
});
