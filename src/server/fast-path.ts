import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { CachedResponse } from '#http/cache/encode.ts';
import type { CacheLookup, ResponseCache } from '#http/cache/response-cache.ts';
import { isNotModified, toWireBytes } from '#http/cache/serve.ts';
import type { RequestMetrics } from '#server/metrics/request-metrics.ts';
import type { EventStreams } from './event-streams.ts';
import { type ForwardingCheck, MOST_HEADERS, ODD } from './guard.ts';
import { requestsOn } from './http-server.ts';
import { readIntoSharedBuffer } from './shared-read-buffer.ts';

// Answers plain GET and HEAD requests for cached responses, and for streams of changes, on the socket, without node:http
// (decisions 0002 and 0067). The first request of a connection that is anything else goes to node:http with its bytes
// unread, and the connection stays there.

/** Bytes of the largest request that is answered here. */
const LARGEST = 8192;
/** Bytes of the largest head that a connection remembers: a program often sends the same bytes again. */
const LARGEST_KNOWN = 1024;
/** Milliseconds between two checks for idle connections. */
const CHECK_EVERY = 1000;

/** The parts of a plain request that decide about its response. */
type PlainRequest = CacheLookup & {
  isHead: boolean;
  /** Whether the caller closes the connection after the response. */
  isLast: boolean;
  lastEventId: string | null;
  ifNoneMatch: string | null;
  ifModifiedSince: string | null;
  headers: { host: string; 'x-forwarded-for'?: string | undefined; 'x-request-id'?: string | undefined };
};

type Options = {
  cache: ResponseCache;
  clock: () => number;
  requests?: RequestMetrics | null;
  check?: ForwardingCheck;
  /** Whether a `Host` is another name of the site, whose readers are redirected. */
  isOther?: (host: string) => boolean;
  /** Answers requests for streams of changes. */
  streams?: EventStreams | null;
  /** False while the server stops: node:http then answers every request, so that connections end. */
  isOpen?: () => boolean;
};

type Connection = { socket: Socket; requests: number; since: number; leave: (rest: Buffer | null) => void };

/** The result of `answer` for a request that gets a stream: the connection takes no further request. */
const IS_STREAM = -1;

/** Puts the fast path before the parser of `server`. Limits and timeouts of the server apply here too. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the connections
export function serveFastPath(
  server: Server,
  { cache, clock, requests = null, check, isOther = () => false, streams = null, isOpen = () => true }: Options,
): void {
  const [parse] = createServer().listeners('connection') as [(this: Server, socket: Socket) => void];
  const connections = new Set<Connection>();
  server.off('connection', parse);
  server.on('connection', accept);
  const timer = setInterval(closeIdle, CHECK_EVERY).unref();
  server.once('close', () => clearInterval(timer));
  endWithServer(server, connections, () => streams?.destroy());

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share one connection
  function accept(socket: Socket): void {
    if (socket.destroyed || !isOpen()) {
      parse.call(server, socket);
      return;
    }
    const connection: Connection = { socket, requests: 0, since: performance.now(), leave };
    connections.add(connection);
    socket.on('end', end).on('error', ignore).on('close', forget).on('timeout', cutOff);
    socket.setTimeout(server.timeout);
    let isStream = false;
    let known: { head: Buffer; request: PlainRequest } | null = null;
    const leaveBuffer = readIntoSharedBuffer(socket, read);
    if (!leaveBuffer) socket.on('data', read);

    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one request from its bytes to its answer; every condition leads to the parser of Node
    function read(chunk: Buffer): void {
      if (isStream) return;
      let at = 0;
      while (at < chunk.length) {
        const length = isOpen() ? answer(chunk, at) : 0;
        if (length === IS_STREAM) return;
        if (length === 0) {
          leave(chunk.subarray(at));
          return;
        }
        at += length;
      }
      connection.since = performance.now();
    }

    /** Answers the request that begins at `at`. Returns its length, 0 when it is not for the fast path, or IS_STREAM. */
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one request from its bytes to its answer; every condition leads to the parser of Node
    function answer(chunk: Buffer, at: number): number {
      const most = server.maxRequestsPerSocket || Number.POSITIVE_INFINITY;
      if (socket.writableLength > 0 || connection.requests + 1 >= most) return 0;
      const end = chunk.indexOf(HEAD_END, at) + HEAD_END.length;
      if (end < at + HEAD_END.length || end - at > LARGEST) return 0;
      const isKnown = known?.head.equals(chunk.subarray(at, end)) ?? false;
      const request = isKnown ? known?.request : parsePlainRequest(chunk.toString('latin1', at, end));
      if (!request || (!isKnown && isOther(request.headers.host))) return 0;
      if (!isKnown && streams?.isFor(request)) return openStream(streams, request, Buffer.from(chunk.subarray(at)));
      const cached = request.isLast ? null : cache.findFirst(request);
      if (!cached) return 0;
      if (!isKnown) {
        check?.({ headers: request.headers, url: request.path, socket });
        known = end - at > LARGEST_KNOWN ? null : { head: Buffer.from(chunk.subarray(at, end)), request };
      }
      connection.requests++;
      write(socket, request, cached);
      return end - at;
    }

    /** A request that the stream refuses goes to node:http; until that is known, nothing more is read. `rest` is a copy. */
    function openStream(to: EventStreams, request: PlainRequest, rest: Buffer): typeof IS_STREAM {
      check?.({ headers: request.headers, url: request.path, socket });
      isStream = true;
      connections.delete(connection);
      socket.pause();
      void to.open(socket, request).then((isOpened) => {
        isStream = isOpened;
        if (isOpened) socket.resume();
        else leave(rest);
      });
      return IS_STREAM;
    }

    /** Hands the connection over to node:http, which reads `rest` first. */
    function leave(rest: Buffer | null): void {
      forget();
      socket.off('data', read).off('end', end).off('error', ignore).off('close', forget).off('timeout', cutOff);
      requestsOn.set(socket, connection.requests);
      socket.pause();
      leaveBuffer?.();
      if (rest) socket.unshift(Buffer.from(rest)); // a copy: the next read overwrites the shared buffer
      parse.call(server, socket);
      socket.resume();
    }

    function end(): void {
      socket.end();
    }

    /** The caller took nothing, and sent nothing, for too long. */
    function cutOff(): void {
      socket.destroy();
    }

    function forget(): void {
      connections.delete(connection);
    }
  }

  function write(socket: Socket, request: PlainRequest, cached: CachedResponse): void {
    const bytes = toWireBytes(cached, clock());
    const isKnown = isNotModified(cached, request.ifNoneMatch, request.ifModifiedSince);
    requests?.countCached(isKnown ? 304 : cached.status);
    socket.write(isKnown ? bytes.notModified : request.isHead ? bytes.head : bytes.whole);
  }

  /** Node waits for the first request of a connection; between two requests we wait as long as Node does. */
  function closeIdle(): void {
    const longest = server.keepAliveTimeout + (server.keepAliveTimeoutBuffer ?? 1000);
    const now = performance.now();
    for (const connection of connections) {
      if (connection.socket.writableLength > 0) connection.since = now;
      else if (connection.requests === 0 && now - connection.since >= CHECK_EVERY) connection.leave(null);
      else if (now - connection.since >= longest) connection.socket.destroy();
    }
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

function ignore(): void {
  // The socket is destroyed after an error; there is nobody to answer.
}

/** The two methods of node:http that end connections end those of the fast path as well. */
function endWithServer(server: Server, connections: Set<Connection>, endStreams: () => void): void {
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    for (const { socket } of connections) if (socket.writableLength === 0) socket.destroy();
    closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    for (const { socket } of connections) socket.destroy();
    endStreams();
    closeAllConnections.call(server);
  };
}

const REQUEST_LINE = /^(GET|HEAD) (\/[!-~]*) HTTP\/1\.1\r\n/;
const FIELD = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([ -~]*)\r\n/y;
const HOST = /^[A-Za-z0-9.:[\]-]+$/;
/** Fields that node:http must see: they announce a body, another protocol, a precondition, or that the connection ends. */
const UNPLAIN = new Set([
  'authorization',
  'content-length',
  'expect',
  'if-match',
  'if-unmodified-since',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Fields that choose the response. Each may be sent once. */
const CHOOSING = new Set([
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'last-event-id',
  'x-forwarded-for',
  'x-request-id',
]);

/**
 * Parses the head of a request, with the empty line at its end. Null when anything in it is unusual: other bytes than
 * visible ASCII, a body, another protocol, a repeated field, a target that needs a closer look.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one check for each part of the head of a request
export function parsePlainRequest(head: string): PlainRequest | null {
  const [line = '', method, path = ''] = REQUEST_LINE.exec(head) ?? [];
  if (line === '' || ODD.test(path)) return null;
  const chosen = new Map<string, string>();
  const last = head.length - 2;
  let at = line.length;
  for (let count = 0; at < last; count++) {
    FIELD.lastIndex = at;
    const [field = '', written = '', value = ''] = FIELD.exec(head) ?? [];
    const name = written.toLowerCase();
    if (field === '' || count >= MOST_HEADERS || UNPLAIN.has(name) || chosen.has(name)) return null;
    if (CHOOSING.has(name)) chosen.set(name, value.trim());
    at += field.length;
  }
  const host = chosen.get('host') ?? '';
  const connection = (chosen.get('connection') ?? 'keep-alive').toLowerCase();
  if (!HOST.test(host) || (connection !== 'keep-alive' && connection !== 'close')) return null;
  return {
    isHead: method === 'HEAD',
    isLast: connection === 'close',
    lastEventId: chosen.get('last-event-id') ?? null,
    path,
    accept: chosen.get('accept') ?? null,
    acceptEncoding: chosen.get('accept-encoding') ?? null,
    ifNoneMatch: chosen.get('if-none-match') ?? null,
    ifModifiedSince: chosen.get('if-modified-since') ?? null,
    headers: { host, 'x-forwarded-for': chosen.get('x-forwarded-for'), 'x-request-id': chosen.get('x-request-id') },
  };
}
