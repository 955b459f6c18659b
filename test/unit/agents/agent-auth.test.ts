import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAIM_GRANT } from '#agents/auth-protocol.ts';
import { CLI } from '#core/actor.ts';
import { disableMember } from '#people/members.ts';
import { ask, decide, poll, polled, postToken } from '../../support/ceremony.ts';
import { json, openSite } from '../../support/site.ts';

test('an agent gets a token for 900 seconds after an editor types its code and approves', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending']);
  await decide(site, editor, user_code, 'approval');
  const response = await poll(site, claim_token);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('pragma'), 'no-cache');
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const { access_token, ...rest } = await json(response);
  assert.match(access_token, /^pl_at_[A-Za-z0-9_-]{49}$/);
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 900, scope: 'article:draft article:edit' });
});

test('an unknown claim token is invalid_grant, and the sixty-first in a minute is 429', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  for (let n = 0; n < 60; n++) assert.deepEqual(await polled(site, `clm_${n}`), [400, 'invalid_grant']);
  const response = await poll(site, 'clm_60');
  assert.equal(response.status, 429);
  assert.ok(Number(response.headers.get('retry-after')) >= 1);
  const { error, error_description, code, hint } = await json(response);
  assert.deepEqual([error, code], ['rate_limited', 'rate_limited']);
  assert.ok(error_description && hint);
  assert.deepEqual(
    await polled(site, claim_token),
    [400, 'authorization_pending'],
    'a known claim token is not limited',
  );
});

test('a second redemption of a claim is invalid_grant, logs a warning, and leaves the issued token valid', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval');
  const { access_token } = await json(await poll(site, claim_token));
  assert.deepEqual(await polled(site, claim_token), [400, 'invalid_grant']);
  assert.deepEqual(
    site.log.map((line) => line.level),
    ['warn'],
  );
  assert.equal(await callStatus(site, access_token), 422);
  site.pass(601);
  assert.deepEqual(await polled(site, claim_token), [400, 'invalid_grant'], 'and not expired_token');
});

test('a poll of a refused claim is access_denied, even if it comes too early or after the expiry', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'refusal');
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
  site.pass(601);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied'], 'and not expired_token');
});

test('a header of another scheme and a user code in place of the claim token are told as what they are', async (t) => {
  const site = await openSite(t);
  for (const [authorization, said] of [
    ['Token pl_at_x', /has the scheme Token\. Write it as: Authorization: Bearer/],
    ['pl_at_x', /has no scheme/],
    ['Basic eDp5', /has the scheme Basic/],
  ] as const) {
    const refused = await site.fetch('/api/mcp', { method: 'POST', headers: { Authorization: authorization } });
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /error_description="the scheme must be Bearer"/);
    assert.match((await json(refused)).error, said);
  }
  const { user_code } = await ask(site);
  const answer = await json(await poll(site, user_code));
  assert.equal(answer.error, 'invalid_grant');
  assert.match(answer.error_description, /This is a user_code/);
  assert.match(answer.hint, /claim_token.*Do not start again/);
});

test('a poll of an undecided claim is expired_token after 600 seconds, even if it comes too early', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  site.pass(599.999);
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending']);
  site.pass(0.001);
  assert.deepEqual(await polled(site, claim_token), [400, 'expired_token']);
  assert.deepEqual(await polled(site, claim_token), [400, 'expired_token']);
});

test('a poll of an approved claim that expired before its token was fetched is expired_token', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval');
  site.pass(600);
  assert.deepEqual(await polled(site, claim_token), [400, 'expired_token']);
});

test('the token of a claim approved in its last second can be fetched for two more minutes', async (t) => {
  const site = await openSite(t);
  const { claim_token, user_code } = await ask(site);
  site.pass(599);
  const editor = await site.person('editor');
  await decide(site, editor, user_code, 'approval');
  site.pass(119);
  assert.deepEqual(await polled(site, claim_token), [200, undefined]);
});

test('a poll of an approved claim gets the token even if it comes too early', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await polled(site, claim_token);
  assert.deepEqual(await polled(site, claim_token), [400, 'slow_down']);
  await decide(site, editor, user_code, 'approval');
  assert.deepEqual(await polled(site, claim_token), [200, undefined]);
});

test('the first poll is never too early, and an early poll does not delay the next permitted one', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending'], 'the first poll');
  for (const seconds of [0, 1, 1, 1, 1]) {
    site.pass(seconds);
    assert.deepEqual(await polled(site, claim_token), [400, 'slow_down']);
  }
  site.pass(1);
  assert.deepEqual(
    await polled(site, claim_token),
    [400, 'authorization_pending'],
    'five seconds after the first poll',
  );
  site.pass(4.75);
  assert.deepEqual(
    await polled(site, claim_token),
    [400, 'authorization_pending'],
    'a poll may come a quarter of a second early',
  );
});

test('of twenty parallel polls of a pending claim one is authorization_pending and the others are slow_down', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  const polls = await Promise.all(Array.from({ length: 20 }, () => polled(site, claim_token)));
  assert.equal(polls.filter(([, error]) => error === 'authorization_pending').length, 1);
  assert.equal(polls.filter(([, error]) => error === 'slow_down').length, 19);
});

test('of twenty parallel polls of an approved claim exactly one gets the token', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval');
  const polls = await Promise.all(Array.from({ length: 20 }, () => polled(site, claim_token)));
  assert.equal(polls.filter(([status]) => status === 200).length, 1);
  assert.equal(polls.filter(([, error]) => error === 'invalid_grant').length, 19);
  const tokens = await site.deps.db.read.selectFrom('access_token').select('id').execute();
  assert.equal(tokens.length, 1);
});

test('a poll is access_denied if the approving editor was disabled before the token was fetched', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval');
  await disableMember(site.deps, CLI, editor.email);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
});

test('a poll is access_denied if the approving editor became a writer before the token was fetched', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  await decide(site, editor, user_code, 'approval');
  await site.deps.db.write(async (tx) => {
    await tx.updateTable('editor').set({ role: 'writer' }).where('id', '=', editor.id).execute();
  });
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
});

const wellMade = `grant_type=${encodeURIComponent(CLAIM_GRANT)}&claim_token=`;
const illMade: [what: string, body: string, error: string, type?: string][] = [
  [
    'the device_code grant',
    'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=TOKEN',
    'unsupported_grant_type',
  ],
  ['the client_credentials grant', 'grant_type=client_credentials', 'unsupported_grant_type'],
  [
    'the grant in other letters',
    `${wellMade.toUpperCase().replace('GRANT_TYPE', 'grant_type')}TOKEN`,
    'unsupported_grant_type',
  ],
  ['another grant and a good claim token', 'grant_type=refresh_token&claim_token=TOKEN', 'unsupported_grant_type'],
  ['no body', '', 'invalid_request'],
  ['no grant_type', 'claim_token=TOKEN', 'invalid_request'],
  ['an empty grant_type', 'grant_type=&claim_token=TOKEN', 'invalid_request'],
  ['no claim_token', `grant_type=${CLAIM_GRANT}`, 'invalid_request'],
  ['an empty claim_token', wellMade, 'invalid_request'],
  ['grant_type twice', `grant_type=${CLAIM_GRANT}&${wellMade}TOKEN`, 'invalid_request'],
  ['claim_token twice', `${wellMade}TOKEN&claim_token=TOKEN`, 'invalid_request'],
  ['an unknown field twice', `${wellMade}TOKEN&resource=a&resource=b`, 'invalid_request'],
  ['a JSON body', `{"grant_type":"${CLAIM_GRANT}","claim_token":"TOKEN"}`, 'invalid_request', 'application/json'],
  ['a multipart body', `${wellMade}TOKEN`, 'invalid_request', 'multipart/form-data; boundary=x'],
  ['another charset', `${wellMade}TOKEN`, 'invalid_request', 'application/x-www-form-urlencoded; charset=latin1'],
  ['a claim token that is cut short', `${wellMade}clm_`, 'invalid_grant'],
];

for (const [what, body, error, type] of illMade) {
  test(`a token request with ${what} is 400 ${error} in the OAuth and the API error format`, async (t) => {
    const site = await openSite(t);
    const { claim_token } = await ask(site);
    const response = await postToken(site, body.replaceAll('TOKEN', claim_token), type);
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('pragma'), 'no-cache');
    const told = await json(response);
    assert.deepEqual(Object.keys(told), ['error', 'error_description', 'code', 'hint']);
    assert.deepEqual([told.error, told.code], [error, error]);
    assert.match(
      told.error_description,
      /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/,
      'only characters that RFC 6749, section 5.2, allows',
    );
    assert.deepEqual(
      await polled(site, claim_token),
      [400, 'authorization_pending'],
      'the refused request did not count as a poll',
    );
  });
}

test('a token request that is too large is 413, and unknown fields are ignored', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  const large = await postToken(site, `${wellMade}${'x'.repeat(64 * 1024)}`);
  assert.deepEqual([large.status, (await json(large)).error], [413, 'payload_too_large']);
  const more = await postToken(site, `${wellMade}${claim_token}&client_id=me&scope=publish&resource=x`);
  assert.equal((await json(more)).error, 'authorization_pending');
});

test('a claim token in the query string of a token request is ignored', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  const response = await site.fetch(`/api/agent/token?${wellMade}${claim_token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal((await json(response)).error, 'invalid_request');
});

async function callStatus(site: Awaited<ReturnType<typeof openSite>>, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return (await site.fetch('/api/admin/articles', { method: 'POST', headers, body: '{}' })).status;
}
