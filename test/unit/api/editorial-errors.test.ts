import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { disableMember } from '#people/members.ts';
import { bearer, draft, fromPage, json, openSite, type TestSite } from '../../support/site.ts';

// Every error of the write routes (decisions 0007, 0012 and 0013): each has the error shape of the API and changes nothing.

const ROUTES = ['/api/admin/articles', '/api/admin/articles/7d444840-9dc0-41d1-b245-5ffdce74fad2/revisions'];

async function refusal(site: TestSite, path: string, init: RequestInit) {
  const answer = await site.fetch(path, { method: 'POST', ...init });
  const body = await json(answer);
  assert.ok(body.code && body.error && body.hint, 'code, error and hint');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal((await site.deps.db.read.selectFrom('article').select('id').execute()).length, 0);
  return { status: answer.status, code: body.code, headers: answer.headers, body };
}

for (const path of ROUTES) {
  const valid = JSON.stringify(draft(path.endsWith('revisions') ? { baseRevision: 0 } : {}));

  test(`${path} answers 401 without bearer and cookie, with a challenge that has no error code`, async (t) => {
    const site = await openSite(t);
    const refused = await refusal(site, path, { headers: { 'Content-Type': 'application/json' }, body: valid });
    assert.deepEqual([refused.status, refused.code], [401, 'unauthorized']);
    assert.equal(
      refused.headers.get('www-authenticate'),
      'Bearer realm="http://127.0.0.1:3000", scope="article:draft article:edit", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource"',
    );
  });

  test(`${path} answers 401 with error="invalid_token" to an invalid bearer`, async (t) => {
    const site = await openSite(t);
    const editor = await site.person('editor');
    const token = await site.grantToken(editor);
    for (const bad of [
      'Bearer',
      'Bearer nonsense',
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Basic ${token}`,
      `Bearer a, Bearer ${token}`,
      'Bearer clm_x',
    ]) {
      const headers = {
        'Content-Type': 'application/json',
        Authorization: bad,
        Cookie: editor.cookie,
        'Sec-Fetch-Site': 'same-origin',
      };
      const refused = await refusal(site, path, { headers, body: valid });
      assert.equal(refused.status, 401, bad);
      assert.match(refused.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    }
  });

  test(`${path} answers 400 to malformed JSON and to duplicate keys`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    const bodies = [
      '',
      '{',
      'null]',
      '{"a":1,}',
      '{"headline":"a","headline":"b"}',
      '{"a":{"b":1,"\\u0062":2}}',
      `${'['.repeat(40)}${']'.repeat(40)}`,
    ];
    for (const body of [...bodies, new Uint8Array([0x22, 0xff, 0x22])]) {
      const refused = await refusal(site, path, { headers: bearer(token), body });
      assert.deepEqual([refused.status, refused.code], [400, 'bad_request'], String(body));
    }
  });

  test(`${path} answers 422 to JSON that is not an object`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    for (const body of ['null', '[]', '"text"', '7']) {
      assert.equal((await refusal(site, path, { headers: bearer(token), body })).status, 422);
    }
  });

  test(`${path} answers 413 to a body above 1 MiB, with or without Content-Length`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    const body = JSON.stringify(draft({ bodyBlocks: [{ id: 'b', type: 'paragraph', text: 'a'.repeat(1024 * 1024) }] }));
    const declared = await refusal(site, path, {
      headers: bearer(token, { 'Content-Length': String(body.length) }),
      body,
    });
    assert.deepEqual([declared.status, declared.code], [413, 'payload_too_large']);
    const stream = new Blob([body]).stream();
    assert.equal(
      (await refusal(site, path, { headers: bearer(token), body: stream, duplex: 'half' } as RequestInit)).status,
      413,
    );
  });

  test(`${path} answers 415 to other content types and to any Content-Encoding`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'application/json; charset=utf-16',
      '',
    ]) {
      const refused = await refusal(site, path, { headers: bearer(token, { 'Content-Type': type }), body: valid });
      assert.deepEqual([refused.status, refused.code], [415, 'unsupported_media_type'], type);
    }
    assert.equal(
      (await refusal(site, path, { headers: bearer(token, { 'Content-Encoding': 'gzip' }), body: valid })).status,
      415,
    );
  });

  test(`${path} answers 405 with Allow to other methods`, async (t) => {
    const site = await openSite(t);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await refusal(site, path, { method });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST']);
    }
  });

  test(`${path} answers 429 with Retry-After after 120 writes in a minute with one token`, async (t) => {
    const site = await openSite(t);
    const token = await site.grantToken(await site.person('editor'));
    const call = () => refusal(site, path, { headers: bearer(token), body: '{}' });
    for (let n = 0; n < 120; n++) assert.equal((await call()).status, 422);
    const refused = await call();
    assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  });
}

test('the server accepts a body of exactly 1 MiB', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const around = JSON.stringify(draft({ bodyBlocks: [{ id: 'b', type: 'paragraph', text: '' }] }));
  const text = 'a'.repeat(1024 * 1024 - around.length);
  const body = JSON.stringify(draft({ bodyBlocks: [{ id: 'b', type: 'paragraph', text }] }));
  assert.equal(body.length, 1024 * 1024);
  assert.equal((await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body })).status, 201);
});

test('the server accepts a write with a session cookie only from pages of this site', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const send = (headers: Record<string, string>, slug: string) =>
    site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(draft({ slug })),
    });
  assert.equal((await send(fromPage(writer), 'a')).status, 201);
  assert.equal(
    (await send({ Cookie: writer.cookie, Origin: 'http://127.0.0.1:3000' }, 'b')).status,
    201,
    'Origin alone',
  );
  assert.equal(
    (await send({ Cookie: writer.cookie, Origin: 'http://localhost:3000' }, 'c')).status,
    201,
    'another name of the loopback',
  );
  assert.equal((await send({ Cookie: writer.cookie }, 'd')).status, 403, 'neither header');
  assert.equal((await send({ Cookie: writer.cookie, 'Sec-Fetch-Site': 'cross-site' }, 'd')).status, 403);
  assert.equal((await send({ Cookie: writer.cookie, 'Sec-Fetch-Site': 'same-site' }, 'd')).status, 403);
  assert.equal((await send({ Cookie: writer.cookie, Origin: 'https://elsewhere.example' }, 'd')).status, 403);
  assert.equal(
    (await send({ Cookie: writer.cookie, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 'd')).status,
    403,
  );
  assert.equal((await send({ Cookie: `${writer.cookie}x`, Origin: 'http://127.0.0.1:3000' }, 'd')).status, 401);
});

test('a writer can revise their own drafts, but not the drafts of other writers', async (t) => {
  const site = await openSite(t);
  const [one, other, editor] = [await site.person('writer'), await site.person('writer'), await site.person('editor')];
  const post = (path: string, who: { cookie: string }, over = {}) =>
    site.fetch(path, {
      method: 'POST',
      headers: fromPage(who, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(draft(over)),
    });
  const { id } = await json(await post('/api/admin/articles', one));
  assert.equal((await post(`/api/admin/articles/${id}/revisions`, other, { baseRevision: 0 })).status, 404);
  assert.equal((await post(`/api/admin/articles/${id}/revisions`, one, { baseRevision: 0 })).status, 201);
  assert.equal((await post(`/api/admin/articles/${id}/revisions`, editor, { baseRevision: 1 })).status, 201);
});

test('a token is invalid after 900 seconds, and once the editor who granted access is disabled', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const send = (token: string) =>
    site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body: '{}' });
  const token = await site.grantToken(editor);
  site.pass(899);
  assert.equal((await send(token)).status, 422);
  site.pass(1);
  assert.equal((await send(token)).status, 401);
  const another = await site.grantToken(editor);
  await disableMember(site.deps, CLI, editor.email);
  assert.equal((await send(another)).status, 401);
});

test('the server logs an unexpected error and answers 500 internal without details', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await site.deps.db.write(async (tx) => {
    const { sql } = await import('kysely');
    await sql`drop table address`.execute(tx);
  });
  const refused = await refusal(site, '/api/admin/articles', {
    headers: bearer(token),
    body: JSON.stringify(draft()),
  });
  assert.deepEqual([refused.status, refused.code], [500, 'internal']);
  assert.ok(!JSON.stringify(refused.body).includes('address'));
  const [line] = site.log.filter((one) => one.level === 'error');
  assert.match(String(line?.fields.error), /no such table|does not exist/);
  assert.ok(!JSON.stringify(site.log).includes(token));
});
