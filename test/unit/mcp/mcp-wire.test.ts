import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, post } from '../../support/mcp.ts';
import { bearer, draft, json, openSite } from '../../support/site.ts';

// The HTTP layer of POST /api/mcp: authentication, the order of the refusals, and the responses.

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

test('a request without a bearer token is 401 with a challenge that has no error, even with an editor’s cookie', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  for (const headers of [{}, { Cookie: editor.cookie, 'Sec-Fetch-Site': 'same-origin' }]) {
    const answer = await site.fetch('/api/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: PING,
    });
    assert.equal(answer.status, 401);
    assert.equal(
      answer.headers.get('www-authenticate'),
      'Bearer realm="http://127.0.0.1:3000", scope="article:draft article:edit", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource"',
    );
    assert.equal((await json(answer)).code, 'unauthorized');
  }
});

test('a request with an unknown or expired bearer token is 401 with error="invalid_token"', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  assert.equal((await post(site, token, PING)).status, 200);
  site.pass(900);
  for (const bad of ['pl_at_nonsense', token]) {
    const { status, headers, body } = await post(site, bad, PING);
    assert.deepEqual([status, body.code], [401, 'unauthorized']);
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token".*resource_metadata="/);
  }
});

test('a foreign Origin is 403 before any other check; the site’s own Origin and those of the loopback pass', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const foreign = [
    'null',
    'https://evil.example',
    'http://127.0.0.1:3001',
    'https://127.0.0.1:3000',
    'http://127.0.0.1:3000.evil.example',
  ];
  for (const origin of foreign) {
    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
      const answer = await site.fetch('/api/mcp', { method, headers: { Origin: origin } });
      assert.deepEqual([answer.status, (await json(answer)).code], [403, 'forbidden'], `${method} from ${origin}`);
    }
  }
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
    assert.equal((await post(site, token, PING, { Origin: origin })).status, 200, origin);
  }
});

test('a foreign Host is 403; so is localhost if the server has a public address and listens on all interfaces', async (t) => {
  const loopback = await openSite(t);
  const token = await loopback.grantToken(await loopback.person('editor'));
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '127.0.0.1:9999']) {
    assert.equal((await post(loopback, token, PING, { Host: host })).status, 200, host);
  }
  for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', '169.254.169.254', '@', '']) {
    assert.equal((await post(loopback, token, PING, { Host: host })).status, 403, host);
  }
  const open = await openSite(t, { BASE_URL: 'https://magazine.example', HOST: '0.0.0.0' });
  const other = await open.grantToken(await open.person('editor'));
  assert.equal((await post(open, other, PING, { Host: 'magazine.example' })).status, 200);
  assert.equal((await post(open, other, PING, { Host: 'localhost:3000' })).status, 403);
});

test('every method except POST is 405 with Allow: POST, even without a bearer token', async (t) => {
  const site = await openSite(t);
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
    const answer = await site.fetch('/api/mcp', { method, headers: { Accept: 'text/event-stream' } });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
  }
});

test('the answer is JSON whatever Accept asks for, with no-store and without a session id', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const accept of ['text/event-stream', 'application/json', '*/*', 'text/html', 'nonsense']) {
    const { status, headers, body } = await post(site, token, PING, { Accept: accept, 'Mcp-Session-Id': 'a' });
    assert.deepEqual([status, body], [200, { jsonrpc: '2.0', id: 1, result: {} }]);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual([headers.get('cache-control'), headers.get('mcp-session-id')], ['no-store', null]);
  }
});

test('a notification or a response is answered 202 without a body', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const messages = [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', method: 'notifications/something-else', params: { a: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
  ];
  for (const message of messages) {
    const { status, headers, body } = await post(site, token, JSON.stringify(message));
    assert.deepEqual([status, body, headers.get('content-type')], [202, null, null]);
  }
});

test('a request with another content type or any content coding is 415', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const wrong: Record<string, string>[] = [
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': '' },
    { 'Content-Encoding': 'gzip' },
  ];
  for (const headers of wrong) {
    const { status, body } = await post(site, token, PING, headers);
    assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], JSON.stringify(headers));
  }
  assert.equal((await post(site, token, PING, { 'Content-Type': 'Application/JSON; charset="UTF-8"' })).status, 200);
});

test('a request larger than 1 MiB is 413', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'a'.repeat(1024 * 1024) } });
  const { status, body } = await post(site, token, large);
  assert.deepEqual([status, body.code], [413, 'payload_too_large']);
  const fits = large.replace(/a+"/, `${'a'.repeat(1024 * 1024 - (large.length - 1024 * 1024))}"`);
  assert.equal(fits.length, 1024 * 1024);
  assert.equal((await post(site, token, fits)).status, 200);
});

test('unreadable JSON, a repeated key and a document that is too deep or too large are 400 with -32700', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const unreadable = [
    '',
    'ping',
    '{"jsonrpc":"2.0","id":1,"method":"ping"',
    '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(40)}${']'.repeat(40)}}`,
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${'1,'.repeat(10_001)}1]}}`,
  ];
  for (const text of unreadable) {
    const { status, body } = await post(site, token, text);
    assert.deepEqual([status, body.id, body.error.code], [400, null, -32700], text.slice(0, 60));
    assert.deepEqual(Object.keys(body.error.data), ['code', 'error', 'hint']);
  }
  const notText = await site.fetch('/api/mcp', {
    method: 'POST',
    headers: bearer(token),
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  assert.equal((await json(notText)).error.code, -32700);
});

test('a batch and a body that is not a valid JSON-RPC message are 400 with -32600', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const wrong = [
    '[]',
    `[${PING}]`,
    `[${PING},${PING}]`,
    'null',
    '5',
    '"ping"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","more":1}',
  ];
  for (const text of wrong) {
    const { status, body } = await post(site, token, text);
    assert.deepEqual([status, body.error.code], [400, -32600], text);
  }
});

test('a token gets 429 with Retry-After after 120 calls a minute, MCP calls and REST writes together', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const [token, other] = [await site.grantToken(editor), await site.grantToken(editor)];
  const filed = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft()),
  });
  assert.equal(filed.status, 201);
  for (let n = 0; n < 119; n++) assert.equal((await ask(site, token, 'ping')).status, 200);
  const { status, headers, body } = await ask(site, token, 'ping');
  assert.deepEqual([status, body.code], [429, 'rate_limited']);
  assert.ok(Number(headers.get('retry-after')) >= 1);
  assert.equal((await ask(site, other, 'ping')).status, 200, 'another token has its own limit');
});

test('accepted and refused MCP calls write nothing to the log', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  await ask(site, token, 'tools/call', { name: 'create_article', arguments: draft() });
  await ask(site, token, 'tools/call', { name: 'create_article', arguments: { headline: 5 } });
  await ask(site, token, 'initialize', { protocolVersion: 5 });
  await post(site, token, '{');
  await post(site, 'pl_at_guess', PING);
  assert.deepEqual(site.log, []);
});

test('GET /.well-known/mcp.json returns exactly name, description, endpoint and transport', async (t) => {
  const site = await openSite(t, { BASE_URL: 'https://magazine.example', PUBLICATION_NAME: 'The Level' });
  const answer = await site.fetch('/.well-known/mcp.json');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const { description, ...rest } = await json(answer);
  assert.ok(description.length > 20);
  assert.deepEqual(rest, {
    name: 'The Level',
    endpoint: 'https://magazine.example/api/mcp',
    transport: 'streamable-http',
  });
});
