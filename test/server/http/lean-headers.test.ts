import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { goLive } from '../../support/live.ts';
import { openRaw } from '../../support/raw.ts';

// The size of response headers on the wire.

/** Bytes of headers that an article may have, with the status line, as `curl -sI` prints them. */
const MOST_BYTES = {
  'text/html': 900,
  // With the digest of the bytes and the permanent address.
  'text/markdown': 1050,
  'application/json': 1050,
};
const SLUG = 'a-correction-is-a-revision-mark';

for (const [type, most] of Object.entries(MOST_BYTES)) {
  test(`the headers of an article as ${type} have at most ${most} bytes`, async (t) => {
    const { site, port } = await openRaw(t, { BASE_URL: 'https://magazine.example' });
    await goLive(site, { section: 'field-operations', slug: SLUG });
    for (const coding of ['identity', 'gzip', 'gzip', 'br']) {
      const head = await readHead(port, `Accept: ${type}\r\nAccept-Encoding: ${coding}\r\n`);
      assert.match(head, /^HTTP\/1\.1 200 OK\r\n/);
      assert.doesNotMatch(head, /\r\n(?:Connection|Keep-Alive):/i);
      assert.match(head, /\r\nStrict-Transport-Security: max-age=31536000\r\n/i);
      assert.ok(head.length <= most, `${head.length} bytes with ${coding}\n${head}`);
    }
  });
}

/** The headers of the response to a HEAD request on a connection that stays open. */
function readHead(port: number, headers: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`HEAD /field-operations/${SLUG} HTTP/1.1\r\nHost: magazine.example\r\n${headers}\r\n`);
  return new Promise((resolve) => {
    let head = '';
    socket.on('data', (part) => {
      head += part;
      if (head.endsWith('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(head));
  });
}
