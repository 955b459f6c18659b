import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClaim } from '#agents/claims.ts';
import { WAITING_LIMIT } from '#agents/waiting-limit.ts';
import { startSession } from '#people/sessions.ts';
import { ask, poll, polled, postIdentity } from '../../support/ceremony.ts';
import { BASE, json, openSite, type TestSite } from '../../support/site.ts';

test('an identity request returns a claim token, a user code, the claim page and its times, and is never cached', async (t) => {
  const site = await openSite(t);
  const response = await postIdentity(site, { type: 'service_auth' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('pragma'), 'no-cache');
  const { claim_token, user_code, ...rest } = await json(response);
  assert.match(claim_token, /^clm_[A-Za-z0-9_-]{43}$/);
  assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.deepEqual(rest, { verification_uri: `${BASE}/agent/claim`, interval: 5, expires_in: 600 });
});

test('verification_uri uses the base URL of the settings, not the Host header', async (t) => {
  const site = await openSite(t, { BASE_URL: 'https://magazine.example' });
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  const { verification_uri } = await json(await postIdentity(site, { type: 'service_auth' }, headers));
  assert.equal(verification_uri, 'https://magazine.example/agent/claim');
});

test('interval and expires_in are whole numbers even if the settings have fractions', async (t) => {
  const site = await openSite(t, { CLAIM_INTERVAL_SECONDS: '0.2', CLAIM_EXPIRES_SECONDS: '30.5' });
  const { interval, expires_in } = await json(await postIdentity(site, { type: 'service_auth' }));
  assert.deepEqual([interval, expires_in], [1, 30]);
});

const refused: [string, unknown, RegExp][] = [
  ['no type', {}, /type must be service_auth/],
  ['another type', { type: 'anonymous' }, /type must be service_auth/],
  ['identity_assertion', { type: 'identity_assertion', assertion: 'x' }, /type must be service_auth/],
  ['a type that is no string', { type: ['service_auth'] }, /type must be service_auth/],
  ['an array', [], /must be a JSON object/],
  ['null', null, /must be a JSON object/],
  ['a login_hint that is no string', { type: 'service_auth', login_hint: 7 }, /login_hint must be a string/],
  ['a login_hint of null', { type: 'service_auth', login_hint: null }, /login_hint must be a string/],
  ['a login_hint of 321 characters', { type: 'service_auth', login_hint: 'x'.repeat(321) }, /at most 320/],
  ['a login_hint with a NUL', { type: 'service_auth', login_hint: 'a\0b' }, /control characters/],
  ['a login_hint with a line break', { type: 'service_auth', login_hint: 'a\nb' }, /line breaks/],
  ['a login_hint with a bidi override', { type: 'service_auth', login_hint: 'a\u202eb' }, /overrides/],
  ['a login_hint with half a character', '{"type":"service_auth","login_hint":"\\ud800"}', /surrogates/],
];

for (const [what, body, why] of refused) {
  test(`an identity request with ${what} is 400 invalid_request in the API error format`, async (t) => {
    const site = await openSite(t);
    const response = await postIdentity(site, body);
    assert.equal(response.status, 400);
    const { code, error, hint, ...rest } = await json(response);
    assert.equal(code, 'invalid_request');
    assert.match(error, why);
    assert.ok(hint.length > 0);
    assert.deepEqual(rest, {});
    assert.equal(response.headers.get('pragma'), 'no-cache');
  });
}

test('a login_hint may be 320 emoji, may have surrounding spaces or be empty, and unknown fields are ignored', async (t) => {
  const site = await openSite(t);
  for (const login_hint of ['😀'.repeat(320), ` ${'x'.repeat(320)} `, '   ', '']) {
    const response = await postIdentity(site, { type: 'service_auth', login_hint, scope: 'everything' });
    assert.equal(response.status, 200);
  }
});

test('an identity request is 400 for bad JSON or a repeated key, 415 for another content type, 413 for a large body', async (t) => {
  const site = await openSite(t);
  const answers = [
    await postIdentity(site, '{"type":'),
    await postIdentity(site, '{"type":"service_auth","type":"service_auth"}'),
    await postIdentity(site, 'type=service_auth', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    await postIdentity(site, { type: 'service_auth' }, { 'Content-Encoding': 'gzip' }),
    await postIdentity(site, { type: 'service_auth', more: 'x'.repeat(1024 * 1024) }),
  ];
  const told = await Promise.all(answers.map(async (answer) => [answer.status, (await json(answer)).code]));
  assert.deepEqual(told, [
    [400, 'bad_request'],
    [400, 'bad_request'],
    [415, 'unsupported_media_type'],
    [415, 'unsupported_media_type'],
    [413, 'payload_too_large'],
  ]);
});

test('every method except POST is 405 with Allow: POST at the identity and token addresses', async (t) => {
  const site = await openSite(t);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
    for (const path of ['/api/agent/identity', '/api/agent/token']) {
      const response = await site.fetch(path, { method });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'], `${method} ${path}`);
      assert.equal(response.headers.get('access-control-allow-origin'), null);
    }
  }
});

test('the answer does not reveal whether the login_hint is the email address of an editor', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const shapes = [];
  for (const login_hint of [editor.email, 'nobody@magazine.example', undefined]) {
    const response = await postIdentity(site, { type: 'service_auth', login_hint });
    const { claim_token, user_code, ...rest } = await json(response);
    shapes.push([response.status, claim_token.length, user_code.length, rest]);
  }
  assert.deepEqual(shapes[0], shapes[1]);
  assert.deepEqual(shapes[0], shapes[2]);
});

test('the sixty-first identity request in a minute from one address is 429 with Retry-After', async (t) => {
  const site = await openSite(t);
  for (let n = 0; n < 60; n++) {
    if (n % 10 === 0) await denyAll(site);
    assert.equal((await postIdentity(site, { type: 'service_auth' })).status, 200);
  }
  await denyAll(site);
  const response = await postIdentity(site, { type: 'service_auth' });
  assert.equal(response.status, 429);
  assert.ok(Number(response.headers.get('retry-after')) >= 1);
  assert.equal((await json(response)).code, 'rate_limited');
});

test('ten claims of one program at one address can wait; other programs there and other addresses still get claims', async (t) => {
  const site = await openSite(t, { TRUSTED_PROXIES: '1' });
  const askFrom = (address: string, program = 'one') =>
    site.fetch('/api/agent/identity', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'User-Agent': program },
      body: '{"type":"service_auth"}',
    });
  for (let n = 1; n <= 10; n++) assert.equal((await askFrom(`2001:db8:1:2::${n}`)).status, 200);
  const refused = await askFrom('2001:db8:1:2:ffff::1');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
  assert.match((await json(refused)).error, /10 requests of this program from your address/);
  for (let n = 0; n < 30; n++) assert.equal((await askFrom('2001:db8:1:2::1', `program ${n}`)).status, 200);
  assert.equal((await askFrom('2001:db8:1:2::1', 'the 41st')).status, 429);
  assert.equal((await askFrom('2001:db8:1:3::1')).status, 200);
  site.pass(600);
  assert.equal((await askFrom('2001:db8:1:2::1')).status, 200);
});

test('a network of many addresses cannot take the claims of other networks, nor those of the newsroom', async (t) => {
  const site = await openSite(t);
  const limit = { ...WAITING_LIMIT, inAll: 20, perAddress: 4 };
  const open = async (address: string, isKnown = false) => {
    const asked = { loginHint: null, address, program: '', isKnown };
    return openClaim(site.deps, asked, 600, limit).then(
      () => 1,
      () => 0,
    );
  };
  const openMany = async (most: number, address: (n: number) => string) => {
    let opened = 0;
    for (let n = 0; n < most; n++) opened += await open(address(n));
    return opened;
  };
  assert.equal(await openMany(12, (n) => `2001:db8:1:${n}00::1`), 8, 'a whole /48');
  assert.equal(await openMany(4, (n) => `2001:db8:2:${n}00::1`), 2, 'the next one, with half of the places taken');
  assert.equal(await openMany(6, (n) => `2001:db8:3${n}::1`), 5, 'other networks');
  assert.equal(await openMany(2, (n) => `203.0.${n}.7`), 0, 'strangers have no place left');
  await startSession(site.deps, await site.person('editor'), { address: '198.51.100.7', browser: 'test' });
  assert.equal(await open('198.51.100.7'), 1, 'an agent at the address of an editor');
  assert.equal(await open('198.51.100.8'), 0);
  assert.equal(await open('198.51.100.8', true), 1, 'a browser in which somebody signed in');
});

test('two hundred claims can wait in total; the next is 429 until older claims expire', async (t) => {
  const site = await openSite(t);
  await fillTheWaitingList(site);
  const response = await postIdentity(site, { type: 'service_auth' });
  assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '60']);
  site.pass(600);
  assert.equal((await postIdentity(site, { type: 'service_auth' })).status, 200);
});

test('RATE_LIMITS=off removes the limits on identity requests and on waiting claims', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  await fillTheWaitingList(site);
  for (let n = 0; n < 61; n++) assert.equal((await postIdentity(site, { type: 'service_auth' })).status, 200);
});

test('the 121st poll of a claim in a minute is 429, and another claim can still be polled', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  for (let n = 0; n < 120; n++) assert.equal((await poll(site, claim_token)).status, 400);
  const refused = await poll(site, claim_token);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal((await poll(site, (await ask(site)).claim_token)).status, 400);
});

async function fillTheWaitingList(site: TestSite): Promise<void> {
  const asker = (n: number) => ({ loginHint: null, address: `192.0.2.${n}`, program: '', isKnown: true });
  await Promise.all(Array.from({ length: 200 }, (_, n) => openClaim(site.deps, asker(Math.floor(n / 10)), 600)));
}

async function denyAll(site: TestSite): Promise<void> {
  await site.deps.db.write((tx) => tx.updateTable('claim').set({ status: 'denied' }).execute());
}

test('a poll of an expired claim is expired_token for one day, then invalid_grant', async (t) => {
  const site = await openSite(t);
  const { claim_token } = await ask(site);
  site.pass(600 + 24 * 60 * 60);
  assert.deepEqual(await polled(site, claim_token), [400, 'expired_token']);
  site.pass(1);
  await ask(site);
  assert.deepEqual(await polled(site, claim_token), [400, 'invalid_grant']);
  assert.equal((await poll(site, 'clm_nonsense')).status, 400);
});
