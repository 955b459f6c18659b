import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listActiveAgents } from '#agents/list-agents.ts';
import { findAgent } from '#agents/tokens.ts';
import { CLI } from '#core/actor.ts';
import { disableMember } from '#people/members.ts';
import { createCallLog } from '#runtime/call-log.ts';
import { now } from '#runtime/deps.ts';
import { ask, decide, poll, polled, review, typeCode } from '../../support/ceremony.ts';
import { call as callTool } from '../../support/mcp.ts';
import { bearer, draft, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// The terms of a grant (sections, drafts only, duration), and how a grant ends.

async function grantToken(site: TestSite, editor: Person, terms: [string, string][] = []) {
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const body = new URLSearchParams([...Object.entries(fields), ...terms]).toString();
  const response = await site.fetch('/agent/claim/approval', { ...form(editor, {}), body });
  assert.equal(response.status, 303, await response.text());
  const issued = await json(await poll(site, claim_token));
  return { claimId: fields.claim, claim_token, token: issued.access_token as string, scope: issued.scope as string };
}

function send(site: TestSite, token: string, path: string, over: Record<string, unknown>): Promise<Response> {
  return site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(draft(over)) });
}

test('an approval without chosen terms gives one token with both scopes for every section', async (t) => {
  const site = await openSite(t);
  const { claim_token, token, scope } = await grantToken(site, await site.person('editor'));
  assert.equal(scope, 'article:draft article:edit');
  const agent = await findAgent(site.deps, token, site.config.publication.baseUrl);
  assert.equal(agent?.sections, undefined);
  site.pass(60);
  assert.deepEqual(await polled(site, claim_token), [400, 'invalid_grant']);
});

test('a draft-only token has one scope: it can file drafts but not save revisions', async (t) => {
  const site = await openSite(t);
  const { token, scope } = await grantToken(site, await site.person('editor'), [['may', 'draft']]);
  assert.equal(scope, 'article:draft');
  const filed = await send(site, token, '/api/admin/articles', {});
  assert.equal(filed.status, 201);
  const { id } = await json(filed);
  const refused = await send(site, token, `/api/admin/articles/${id}/revisions`, { baseRevision: 0 });
  assert.equal(refused.status, 403);
  assert.equal((await json(refused)).code, 'insufficient_scope');
});

test('an agent granted two sections can file, save and move drafts only within them, over REST and MCP', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const narrow = await grantToken(site, editor, [
    ['section', 'robotics'],
    ['section', 'people'],
  ]);
  const wide = await grantToken(site, editor);
  const filed = await json(await send(site, narrow.token, '/api/admin/articles', {}));
  const outside = await send(site, narrow.token, '/api/admin/articles', { section: 'software', slug: 'b' });
  assert.equal(outside.status, 403);
  const refusal = await json(outside);
  assert.equal(refusal.code, 'insufficient_scope');
  assert.match(refusal.hint, /robotics, people/);
  const path = `/api/admin/articles/${filed.id}/revisions`;
  assert.equal((await send(site, narrow.token, path, { section: 'people', baseRevision: 0 })).status, 201);
  assert.equal((await send(site, narrow.token, path, { section: 'software', baseRevision: 1 })).status, 403);
  const other = await json(await send(site, wide.token, '/api/admin/articles', { section: 'software', slug: 'c' }));
  const taken = { section: 'people', slug: 'c', baseRevision: 0 };
  assert.equal((await send(site, narrow.token, `/api/admin/articles/${other.id}/revisions`, taken)).status, 403);
  const called = await callTool(site, narrow.token, 'create_article', draft({ section: 'benchmarks', slug: 'd' }));
  assert.equal(called.isError, true);
  assert.match(JSON.stringify(called), /insufficient_scope/);
  assert.equal((await send(site, narrow.token, path, { section: 'nowhere', baseRevision: 1 })).status, 403);
});

test('an approval for an unknown section is refused and grants no access', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  const response = await decide(site, editor, user_code, 'approval', { section: 'everything' });
  assert.equal(response.status, 400);
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending']);
});

test('a grant for one hour gives a new token at each poll interval; the older token stays valid', async (t) => {
  const site = await openSite(t);
  const { claim_token, token } = await grantToken(site, await site.person('editor'), [['renewal', 'hour']]);
  assert.deepEqual(await polled(site, claim_token), [400, 'slow_down']);
  site.pass(5);
  const { access_token: second, ...rest } = await json(await poll(site, claim_token));
  assert.deepEqual(Object.keys(rest).sort(), ['expires_in', 'scope', 'token_type']);
  assert.match(second, /^pl_at_/);
  assert.notEqual(second, token);
  for (const one of [token, second])
    assert.equal(
      (
        await send(site, one, '/api/admin/articles', {
          slug: `by-${one
            .slice(-8)
            .toLowerCase()
            .replace(/[^a-z0-9]/g, 'x')}`,
        })
      ).status,
      201,
    );
});

test('of twenty parallel polls of a grant for one hour exactly one gets a new token and the others are slow_down', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await grantToken(site, await site.person('editor'), [['renewal', 'hour']]);
  site.pass(600);
  const polls = await Promise.all(Array.from({ length: 20 }, () => polled(site, claim_token)));
  assert.equal(polls.filter(([status]) => status === 200).length, 1);
  assert.equal(polls.filter(([, error]) => error === 'slow_down').length, 19);
});

test('of twenty parallel first polls of a grant for one hour exactly one gets a token', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval', { renewal: 'hour' });
  const polls = await Promise.all(Array.from({ length: 20 }, () => polled(site, claim_token)));
  assert.equal(polls.filter(([status]) => status === 200).length, 1);
  assert.equal((await site.deps.db.read.selectFrom('access_token').select('id').execute()).length, 1);
});

test('a grant for one hour ends after it; a grant for the day ends after eight hours or at midnight UTC', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const hour = await grantToken(site, editor, [['renewal', 'hour']]);
  const day = await grantToken(site, editor, [['renewal', 'day']]);
  site.pass(3600);
  assert.deepEqual(await polled(site, hour.claim_token), [400, 'invalid_grant']);
  assert.deepEqual(await polled(site, day.claim_token), [200, undefined]);
  site.pass(7 * 3600 - 1); // now 20:59:59; the eight hours end at 21:00
  assert.deepEqual(await polled(site, day.claim_token), [200, undefined]);
  site.pass(1);
  assert.deepEqual(await polled(site, day.claim_token), [400, 'invalid_grant']);
  const late = await site.person('editor');
  const evening = await grantToken(site, late, [['renewal', 'day']]);
  site.pass(3 * 3600);
  assert.deepEqual(await polled(site, evening.claim_token), [400, 'invalid_grant'], 'the grant ends at midnight');
});

test('a grant gives no new token, and its old token fails, after the approving editor is disabled', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, token } = await grantToken(site, editor, [['renewal', 'day']]);
  await disableMember(site.deps, CLI, editor.email);
  site.pass(60);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
  assert.equal((await send(site, token, '/api/admin/articles', {})).status, 401);
});

test('a revoked agent fails at its next call and gets no new token', async (t) => {
  const site = await openSite(t);
  const [editor, other] = [await site.person('editor'), await site.person('chief')];
  const { claimId, claim_token, token } = await grantToken(site, editor, [['renewal', 'day']]);
  site.pass(1000); // the first token has expired; without the revocation a poll would give another
  assert.match(await readPage(site, other, '/newsroom/agents'), /Has access/);
  const revoked = await site.fetch(`/newsroom/agents/${claimId}/revoke`, form(other, {}));
  assert.equal(revoked.status, 303);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
  assert.equal((await send(site, token, '/api/admin/articles', {})).status, 401);
});

test('an agent that has access is listed behind two hundred newer ones whose access ended', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await grantToken(site, editor, [['renewal', 'day']]);
  const { read, write } = site.deps.db;
  const [claim, token] = [
    await read.selectFrom('claim').selectAll().executeTakeFirstOrThrow(),
    await read.selectFrom('access_token').selectAll().executeTakeFirstOrThrow(),
  ];
  site.pass(3600);
  const [decided_at, ids] = [now(site.deps), Array.from({ length: 200 }, () => site.deps.newId())];
  const ended = { ...claim, decided_at, renew_until: null };
  await write(async (tx) => {
    await tx
      .insertInto('claim')
      .values(ids.map((id) => ({ ...ended, id, claim_token_hash: id })))
      .execute();
    await tx
      .insertInto('access_token')
      .values(ids.map((id) => ({ ...token, id, claim_id: id, token_hash: id })))
      .execute();
  });
  assert.deepEqual(
    (await listActiveAgents(site.deps, read)).map(({ claimId }) => claimId),
    [claim.id],
  );
});

test('“stop all agents” shows a page to confirm, then ends every agent’s access and refuses waiting claims', async (t) => {
  const site = await openSite(t);
  const [one, two, writer] = [await site.person('editor'), await site.person('chief'), await site.person('writer')];
  const first = await grantToken(site, one);
  const second = await grantToken(site, two, [['renewal', 'day']]);
  const approved = await ask(site);
  await decide(site, two, approved.user_code, 'approval', { renewal: 'hour' });
  const waiting = await ask(site);
  assert.equal((await send(site, first.token, '/api/admin/articles', {})).status, 201);
  const page = await readPage(site, one, '/newsroom/agents/stop');
  assert.match(page, /3 agents have access now/);
  assert.equal((await site.fetch('/newsroom/agents/stop', form(writer, {}))).status, 403);
  const stopped = await site.fetch('/newsroom/agents/stop', form(one, {}));
  assert.equal(stopped.status, 303);
  for (const { token } of [first, second])
    assert.equal((await send(site, token, '/api/admin/articles', { slug: 'other' })).status, 401);
  site.pass(60);
  for (const { claim_token } of [second, approved, waiting])
    assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
  assert.deepEqual(await polled(site, first.claim_token), [400, 'invalid_grant']);
  const after = await readPage(site, one, '/newsroom/agents?done=stopped');
  assert.match(after, /No agent has access now/);
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select(['actor_id', 'detail'])
    .where('act', '=', 'agents.stopped')
    .executeTakeFirstOrThrow();
  assert.equal(line.actor_id, one.id);
  assert.deepEqual(JSON.parse(line.detail ?? ''), { programs: 3, waiting: 1 });
});

test('the page of an agent shows who approved it, its terms, the articles it wrote and its calls', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const { claimId, token } = await grantToken(site, editor, [
    ['section', 'robotics'],
    ['renewal', 'hour'],
  ]);
  await send(site, token, '/api/admin/articles', {});
  await send(site, token, '/api/admin/articles', { section: 'software', slug: 'b' });
  await callTool(site, token, 'list_articles', {});
  const page = await readPage(site, editor, `/newsroom/agents/${claimId}`);
  for (const words of [
    'Dana Whitfield',
    '127.0.0.1',
    'Robotics',
    'A layout robot on a live slab',
    'POST articles',
    'list_articles',
    'refused: insufficient scope',
    'until',
  ])
    assert.ok(page.includes(words), words);
  assert.doesNotMatch(page, /pl_at_|clm_/);
  const writer = await site.person('writer');
  assert.equal((await site.fetch(`/newsroom/agents/${claimId}`, { headers: fromPage(writer) })).status, 403);
  assert.equal((await site.fetch('/newsroom/agents/none', { headers: fromPage(editor) })).status, 404);
});

test('the call log keeps the last 500 calls of an agent', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claimId } = await grantToken(site, editor);
  const { callLog } = site.deps;
  const at = now(site.deps);
  for (let n = 0; n < 700; n++) callLog.note({ claimId, at, name: `call ${n}`, articleId: null, outcome: 'done' });
  await callLog.flush();
  const rows = await site.deps.db.read
    .selectFrom('agent_call')
    .select('name')
    .where('claim_id', '=', claimId)
    .execute();
  assert.equal(rows.length, 500);
  assert.equal(rows[0]?.name, 'call 200');
});

test('when the database is unavailable, the call log drops the recorded calls without failing', async (t) => {
  const site = await openSite(t);
  const { claimId } = await grantToken(site, await site.person('editor'));
  const log = createCallLog({ ...site.deps.db, write: () => Promise.reject(new Error('away')) });
  log.note({ claimId, at: now(site.deps), name: 'call', articleId: null, outcome: 'done' });
  await log.flush();
  await log.flush();
  assert.equal((await site.deps.db.read.selectFrom('agent_call').select('seq').execute()).length, 0);
});

test('the claim page says when access for the day ends, and keeps the chosen terms after a wrong password', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { user_code } = await ask(site);
  const page = await (await typeCode(site, editor, user_code)).text();
  assert.match(page, /Until 21:00 UTC/);
  site.pass(600);
  const second = await ask(site);
  site.pass(400); // the editor signed in more than 15 minutes ago, so the password is required
  const wrong = await decide(site, editor, second.user_code, 'approval', {
    section: 'people',
    may: 'draft',
    renewal: 'hour',
    password: 'not the right one at all',
  });
  const again = await wrong.text();
  assert.equal(wrong.status, 422);
  assert.match(again, /value="people" checked/);
  assert.match(again, /value="draft" selected/);
  assert.match(again, /value="hour" selected/);
});
