import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createClientDocuments } from '#agents/client-metadata.ts';

// Many metadata documents at once. Each is fetched in a process of its own.

const HOST = 'app.example';
const ID = `https://${HOST}/client`;

test('four documents are fetched at a time, a hundred may wait, and one more is refused for now and asked for again later', async (t) => {
  let [asked, open, most] = [0, 0, 0];
  const server = createServer((request, response) => {
    asked++;
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end(JSON.stringify({ client_id: `https://${HOST}${request.url}`, redirect_uris: [`${ID}/callback`] }));
    }, 20);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const documents = createClientDocuments('plumbline test', { [HOST]: (server.address() as AddressInfo).port });
  const ids = Array.from({ length: 105 }, (_, n) => `${ID}${n}`);
  const found = await Promise.allSettled(ids.map((id) => documents.find(id, 0)));
  assert.deepEqual(
    found.map(({ status }) => status),
    [...Array(104).fill('fulfilled'), 'rejected'],
  );
  assert.ok(most <= 4);
  assert.equal((await documents.find(`${ID}104`, 1)).id, `${ID}104`);
  assert.equal(asked, 105);
});
