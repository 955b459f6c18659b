import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { changeRole, disableMember, enableMember, listMembers } from '#people/members.ts';
import { signIn as passPassword, startSession } from '#people/sessions.ts';
import { lettersAsSent } from '../../support/emails.ts';
import { cookieOf, NOBODY, signIn } from '../../support/entering.ts';
import { bearer, draft, form, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

const WHENCE = { address: '127.0.0.1', browser: 'test' };
const INES = { name: 'Ines Calloway', email: 'ines@magazine.example', role: 'editor' };
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' };
const TWICE = { newPassword: PASSWORD, repeatedPassword: PASSWORD };

const invitePage = (site: TestSite, chief: Person, fields: Record<string, string> = INES) =>
  site.fetch('/newsroom/team/invitations', form(chief, fields));

/** The path of the one-time link on a page or in a waiting email. */
const linkIn = (text: string) => /\/newsroom\/(?:invitation|reset|new-address)\/[\w-]{43}/.exec(text)?.[0] ?? '';

async function letters(site: TestSite) {
  return lettersAsSent(site);
}

async function invited(t: TestContext, settings = {}) {
  const site = await openSite(t, settings);
  const chief = await site.person('chief', 'Ruth Okafor');
  const link = linkIn(await (await invitePage(site, chief)).text());
  return { site, chief, link };
}

test('an invitation is sent by email and not shown; its link sets a password and signs the person in', async (t) => {
  const site = await openSite(t, SMTP);
  const chief = await site.person('chief');
  const page = await (await invitePage(site, chief)).text();
  assert.equal(linkIn(page), '');
  assert.match(page, /will be emailed/);
  const [letter] = await letters(site);
  assert.deepEqual([letter?.about, letter?.recipient], ['invitation', INES.email]);
  assert.match(letter?.text ?? '', new RegExp(`^${chief.name} invites you to work in the newsroom of Plumbline`));
  const link = linkIn(letter?.text ?? '');
  assert.ok(letter?.text?.includes(`http://127.0.0.1:3000${link}`));
  assert.equal((await site.fetch(link)).status, 200);
  const taken = await site.fetch(link, form(NOBODY, TWICE));
  assert.equal(taken.status, 303);
  const board = await site.fetch('/newsroom', { headers: { Cookie: cookieOf(taken) } });
  assert.match(await board.text(), /Ines Calloway, editor/);
  assert.equal((await passPassword(site.deps, INES.email, PASSWORD, WHENCE)).editor.role, 'editor');
});

test('without a mail server, the chief sees the invitation link once, and no email is written', async (t) => {
  const { site, link, chief } = await invited(t);
  assert.notEqual(link, '');
  assert.deepEqual(await letters(site), []);
  const team = await (await site.fetch('/newsroom/team', { headers: { Cookie: chief.cookie } })).text();
  assert.equal(linkIn(team), '');
  assert.match(team, /Invited <time[^>]*>[^<]*<\/time>, has not accepted yet/);
});

test('opening an invitation does not use it up; of ten concurrent acceptances one succeeds', async (t) => {
  const { site, link } = await invited(t, { RATE_LIMITS: 'off' });
  for (let n = 0; n < 3; n++) assert.equal((await site.fetch(link)).status, 200);
  assert.equal((await site.fetch(link, { method: 'HEAD' })).status, 200);
  const all = await Promise.all(Array.from({ length: 10 }, () => site.fetch(link, form(NOBODY, TWICE))));
  assert.deepEqual(all.map(({ status }) => status).sort(), [303, ...Array(9).fill(404)]);
  assert.equal((await site.fetch(link)).status, 404);
});

test('an invitation expires after 72 hours or when it is sent again, and cannot be accepted from another site', async (t) => {
  const { site, chief, link } = await invited(t);
  const foreign = { ...form(NOBODY, TWICE), headers: { Origin: 'https://evil.example' } };
  assert.equal((await site.fetch(link, foreign)).status, 403);
  const [ines] = (await listMembers(site.deps.db.read)).filter(({ email }) => email === INES.email);
  const again = linkIn(
    await (await site.fetch(`/newsroom/team/people/${ines?.id}/invitation`, form(chief, {}))).text(),
  );
  assert.equal((await site.fetch(link)).status, 404);
  assert.equal((await site.fetch(again)).status, 200);
  site.pass(72 * 3600);
  assert.equal((await site.fetch(again, form(NOBODY, TWICE))).status, 404);
});

test('an invited person cannot sign in before accepting, and does not count as a chief', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  await invitePage(site, chief, { ...INES, role: 'chief' });
  assert.equal((await signIn(site, { email: INES.email, password: '' })).status, 422);
  await assert.rejects(disableMember(site.deps, chief, chief.email), { kind: 'forbidden' });
});

test('an invalid invitation is refused with the typed text in the form, and an editor cannot invite', async (t) => {
  const { site, chief } = await invited(t);
  const again = await invitePage(site, chief);
  assert.equal(again.status, 409);
  assert.match(await again.text(), /value="Ines Calloway"/);
  assert.equal((await invitePage(site, chief, { ...INES, email: 'none' })).status, 422);
  const editor = await site.person('editor');
  assert.equal((await invitePage(site, editor, { ...INES, email: 'x@magazine.example' })).status, 403);
});

test('an invitation rejects a bad password and stays valid', async (t) => {
  const { site, link } = await invited(t);
  for (const wrong of [
    { newPassword: 'short', repeatedPassword: 'short' },
    { newPassword: PASSWORD, repeatedPassword: `${PASSWORD}.` },
  ])
    assert.equal((await site.fetch(link, form(NOBODY, wrong))).status, 422);
  assert.equal((await site.fetch(link, form(NOBODY, TWICE))).status, 303);
});

test('neither the secret of an invitation link nor the email address is in the log or the journal', async (t) => {
  const { site, link } = await invited(t);
  await site.fetch(link, form(NOBODY, TWICE));
  const secret = link.split('/').at(-1) ?? '';
  const stored = await site.deps.db.read.selectFrom('one_time_link').selectAll().execute();
  const journal = await site.deps.db.read.selectFrom('journal').selectAll().execute();
  assert.doesNotMatch(JSON.stringify([stored, journal, site.log]), new RegExp(secret));
  assert.doesNotMatch(JSON.stringify([journal, site.log]), /ines@/);
  assert.ok(journal.some(({ act }) => act === 'editor.invited'));
  assert.ok(journal.some(({ act }) => act === 'invitation.taken'));
});

test('when a chief changes a role, the person’s sessions end, and the next sign-in has the new role', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const at = `/newsroom/team/people/${dana.id}/role`;
  assert.equal((await site.fetch(at, form(chief, { role: 'writer' }))).status, 303);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
  assert.equal((await passPassword(site.deps, dana.email, PASSWORD, WHENCE)).editor.role, 'writer');
  assert.equal((await site.fetch(at, form(chief, { role: 'writer' }))).status, 409);
  assert.equal((await site.fetch(at, form(chief, { role: 'owner' }))).status, 422);
  assert.equal((await site.fetch(at, form(dana, { role: 'chief' }))).status, 303, 'the session has ended');
});

test('the last chief cannot lose the role; of two chiefs who change each other’s role concurrently, one stays chief', async (t) => {
  const site = await openSite(t);
  const ruth = await site.person('chief', 'Ruth Okafor');
  await assert.rejects(changeRole(site.deps, ruth, ruth.id, 'editor'), { kind: 'forbidden' });
  const eve = await site.person('chief', 'Eve Marsh');
  const both = await Promise.allSettled([
    changeRole(site.deps, ruth, eve.id, 'writer'),
    changeRole(site.deps, eve, ruth.id, 'writer'),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('disabling a person ends sessions, links, tokens and claims, and enabling the person restores none of them', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const { claimToken, userCode } = await openClaim(site.deps, { loginHint: null, address: '::1', program: 'x' }, 600);
  await approveClaim(site.deps, dana, (await findClaim(site.deps, userCode))?.id ?? '');
  const link = linkIn(await (await site.fetch(`/newsroom/team/people/${dana.id}/reset`, form(chief, {}))).text());
  assert.equal((await site.fetch(link)).status, 200);
  await site.fetch(`/newsroom/team/people/${dana.id}/disable`, form(chief, {}));
  const write = () =>
    site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: JSON.stringify(draft()) });
  const states = async () => [
    (await write()).status,
    (await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status,
    (await site.fetch(link)).status,
  ];
  assert.deepEqual(await states(), [401, 303, 404]);
  site.pass(1);
  assert.equal((await site.fetch(`/newsroom/team/people/${dana.id}/enable`, form(chief, {}))).status, 303);
  assert.deepEqual(await states(), [401, 303, 404]);
  assert.equal((await redeemClaim(site.deps, claimToken, site.config.publication.baseUrl, 5)).state, 'denied');
  site.pass(1);
  assert.ok(await startSession(site.deps, dana, WHENCE));
  assert.equal((await passPassword(site.deps, dana.email, PASSWORD, WHENCE)).state, 'in');
  const fresh = await site.grantToken(dana);
  const body = JSON.stringify(draft());
  assert.equal((await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(fresh), body })).status, 201);
  await assert.rejects(enableMember(site.deps, chief, dana.id), { kind: 'already_done' });
});

test('the outbox shows chiefs the subject and state of each email, without recipient or content', async (t) => {
  const site = await openSite(t, SMTP);
  const chief = await site.person('chief');
  await invitePage(site, chief);
  const page = await (await site.fetch('/newsroom/team/outbox', { headers: { Cookie: chief.cookie } })).text();
  assert.match(page, /You are invited to the newsroom of Plumbline/);
  assert.match(page, />Waiting</);
  assert.doesNotMatch(page, /ines@|\/newsroom\/invitation\//);
  const editor = await site.person('editor');
  const refused = await site.fetch('/newsroom/team/outbox', { headers: { Cookie: editor.cookie } });
  assert.equal(refused.status, 403);
});
