import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findSession, listSessions, signIn } from '#people/sessions.ts';
import { lettersAsSent } from '../../support/emails.ts';
import { NOBODY } from '../../support/entering.ts';
import { form, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

const WHENCE = { address: '127.0.0.1', browser: 'test' };
const OTHER = 'another four unrelated words';
const TWICE = { newPassword: OTHER, repeatedPassword: OTHER };
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' };
const RESET = '/newsroom/reset';

async function siteWithEditor(t: TestContext, settings: Record<string, string> = SMTP) {
  const site = await openSite(t, settings);
  return { site, dana: await site.person('editor', 'Dana Whitfield') };
}

async function letters(site: TestSite, about?: string) {
  const all = await lettersAsSent(site);
  return all.filter((one) => about === undefined || one.about === about);
}

async function linkOf(site: TestSite, about: string): Promise<string> {
  const text = (await letters(site, about)).at(-1)?.text ?? '';
  return /\/newsroom\/[a-z-]+\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

test('a reset link sets a new password once, ends every session, and sends a notice by email', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const asked = await site.fetch(RESET, form(NOBODY, { email: ` ${dana.email.toUpperCase()} ` }));
  assert.equal(asked.headers.get('location'), '/newsroom/reset?done=asked');
  const link = await linkOf(site, 'reset');
  assert.equal((await site.fetch(link)).status, 200);
  const both = await Promise.all([site.fetch(link, form(NOBODY, TWICE)), site.fetch(link, form(NOBODY, TWICE))]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 404]);
  assert.deepEqual(await listSessions(site.deps, dana), []);
  await assert.rejects(signIn(site.deps, dana.email, PASSWORD, WHENCE), { kind: 'unauthorized' });
  assert.equal((await signIn(site.deps, dana.email, OTHER, WHENCE)).state, 'in');
  const [notice] = await letters(site, 'password.changed');
  assert.equal(notice?.recipient, dana.email);
});

test('a reset request gets the same answer for known and unknown addresses', async (t) => {
  const { site, dana } = await siteWithEditor(t, { ...SMTP, RATE_LIMITS: 'off' });
  const chief = await site.person('chief');
  const gone = await site.person('editor', 'Gone Person');
  await site.fetch(`/newsroom/team/people/${gone.id}/disable`, form(chief, {}));
  const ask = async (email: string) => {
    const response = await site.fetch(RESET, form(NOBODY, { email }));
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers);
    return [response.status, headers, await response.text()];
  };
  const known = await ask(dana.email);
  for (const email of ['nobody@magazine.example', gone.email, 'no address', ''])
    assert.deepEqual(await ask(email), known, email);
  const recipients = (await letters(site, 'reset')).map(({ recipient }) => recipient);
  assert.deepEqual([...new Set(recipients)], [dana.email]);
});

test('strangers cannot keep the owner from a reset link: one works at any time, and a known browser gets its own', async (t) => {
  const { site, dana } = await siteWithEditor(t, { ...SMTP, TRUSTED_PROXIES: '1' });
  const ask = (n: number, email: string, cookie = 'x=y') => {
    const asked = form({ cookie }, { email });
    return site.fetch(RESET, { ...asked, headers: { ...asked.headers, 'X-Forwarded-For': `192.0.2.${n}` } });
  };
  const entered = form(NOBODY, { email: dana.email, password: PASSWORD });
  const known = (await site.fetch('/newsroom/sign-in', entered)).headers
    .getSetCookie()
    .find((one) => /-browser=/.test(one));
  const answers = new Set<string>();
  for (let n = 0; n < 8; n++)
    for (const email of [dana.email, 'nobody@magazine.example']) {
      const answer = await ask(n, email);
      answers.add(`${answer.status} ${answer.headers.get('location')}`);
    }
  assert.deepEqual([...answers], ['303 /newsroom/reset?done=asked']);
  assert.equal((await letters(site, 'reset')).length, 3);
  const link = await linkOf(site, 'reset');
  site.pass(25 * 60 - 1);
  assert.equal((await site.fetch(link)).status, 200);
  await ask(20, dana.email, known?.split(';')[0]);
  assert.equal((await letters(site, 'reset')).length, 4);
});

test('a reset link expires after half an hour or with a password change; a newer one that anybody asked for leaves it', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const ask = async () => {
    await site.fetch(RESET, form(NOBODY, { email: dana.email }));
    site.pass(1);
    return linkOf(site, 'reset');
  };
  const first = await ask();
  const second = await ask();
  assert.equal((await site.fetch(first)).status, 200);
  assert.equal((await site.fetch(second)).status, 200);
  const fields = { oldPassword: PASSWORD, newPassword: OTHER, repeatedPassword: OTHER };
  assert.equal((await site.fetch('/newsroom/password', form(dana, fields))).status, 303);
  for (const link of [first, second]) assert.equal((await site.fetch(link)).status, 404);
  const third = await ask();
  site.pass(30 * 60);
  assert.equal((await site.fetch(third, form(NOBODY, TWICE))).status, 404);
});

test('a site without a mail server shows a notice on the reset page, and a chief can create the reset link', async (t) => {
  const { site, dana } = await siteWithEditor(t, {});
  const chief = await site.person('chief');
  assert.match(await (await site.fetch(RESET)).text(), /sends no email/);
  await site.fetch(RESET, form(NOBODY, { email: dana.email }));
  assert.deepEqual(await letters(site), []);
  const page = await (await site.fetch(`/newsroom/team/people/${dana.id}/reset`, form(chief, {}))).text();
  const link = /\/newsroom\/reset\/[\w-]{43}/.exec(page)?.[0] ?? '';
  assert.equal((await site.fetch(link, form(NOBODY, TWICE))).status, 303);
  assert.equal((await signIn(site.deps, dana.email, OTHER, WHENCE)).state, 'in');
});

test('a person changes their name, and the pages show the new name', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const changed = await site.fetch('/newsroom/profile/name', form(dana, { name: ' Dana W. Whitfield ' }));
  assert.equal(changed.headers.get('location'), '/newsroom/profile?done=name');
  const page = await (await site.fetch('/newsroom/profile', { headers: { Cookie: dana.cookie } })).text();
  assert.match(page, /Dana W\. Whitfield, editor/);
  assert.equal((await site.fetch('/newsroom/profile/name', form(dana, { name: ' ' }))).status, 422);
});

test('a new email address must be confirmed by its link, which works once, and the old address gets notices', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const fresh = 'dana@new.example';
  const ask = (fields: Record<string, string>) => site.fetch('/newsroom/profile/address', form(dana, fields));
  assert.equal((await ask({ email: fresh, password: 'not my password' })).status, 422);
  assert.equal((await ask({ email: dana.email, password: PASSWORD })).status, 409);
  assert.equal(
    (await ask({ email: fresh, password: PASSWORD })).headers.get('location'),
    '/newsroom/profile?done=asked',
  );
  assert.equal((await letters(site, 'address'))[0]?.recipient, fresh);
  assert.equal((await letters(site, 'address.asked'))[0]?.recipient, dana.email);
  assert.equal((await signIn(site.deps, dana.email, PASSWORD, WHENCE)).state, 'in');
  const link = await linkOf(site, 'address');
  assert.match(await (await site.fetch(link)).text(), /dana@new\.example/);
  assert.equal((await signIn(site.deps, dana.email, PASSWORD, WHENCE)).state, 'in', 'opening the link changes nothing');
  assert.equal((await site.fetch(link, form(NOBODY, {}))).status, 200);
  assert.equal((await site.fetch(link, form(NOBODY, {}))).status, 404);
  assert.equal((await signIn(site.deps, fresh, PASSWORD, WHENCE)).state, 'in');
  await assert.rejects(signIn(site.deps, dana.email, PASSWORD, WHENCE), { kind: 'unauthorized' });
  assert.equal((await letters(site, 'address.changed'))[0]?.recipient, dana.email);
});

test('a person cannot change to an address in use, even if it was free at the time of the request', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const tomasz = await site.person('writer', 'Tomasz Lind');
  const fields = { email: tomasz.email, password: PASSWORD };
  assert.equal((await site.fetch('/newsroom/profile/address', form(dana, fields))).status, 409);
  await site.fetch('/newsroom/profile/address', form(dana, { ...fields, email: 'late@magazine.example' }));
  const link = await linkOf(site, 'address');
  await site.person('writer', 'Late');
  assert.equal((await site.fetch(link, form(NOBODY, {}))).status, 409);
  assert.ok(await findSession(site.deps, dana.cookie.split('=')[1] ?? ''));
});

test('neither the secret of a reset link nor an email address is in the journal or the log', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  await site.fetch(RESET, form(NOBODY, { email: dana.email }));
  const link = await linkOf(site, 'reset');
  await site.fetch(link, form(NOBODY, TWICE));
  const journal = await site.deps.db.read.selectFrom('journal').selectAll().execute();
  const links = await site.deps.db.read.selectFrom('one_time_link').selectAll().execute();
  assert.doesNotMatch(JSON.stringify([journal, site.log]), /@magazine/);
  assert.ok(!JSON.stringify([journal, site.log, links]).includes(link.split('/').at(-1) ?? ''));
  const acts = journal.map(({ act }) => act);
  for (const act of ['password.reset asked', 'password.reset']) assert.ok(acts.includes(act), act);
});
