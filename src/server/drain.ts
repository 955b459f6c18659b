import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds in which everybody is still served and told that their connection ends with the answer. */
export const DRAIN = 500;
/** Longest a stop waits for open requests, in milliseconds. */
export const LONGEST_STOP = 10_000;
/** Longest a moment in which nobody comes is waited for, in milliseconds. */
const LONGEST_LULL = 1000;
/** Milliseconds between two looks for connections that have nothing open any more. */
const LOOK_EVERY = 50;

export type Drain = {
  /** Puts `Connection: close` on every answer of `next` once the stop has begun, and says first that no more should come. */
  watch: (next: RequestListener) => RequestListener;
  /** Ends the server without cutting a request off. Resolves when the last connection is closed. */
  stop: () => Promise<void>;
};

/** How `server` stops: not ready, half a second of goodbyes, no new connections, at last none at all. */
export function createDrain(server: Server): Drain {
  let stopping = false;
  let connections = 0;
  server.on('connection', () => {
    connections++;
  });

  /**
   * Whoever waits to be taken in when the server closes is cut off by the system. So it closes in a turn of the loop in
   * which nobody came and that was too short for many to have come since.
   */
  async function nobodyWaits(): Promise<void> {
    const until = performance.now() + LONGEST_LULL;
    for (let now = performance.now(); now < until; ) {
      const [before, started] = [connections, now];
      await new Promise(setImmediate);
      now = performance.now();
      if (connections === before && now - started < 1) return;
    }
  }

  return {
    watch: (next) => (incoming, outgoing) => {
      if (stopping) outgoing.shouldKeepAlive = false;
      if (stopping && isReadiness(incoming.url)) return tellNotReady(outgoing);
      return next(incoming, outgoing);
    },
    stop: async () => {
      stopping = true;
      await wait(DRAIN);
      await nobodyWaits();
      const late = setTimeout(() => server.closeAllConnections(), LONGEST_STOP - DRAIN);
      // Of node:net, for node:http's own would cut off whoever has connected and not asked yet.
      const closed = new Promise<void>((all) => NetServer.prototype.close.call(server, () => all()));
      await wait(DRAIN);
      const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

function isReadiness(url: string | undefined): boolean {
  return url === '/readyz' || url?.startsWith('/readyz?') === true;
}

function tellNotReady(outgoing: ServerResponse): void {
  const body = '{"code":"not_ready","error":"This process is stopping.","hint":"Ask another one."}\n';
  outgoing
    .writeHead(503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '1',
      'Content-Length': body.length,
    })
    .end(body);
}
