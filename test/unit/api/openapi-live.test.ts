import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAIM_GRANT } from '#agents/auth-protocol.ts';
import { listOperations, mediaOf } from '#http/api-description.ts';
import { describedBy } from '../../support/described.ts';
import { runJobOnce } from '../../support/jobs.ts';
import { goLive, goLiveAgain, goLiveListed } from '../../support/live.ts';
import { fillPath, loadParts, publishParts, settingsOf } from '../../support/part.ts';
import { bearer, draft, fromPage, json, openSite, type TestSite } from '../../support/site.ts';

// Compares the responses of the server with their description in /openapi.json.

const ARTICLES = '/api/admin/articles';
const AT = { section: 'robotics', slug: 'layout-robot-pilot' };

async function corrected(site: TestSite): Promise<void> {
  const article = await goLiveListed(site);
  site.pass(60);
  await goLiveAgain(site, article, {
    tagIds: article.tagIds,
    correctionNote: 'The crew was nine people; it was given as twelve.',
  });
}

function filled(path: string): string {
  return path
    .replace('{section}', AT.section)
    .replace('{slug}', AT.slug)
    .replace('{month}', '2026-09')
    .replace('{revision}', '0')
    .replace('{tag}', 'layout')
    .replace('{series}', 'six-weeks-with-a-robot')
    .replace(/\/quote$/, '/quote?text=What+estimators+should+check');
}

test('every media type of every read matches the description, also for 304, 404 and 405', async (t) => {
  const parts = await loadParts();
  const site = await openSite(t, { ...settingsOf(parts), FIGURES_GATE: 'warn' });
  const parameters = await publishParts(parts, site);
  await corrected(site);
  await runJobOnce(site, 'sign records');
  const { api, holds } = await describedBy(site);
  for (const { method, path: pattern, operation } of listOperations(api)) {
    if (method !== 'GET' || operation.security) continue;
    const path = fillPath(pattern, parameters);
    const id = operation.operationId;
    for (const [type] of mediaOf(operation.responses['200'] ?? {})) {
      const first = await site.fetch(filled(path), { headers: { Accept: type } });
      assert.equal(first.status, 200, `${id} as ${type}`);
      assert.equal(first.headers.get('content-type')?.split(';')[0], type, id);
      const etag = first.headers.get('etag');
      await holds(id, first);
      if (etag) await holds(id, await site.fetch(filled(path), { headers: { Accept: type, 'If-None-Match': etag } }));
      if (operation.responses['404'] && path.includes('{slug}')) {
        await holds(
          id,
          await site.fetch(path.replace('{section}', 'people').replace('{slug}', 'none'), {
            headers: { Accept: type },
          }),
        );
      }
    }
    const sent = await site.fetch(filled(path), { method: 'DELETE' });
    assert.equal(sent.status, 405, id);
    await holds(id, sent);
  }
});

test('the redirects of a moved article match the description', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  await goLiveAgain(site, article, { slug: 'layout-robot' });
  const { holds } = await describedBy(site);
  for (const [id, path] of [
    ['readArticle', '/robotics/layout-robot-pilot'],
    ['getArticle', '/api/public/articles/robotics/layout-robot-pilot'],
    ['getArticleMarkdown', '/api/public/markdown/robotics/layout-robot-pilot'],
  ] as const) {
    const response = await site.fetch(path, { redirect: 'manual' });
    assert.equal(response.status, 301, id);
    await holds(id, response);
  }
});

test('the error for an invalid parameter of the article index matches the description', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  const response = await site.fetch('/api/public/articles?limit=0');
  assert.equal(response.status, 400);
  await holds('listArticles', response);
});

test('every response to creating a draft matches the description, errors included', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const { holds } = await describedBy(site);
  const post = (body: unknown, headers: Record<string, string> = bearer(token)) =>
    site.fetch(ARTICLES, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const keyed = bearer(token, { 'Idempotency-Key': 'one' });
  const rows: [number, Response][] = [
    [201, await post(draft(), keyed)],
    [409, await post(draft())],
    [422, await post(draft({ headline: '', extra: 1 }))],
    [422, await post(draft({ slug: 'other' }), keyed)],
    [400, await post('{"a":')],
    [401, await post(draft(), { 'Content-Type': 'application/json' })],
    [401, await post(draft(), bearer('none'))],
    [
      403,
      await post(draft(), {
        Cookie: editor.cookie,
        'Content-Type': 'application/json',
        Origin: 'https://evil.example',
      }),
    ],
    [201, await post(draft({ slug: 'by-a-person' }), fromPage(editor, { 'Content-Type': 'application/json' }))],
    [413, await post(' '.repeat(1024 * 1024 + 1))],
    [415, await post(draft(), bearer(token, { 'Content-Type': 'text/plain' }))],
    [405, await site.fetch(ARTICLES)],
  ];
  for (const [status, response] of rows) {
    assert.equal(response.status, status);
    await holds('createArticle', response);
  }
});

test('every response to saving a revision matches the description, errors included', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { holds } = await describedBy(site);
  const filed = await site.fetch(ARTICLES, { method: 'POST', headers: bearer(token), body: JSON.stringify(draft()) });
  const { id } = await json(filed);
  await site.fetch(ARTICLES, {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft({ slug: 'taken' })),
  });
  const save = (over: Record<string, unknown>, article = id) =>
    site.fetch(`${ARTICLES}/${article}/revisions`, {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify(draft(over)),
    });
  const conflict = await save({ baseRevision: 7 });
  assert.equal((await json(conflict.clone())).currentRevision, 0);
  const rows: [number, Response][] = [
    [409, conflict],
    [201, await save({ baseRevision: 0 })],
    [409, await save({ baseRevision: 1, slug: 'taken' })],
    [422, await save({})],
    [404, await save({ baseRevision: 0 }, '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f')],
  ];
  for (const [status, response] of rows) {
    assert.equal(response.status, status);
    await holds('saveRevision', response);
  }
});

test('the 429 after too many writes matches the description', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { holds } = await describedBy(site);
  const write = () => site.fetch(ARTICLES, { method: 'POST', headers: bearer(token), body: '{}' });
  for (let sent = 0; sent < 120; sent++) await write();
  const late = await write();
  assert.equal(late.status, 429);
  await holds('createArticle', late);
});

test('the responses to an access request and to polling for its token match the description', async (t) => {
  const site = await openSite(t);
  const { holds } = await describedBy(site);
  const ask = (body: unknown, type = 'application/json') =>
    site.fetch('/api/agent/identity', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });
  const poll = (fields: Record<string, string>) =>
    site.fetch('/api/agent/token', { method: 'POST', body: new URLSearchParams(fields) });
  const opened = await ask({ type: 'service_auth' });
  const { claim_token } = await json(opened.clone());
  await holds('askToBeLetIn', opened);
  await holds('askToBeLetIn', await ask({ type: 'other' }));
  await holds('askToBeLetIn', await ask({ type: 'service_auth' }, 'text/plain'));
  const grant = { grant_type: CLAIM_GRANT, claim_token };
  const large = await poll({ ...grant, more: 'x'.repeat(64 * 1024) });
  assert.equal(large.status, 413);
  await holds('redeemClaim', large);
  const errors: [string, Response][] = [
    ['authorization_pending', await poll(grant)],
    ['slow_down', await poll(grant)],
    ['invalid_grant', await poll({ ...grant, claim_token: 'clm_none' })],
    ['invalid_request', await poll({})],
    ['unsupported_grant_type', await poll({ ...grant, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' })],
  ];
  for (const [error, response] of errors) {
    assert.equal((await json(response.clone())).error, error);
    await holds('redeemClaim', response);
  }
});

test('every response of the MCP endpoint matches the description, errors included', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { holds } = await describedBy(site);
  const call = (body: unknown, headers: Record<string, string> = bearer(token)) =>
    site.fetch('/api/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  const rows: [number, Response][] = [
    [200, await call({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
    [200, await call({ jsonrpc: '2.0', id: 'two', method: 'no/such' })],
    [202, await call({ jsonrpc: '2.0', method: 'notifications/initialized' })],
    [400, await call([])],
    [401, await call({}, { 'Content-Type': 'application/json' })],
    [403, await call({}, bearer(token, { Origin: 'https://evil.example' }))],
    [415, await call({}, bearer(token, { 'Content-Type': 'text/plain' }))],
    [405, await site.fetch('/api/mcp')],
  ];
  for (const [status, response] of rows) {
    assert.equal(response.status, status);
    await holds('callMcp', response);
  }
});
