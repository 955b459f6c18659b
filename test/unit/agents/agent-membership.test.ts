import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatUserCode, newUserCode, readUserCode } from '#agents/claims.ts';
import { listGrantedAgents } from '#agents/list-agents.ts';
import { revokeGrant } from '#agents/revoke.ts';
import { CLI, SYSTEM } from '#core/actor.ts';
import { disableMember } from '#people/members.ts';
import { ask, decide, poll, polled, postToken, typeCode } from '../../support/ceremony.ts';
import { bearer, draft, json, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

// How an issued token ends, and that no secret is stored or logged.

test('a token works for exactly 900 seconds', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  assert.equal(await tried(site, token), 201);
  site.pass(899.999);
  assert.equal(await tried(site, token, 'second'), 201);
  site.pass(0.001);
  assert.equal(await tried(site, token, 'third'), 401);
});

test('a token stops working when its approving editor is disabled or made a writer', async (t) => {
  const site = await openSite(t);
  const [gone, demoted] = [await site.person('editor'), await site.person('editor')];
  const [first, second] = [await site.grantToken(gone), await site.grantToken(demoted)];
  await disableMember(site.deps, CLI, gone.email);
  await site.deps.db.write(async (tx) => {
    await tx.updateTable('editor').set({ role: 'writer' }).where('id', '=', demoted.id).execute();
  });
  assert.equal(await tried(site, first), 401);
  assert.equal(await tried(site, second), 401);
});

test('any editor can revoke a token once, and the token fails at its next call', async (t) => {
  const site = await openSite(t);
  const [editor, other] = [await site.person('editor'), await site.person('chief')];
  const token = await site.grantToken(editor);
  assert.equal(await tried(site, token), 201);
  const [line] = (await listGrantedAgents(site.deps, site.deps.db.read, { limit: 10 })).programs;
  assert.deepEqual([line?.state, line?.letInBy, line?.saved], ['live', editor.name, 1]);
  await revokeGrant(site.deps, other, line?.claimId ?? '');
  assert.equal(await tried(site, token, 'second'), 401);
  await assert.rejects(revokeGrant(site.deps, other, line?.claimId ?? ''), { kind: 'already_done' });
  assert.equal((await listGrantedAgents(site.deps, site.deps.db.read, { limit: 10 })).programs[0]?.state, 'revoked');
});

test('a writer cannot revoke a token', async (t) => {
  const site = await openSite(t);
  await site.grantToken(await site.person('editor'));
  const writer = await site.person('writer');
  const [line] = (await listGrantedAgents(site.deps, site.deps.db.read, { limit: 10 })).programs;
  await assert.rejects(revokeGrant(site.deps, writer, line?.claimId ?? ''), { kind: 'forbidden' });
});

test('a token issued for another site address is refused', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await site.deps.db.write(async (tx) => {
    await tx.updateTable('access_token').set({ resource: 'https://other.example' }).execute();
  });
  assert.equal(await tried(site, token), 401);
});

test('the journal records each claim opened, approved or refused and each token issued', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const [approved, refused] = [await ask(site), await ask(site)];
  await decide(site, editor, approved.user_code, 'approval');
  await decide(site, editor, approved.user_code, 'approval');
  await decide(site, editor, refused.user_code, 'refusal');
  await poll(site, approved.claim_token);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'actor_id'])
    .where('subject_kind', 'in', ['claim', 'token'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    lines.map((line) => [line.act, line.actor_id]),
    [
      ['claim.opened', SYSTEM.id],
      ['claim.opened', SYSTEM.id],
      ['claim.approved', editor.id],
      ['claim.denied', editor.id],
      ['token.issued', SYSTEM.id],
    ],
  );
});

test('no secret is stored in plain text or written to the log', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  site.pass(901);
  const { claim_token, user_code } = await ask(site, { login_hint: editor.email });
  await typeCode(site, editor, 'BBBB-BBBB');
  await polled(site, claim_token);
  await decide(site, editor, user_code, 'approval', { password: `${PASSWORD}?` });
  await decide(site, editor, user_code, 'approval', { password: PASSWORD });
  const { access_token } = await json(await poll(site, claim_token));
  await poll(site, claim_token);
  await postToken(site, `{"claim_token":"${claim_token}"}`, 'application/json');
  assert.equal(await tried(site, access_token), 201);
  assert.equal(await tried(site, `${access_token}x`), 401);
  const cookie = editor.cookie.split('=')[1] ?? '';
  const code = readUserCode(user_code) ?? '';
  const kept = `${await everyRow(site)}\n${JSON.stringify(site.log)}`;
  for (const [name, secret] of Object.entries({ claim_token, user_code, code, access_token, cookie, PASSWORD })) {
    assert.ok(secret.length >= 8);
    assert.ok(!kept.includes(secret), `${name} is in the database or the log`);
    assert.ok(
      !kept.includes(secret.replace(/^(?:clm_|pl_at_|pl_se_)/, '')),
      `${name} without its prefix is in the database or the log`,
    );
  }
});

test('user codes use the twenty letters of RFC 8628 and are accepted in any case, with or without the dash', () => {
  for (let n = 0; n < 200; n++) assert.match(newUserCode(), /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  assert.equal(formatUserCode('WDJBMJHT'), 'WDJB-MJHT');
  for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'W.D.J.B–MJHT'])
    assert.equal(readUserCode(typed), 'WDJBMJHT');
  for (const typed of ['', 'WDJB-MJH', 'WDJB-MJHTX', 'WDJA-MJHT', 'WDJ1-MJHT']) assert.equal(readUserCode(typed), null);
});

async function tried(site: TestSite, token: string, slug = 'first'): Promise<number> {
  const request = { method: 'POST', headers: bearer(token), body: JSON.stringify(draft({ slug })) };
  return (await site.fetch('/api/admin/articles', request)).status;
}

/** All rows of all tables, as JSON text. */
async function everyRow(site: TestSite): Promise<string> {
  const tables = await site.deps.db.read.introspection.getTables();
  assert.ok(tables.length > 10);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      site.deps.db.read
        .selectFrom(name as 'claim')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
