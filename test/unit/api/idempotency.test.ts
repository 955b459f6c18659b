import assert from 'node:assert/strict';
import { test } from 'node:test';
import { back } from '../../support/scheduled.ts';
import { bearer, draft, fromPage, json, openSite, type TestSite } from '../../support/site.ts';

// Idempotency-Key on both write routes.

function create(site: TestSite, token: string, key: string, over: Record<string, unknown> = {}) {
  const headers = bearer(token, { 'Idempotency-Key': key });
  return site.fetch('/api/admin/articles', { method: 'POST', headers, body: JSON.stringify(draft(over)) });
}

const count = async (site: TestSite, table: 'article' | 'revision') =>
  (await site.deps.db.read.selectFrom(table).selectAll().execute()).length;

test('a request repeated with the same key and body gets the first response again', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const first = await create(site, token, 'k1');
  site.pass(5);
  const second = await create(site, token, 'k1');
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(await second.text(), await first.text());
  assert.equal(second.headers.get('location'), first.headers.get('location'));
  assert.equal(await count(site, 'article'), 1);
});

test('a key used again with another body or on the other route answers 422 idempotency_key_reused', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = await json(await create(site, token, 'k1'));
  const other = await create(site, token, 'k1', { headline: 'Another' });
  assert.deepEqual([other.status, (await json(other)).code], [422, 'idempotency_key_reused']);
  const headers = bearer(token, { 'Idempotency-Key': 'k1' });
  const revision = await site.fetch(`/api/admin/articles/${id}/revisions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(draft({ baseRevision: 0 })),
  });
  assert.equal(revision.status, 422);
  assert.equal(await count(site, 'revision'), 1);
});

test('a revision sent many times with the same key is saved once', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = await json(await create(site, token, 'k1'));
  const headers = bearer(token, { 'Idempotency-Key': 'k2' });
  const save = () =>
    site.fetch(`/api/admin/articles/${id}/revisions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(draft({ baseRevision: 0 })),
    });
  const answers = await Promise.all(Array.from({ length: 20 }, save));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
  assert.equal(new Set(await Promise.all(answers.map((answer) => answer.text()))).size, 1);
  assert.equal(await count(site, 'revision'), 2);
});

test('a refused write does not use up its key: the fixed request can use it', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await create(site, token, 'k1');
  assert.equal((await create(site, token, 'k2')).status, 409, 'slug_taken');
  assert.equal((await create(site, token, 'k2', { slug: 'free' })).status, 201);
});

test('two agents can use the same key, and the server deletes keys after 24 hours', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  assert.equal((await create(site, await site.grantToken(editor), 'k1')).status, 201);
  assert.equal((await create(site, await site.grantToken(editor), 'k1', { slug: 'two' })).status, 201);
  const rows = async () => (await site.deps.db.read.selectFrom('idempotency').selectAll().execute()).length;
  assert.equal(await rows(), 2);
  site.pass(24 * 60 * 60 + 1);
  assert.equal((await create(site, await site.grantToken(editor), 'k1', { slug: 'three' })).status, 201);
  assert.equal(await rows(), 1);
});

test('the server keeps a key for 24 hours and repeats the first response until then', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const created = async () => {
    const { cookie } = await back(site, editor); // a session ends before its key expires
    const headers = fromPage({ cookie }, { 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' });
    return site.fetch('/api/admin/articles', { method: 'POST', headers, body: JSON.stringify(draft()) });
  };
  const first = await created();
  assert.equal(first.status, 201);
  const text = await first.text();
  site.pass(24 * 60 * 60 - 1);
  const repeated = await created();
  assert.deepEqual([repeated.status, await repeated.text()], [201, text]);
  assert.equal(await count(site, 'article'), 1);
  site.pass(2);
  assert.equal((await created()).status, 409, 'slug_taken: the key has expired, the article still exists');
});

test('an invalid idempotency key answers 400', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const key of ['', 'with blank', 'é', 'a'.repeat(256)])
    assert.equal((await create(site, token, key)).status, 400, key);
  assert.equal((await create(site, token, 'a'.repeat(255))).status, 201);
});
