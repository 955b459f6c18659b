import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds in which requests are still answered, each with `Connection: close`. */
const DRAIN = 500;
/** Longest a stop waits for open requests, in milliseconds. */
export const LONGEST_STOP = 10_000;
/** Longest wait for a moment without new connections, in milliseconds. */
const LONGEST_LULL = 1000;
/** Milliseconds between two searches for idle connections. */
const CHECK_EVERY = 50;

export type Drain = {
  /** After the stop has begun, adds `Connection: close` to the responses of `next` and answers `/readyz` with 503. */
  watch: (next: RequestListener) => RequestListener;
  hasBegun: () => boolean;
  /** Stops the server without aborting a request. Resolves when the last connection is closed. */
  stop: () => Promise<void>;
};

/** The stop of `server`: first not ready, then half a second of last responses, then no new connections, then none at all. */
export function createDrain(server: Server): Drain {
  let stopping = false;
  let connections = 0;
  server.on('connection', () => {
    connections++;
  });

  /**
   * The system aborts connections that wait to be accepted when the server closes. So the server closes after a turn of the
   * event loop without new connections that was too short for many to arrive.
   */
  async function quietMoment(): Promise<void> {
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
      if (stopping && isReadiness(incoming.url)) return sendNotReady(outgoing);
      return next(incoming, outgoing);
    },
    hasBegun: () => stopping,
    stop: async () => {
      stopping = true;
      await wait(DRAIN);
      await quietMoment();
      const late = setTimeout(() => server.closeAllConnections(), LONGEST_STOP - DRAIN);
      // The method of node:net: that of node:http also closes connections that have not sent a request yet.
      const closed = new Promise<void>((all) => NetServer.prototype.close.call(server, () => all()));
      await wait(DRAIN);
      const idle = setInterval(() => server.closeIdleConnections(), CHECK_EVERY);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

function isReadiness(url: string | undefined): boolean {
  return url === '/readyz' || url?.startsWith('/readyz?') === true;
}

function sendNotReady(outgoing: ServerResponse): void {
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
