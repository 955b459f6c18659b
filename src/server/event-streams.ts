import type { Socket } from 'node:net';
import { type ChangeFeed, type ChangeStream, LAST_CHUNK, START } from '#changes/pages/change-feed.ts';
import {
  CHANGES_PATH,
  readChangesQuery,
  readWanted,
  STREAM_HEADERS,
  wantsStream,
} from '#changes/pages/change-stream.ts';
import { addressKey } from '#core/address-key.ts';
import { addressBehind } from '#http/client-address.ts';
import { requestIdOf } from '#http/request-id.ts';
import { responseHeaders } from '#http/security-headers.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { RequestMetrics } from '#server/metrics/request-metrics.ts';

// Writes streams of changes to the socket, without node:http. A silent stream then takes the memory of its socket and little
// more: two thousand of them took 25 to 33 MB in place of 93 MB.

/** A request for a stream, as the fast path parsed it. */
export type StreamRequest = {
  path: string;
  accept: string | null;
  lastEventId: string | null;
  isHead: boolean;
  headers: { 'x-forwarded-for'?: string | undefined; 'x-request-id'?: string | undefined };
};

export type EventStreams = {
  /** Whether a request is one for a stream of changes. */
  isFor: (request: StreamRequest) => boolean;
  /** Answers a request with a stream. False, with nothing written, if it must be refused; the app then says why. */
  open: (socket: Socket, request: StreamRequest) => Promise<boolean>;
  /** Ends all connections with a stream at once. */
  destroy: () => void;
};

type Parts = {
  deps: Deps;
  config: Config;
  feed: ChangeFeed;
  requests: RequestMetrics | null;
  /** False while requests have to wait. */
  isReady?: () => boolean;
};

export function createEventStreams({ deps, config, feed, requests, isReady = () => true }: Parts): EventStreams {
  const sockets = new Set<Socket>();

  async function open(socket: Socket, { path, headers, lastEventId }: StreamRequest): Promise<boolean> {
    const seen = addressBehind(config, socket.remoteAddress ?? '', headers['x-forwarded-for']);
    let stream: ChangeStream;
    try {
      const query = readChangesQuery(new URLSearchParams(path.slice(CHANGES_PATH.length)));
      const wanted = await readWanted(deps, query, lastEventId);
      if (socket.destroyed) return true;
      // A copy: a part of the text of the request would keep all of it in memory.
      stream = feed.open(Buffer.from(addressKey(seen)).toString(), wanted, {
        write: ({ chunk }) => socket.write(chunk),
        end: (error) => finish(error === null),
      });
    } catch {
      return false;
    }
    const requestId = Buffer.from(requestIdOf(headers['x-request-id'], deps.newId)).toString(); // a copy as well
    const done = requests?.begin({ route: CHANGES_PATH, requestId }, 'GET', socket);
    let isWhole = false;
    const finish = (isClean: boolean) => {
      isWhole = isClean;
      if (isClean) socket.write(LAST_CHUNK);
      if (isClean) socket.destroySoon();
      else socket.destroy();
    };
    sockets.add(socket);
    socket
      .on('drain', () => feed.resume(stream))
      .on('close', () => {
        sockets.delete(socket);
        feed.leave(stream);
        done?.(isWhole ? 200 : null);
      });
    const head = headOf({
      ...STREAM_HEADERS,
      ...responseHeaders(config, requestId),
      Date: new Date(deps.clock()).toUTCString(),
    });
    socket.write(Buffer.concat([Buffer.from(head), START.chunk]));
    feed.resume(stream);
    return true;
  }

  return {
    isFor: ({ isHead, path, accept }) =>
      !isHead && isReady() && path.split('?', 1)[0] === CHANGES_PATH && wantsStream(accept),
    open,
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The connection ends with the stream, so that nobody sends another request after it. */
function headOf(headers: Record<string, string>): string {
  const all = { ...headers, Connection: 'close', 'Transfer-Encoding': 'chunked' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
}
