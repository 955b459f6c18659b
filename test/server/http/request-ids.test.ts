import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { goLive } from '../../support/live.ts';
import { hear, openRaw, readAnswers } from '../../support/raw.ts';
import { bearer, draft } from '../../support/site.ts';

const SLUG = 'layout-robot-pilot';
const NEW = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('each answer that the response cache does not hold has the id that the log names, new or as a proxy sent it', async (t) => {
  const { site, port, logged } = await openRaw(t);
  await goLive(site, { section: 'robotics' });
  const token = await site.grantToken(await site.person('chief'));
  const base = `http://127.0.0.1:${port}`;
  const json = { ...bearer(token), 'Content-Type': 'application/json' };
  const asks: [path: string, status: number, request?: RequestInit][] = [
    ['/search?q=robot', 200],
    ['/api/v1/public/articles?limit=1', 200],
    ['/api/v1/public/articles?nothing=1', 400],
    ['/api/v1/public/changes', 200],
    ['/api/v1/public/archive?nothing=1', 400],
    ['/api/v1/public/articles/robotics/nothing', 404],
    ['/api/agent/articles', 401],
    ['/api/agent/articles', 200, { headers: json }],
    ['/api/admin/articles', 201, { method: 'POST', headers: json, body: JSON.stringify(draft({ slug: 'fast' })) }],
    ['/api/admin/articles', 401, { method: 'POST', body: '{}' }],
    ['/api/mcp', 200, { method: 'POST', headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }],
    ['/api/v1/public/articles', 405, { method: 'PUT' }],
    ['/api/v1/public/articles', 204, { method: 'OPTIONS' }],
    ['/search.md?q=robot', 200],
    ['/healthz', 200],
    ['/nowhere', 404],
    ['/newsroom', 303],
    ['/%ff', 404],
  ];
  for (const [at, [path, status, request]] of asks.entries()) {
    for (const sent of [null, `from-a.proxy_${at}`]) {
      const label = `${request?.method ?? 'GET'} ${path} ${sent}`;
      const headers = {
        ...request?.headers,
        'Idempotency-Key': `${at}-${sent}`,
        ...(sent && { 'X-Request-Id': sent }),
      };
      const answer = await fetch(base + path, { redirect: 'manual', ...request, headers });
      await answer.arrayBuffer();
      const id = answer.headers.get('x-request-id') ?? 'none';
      assert.match(id, sent ? new RegExp(`^${sent}$`) : NEW, label);
      if (sent === null || request?.method !== 'POST') assert.equal(answer.status, status, label);
      await until(() => logged.some((line) => line.request === id));
    }
  }
});

/** Resolves when the server, which logs after it has answered, has done so. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}

test('an id that could not stand in a log as it is, or that was sent twice, is replaced by a new one', async (t) => {
  const { say } = await openRaw(t);
  const ids = ['', 'a b', 'a,b', 'a"b', 'é', '<b>', 'a\tb', 'a'.repeat(65), '{"a":1}', 'a\r\nX-Request-Id: b'];
  for (const id of ids)
    for (const path of ['/search?q=robot', '/healthz', '//other.example/'])
      for (const host of ['Host: 127.0.0.1', 'Host: a@127.0.0.1']) {
        const [heard] = await say(
          `GET ${path} HTTP/1.1\r\n${host}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`,
        );
        assert.match(heard?.headers.get('x-request-id') ?? '', NEW, JSON.stringify({ id, path, host }));
      }
  const longest = 'a'.repeat(64);
  for (const lines of [
    `Host: a@127.0.0.1\r\nX-Request-Id: ${longest}`,
    `Host: 127.0.0.1\r\nHost: b\r\nX-Request-Id: ${longest}`,
  ]) {
    const [heard] = await say(`GET / HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
    assert.deepEqual([heard?.status, heard?.headers.get('x-request-id')], [400, longest], lines);
  }
});

test('a stream of changes has the id that was sent, and what the cache holds has none', async (t) => {
  const { site, port } = await openRaw(t);
  await goLive(site, { section: 'robotics', slug: SLUG });
  const socket = connect(port, '127.0.0.1');
  const heard = hear(socket);
  socket.write(
    'GET /api/v1/public/changes HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nX-Request-Id: of-a-stream\r\n\r\n',
  );
  socket.once('data', () => socket.destroy());
  const [stream] = readAnswers(`${await heard}`.split('\r\n\r\n', 1)[0]?.concat('\r\n\r\n') ?? '');
  assert.equal(stream?.headers.get('x-request-id'), 'of-a-stream');
  const ids = [];
  for (const _ of ['rendered', 'cached', 'cached'])
    ids.push((await fetch(`http://127.0.0.1:${port}/robotics/${SLUG}`, { headers: { 'X-Request-Id': 'a' } })).headers);
  assert.deepEqual(
    ids.map((headers) => headers.get('x-request-id')),
    [null, null, null],
  );
});
