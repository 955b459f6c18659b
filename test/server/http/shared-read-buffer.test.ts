import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { readIntoSharedBuffer } from '../../../src/server/shared-read-buffer.ts';

test('connections share one buffer, and bytes that a connection hands on are not overwritten by the next one', async (t) => {
  const memory = new Set<ArrayBufferLike>();
  const seen: string[] = [];
  const server = createServer((socket) => {
    const leave = readIntoSharedBuffer(socket, (bytes) => {
      memory.add(bytes.buffer);
      seen.push(bytes.toString());
      if (bytes.toString() === 'leave') leave?.();
      socket.write('read');
    });
    assert.ok(leave, 'this version of Node lacks the fields that onread sets');
    socket.on('end', () => socket.end());
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const [firstClient, accepted] = await connect();
  const [other] = await connect();
  await send(firstClient, 'first');
  await send(other, 'second');
  await send(firstClient, 'leave');
  firstClient.write('through the stream');
  await once(accepted, 'readable');
  await send(other, 'OVERWRITTEN BY THIS');
  assert.equal(String(accepted.read()), 'through the stream');
  assert.deepEqual(seen, ['first', 'second', 'leave', 'OVERWRITTEN BY THIS']);
  assert.equal(memory.size, 1);
  other.end();
  await once(other, 'close');
  firstClient.destroy();

  async function connect(): Promise<[client: Socket, accepted: Socket]> {
    const accepting = once(server, 'connection');
    const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = await accepting;
    return [client, socket];
  }

  async function send(client: Socket, text: string): Promise<void> {
    client.write(text);
    assert.equal(String((await once(client, 'data'))[0]), 'read');
  }
});
