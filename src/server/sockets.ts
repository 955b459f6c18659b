import type { Server } from 'node:http';
import { addressKey } from '../core/address-key.ts';

/** The machine itself, which is how a proxy or a measurement beside the server comes in. */
const SELF = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Closes connections of an address (an IPv6 /64) that has `most` open already, other than the machine's own. */
export function countSockets(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    if (socket.remoteAddress === undefined || SELF.has(socket.remoteAddress)) return;
    const address = addressKey(socket.remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
