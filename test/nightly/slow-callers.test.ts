import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '#runtime/config/config.ts';
import { serveFastPath } from '#server/fast-path.ts';
import { createHttpServer } from '#server/http-server.ts';
import { hear, readAnswers } from '../support/raw.ts';
import { openSite } from '../support/site.ts';

// Clients that send their request too slowly. The server checks for them every five seconds.

test('a client whose headers do not arrive in time gets 408, and the connection ends', async (t) => {
  const server = createHttpServer(readConfig({}));
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 30_000]);
  server.headersTimeout = 500; // so that the first check finds them
  server.requestTimeout = 500;
  server.on('request', () => assert.fail('no complete request arrived'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text');
  const [answer, ...more] = readAnswers((await hear(socket)).toString('latin1'));
  assert.deepEqual([answer?.status, answer?.headers.get('connection'), more], [408, 'close', []]);
  assert.match(answer?.body ?? '', /was not complete in time/);
});

for (const isFast of [false, true])
  test(`a reader who takes nothing loses the connection ${isFast ? 'on' : 'beside'} the fast path`, async (t) => {
    const { config, services, fetch } = await openSite(t);
    const server = createHttpServer(config);
    assert.equal(server.timeout, 120_000);
    server.timeout = 300;
    server.on('request', (_, outgoing) => void outgoing.end(Buffer.alloc(8_000_000)));
    if (isFast) {
      await (await fetch('/openapi.json')).text(); // the cache has it now
      serveFastPath(server, { cache: services.cache, clock: Date.now });
    }
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    t.after(() => socket.destroy());
    socket.pause();
    const [ours] = await accepted;
    const closed = once(ours, 'close');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n\r\n'.repeat(isFast ? 30 : 1));
    await closed;
    assert.ok(ours.writableLength > 0 || ours.destroyed);
  });
