import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { PurgeRefused, sendPurge } from '#integrations/cdn/purge-requests.ts';

test('a cache by addresses that does not have a page has nothing to remove; every other refusal is one', async (t) => {
  let status = 200;
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.headers.host}${incoming.url}`);
    outgoing.writeHead(status, status === 503 ? { 'Retry-After': '7' } : {}).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const purge = () => sendPurge({ kind: 'urls', address }, { tags: [], paths: ['/a', '/b'] }, 'magazine.example');
  for (status of [200, 204, 404, 412]) await purge();
  assert.deepEqual(asked.slice(0, 2).sort(), ['PURGE magazine.example/a', 'PURGE magazine.example/b']);
  for (status of [400, 403, 500, 503])
    await assert.rejects(
      purge(),
      (error) => error instanceof PurgeRefused && error.retryAfter === (status === 503 ? 7 : 0),
    );
});
