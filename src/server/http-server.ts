import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressKey } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';
import { JSON_TYPE, PLAIN } from '#http/cache/public-response.ts';
import { errorBody } from '#http/errors.ts';
import type { Config } from '#runtime/config/config.ts';
import { MOST_HEADERS } from './guard.ts';

/** Milliseconds that a caller has to send the headers, and the whole request. */
const HEADERS_WITHIN = 10_000;
const REQUEST_WITHIN = 30_000;
/** Milliseconds between two checks for late callers. */
const CHECK_EVERY = 5000;
/** Milliseconds an idle connection is kept: longer than the proxies in common use keep theirs (60 s), so that they close first. */
const KEEP_IDLE = 65_000;
/** Milliseconds without a byte in either direction: longer than any answer takes to begin, so that only a reader who takes nothing is cut off. */
const STALLED = 120_000;
/** Most requests on one connection. A client then connects again, perhaps to another process. */
const MOST_REQUESTS = 1000;
/** How many requests each open connection has sent: Node counts only those that it has parsed itself. */
export const requestsOn = new WeakMap<Socket, number>();
const LARGEST_HEADER = 16 * 1024;
const MOST_CONNECTIONS = 4096;

/** Creates a Node server with all limits set. It answers broken requests in plain text. */
export function createHttpServer(config: Config): Server {
  const server = createServer({
    headersTimeout: HEADERS_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: CHECK_EVERY,
    keepAliveTimeout: KEEP_IDLE,
    maxHeaderSize: LARGEST_HEADER,
  });
  server.timeout = STALLED;
  server.maxRequestsPerSocket = MOST_REQUESTS;
  server.maxHeadersCount = MOST_HEADERS + 1;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('request', ({ socket }, outgoing) => {
    const count = (requestsOn.get(socket) ?? 0) + 1;
    requestsOn.set(socket, count);
    if (count >= (server.maxRequestsPerSocket || Number.POSITIVE_INFINITY)) outgoing.shouldKeepAlive = false;
  });
  if (config.trustedProxies === 0) limitSockets(server);
  server.on('clientError', refuseBroken);
  server.on('connect', (_, socket) =>
    end(socket, '405 Method Not Allowed', 'This server is not a proxy.', { headers: ALLOW }),
  );
  return server;
}

const ALLOW = 'Allow: GET, HEAD, POST, OPTIONS\r\n';

/** An error of Node's parser: the bytes that it read, and how many of them it understood. */
type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

type ClientSocket = Duplex & {
  /** The response that is being sent, and the parser with its request. */
  _httpMessage?: ServerResponse | null;
  parser?: { incoming: IncomingMessage | null } | null;
};

/** Answers bytes that are not a request with the error, after the responses to earlier requests. */
function refuseBroken(error: ParseError, socket: ClientSocket): void {
  const response = socket._httpMessage;
  const broken = socket.parser?.incoming;
  const isAfterRequests =
    error.code?.startsWith('HPE_') && response && (!broken || broken.complete || broken !== response.req);
  if (isAfterRequests && socket.writable) {
    if (!refused.has(response)) response.once('close', () => socket.writableEnded || refuseBroken(error, socket));
    refused.add(response);
    return;
  }
  if (!socket.writable || error.code === 'ECONNRESET' || response?.headersSent) return void socket.destroy();
  if (isUnknownMethod(error))
    return void end(socket, '405 Method Not Allowed', UNKNOWN_METHOD, { headers: ALLOW, type: JSON_TYPE });
  const [status, words] = BROKEN[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP/1.1 (RFC 9112).'];
  end(socket, status, words);
}

/** Responses with broken bytes after their request. */
const refused = new WeakSet<ServerResponse>();

const BROKEN: Record<string, [status: string, words: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not complete in time.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The chunk extensions are too large.'],
};

/** Whether a request is well-formed, but Node's parser does not support its method. */
function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: ParseError): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return false;
  const start = rawPacket.lastIndexOf('\n', bytesParsed) + 1;
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+ \/[!-~]* HTTP\/1\.1\r\n/.test(rawPacket.toString('latin1', start));
}

const UNKNOWN_METHOD = JSON.stringify(
  errorBody(
    new Failure('method_not_allowed', 'This server does not know this method.', {
      hint: 'It answers GET, HEAD, POST, OPTIONS. Methods are written in capitals.',
    }),
  ),
);

function end(
  socket: Duplex,
  status: string,
  words: string,
  { headers = '', type = PLAIN }: { headers?: string; type?: string } = {},
): void {
  socket.on('error', () => {}); // the caller may be gone
  socket.end(
    `HTTP/1.1 ${status}\r\n${headers}Content-Type: ${type}\r\nContent-Length: ${words.length + 1}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${words}\n`,
  );
}

/** Addresses of this machine: a proxy or a benchmark that runs here. */
const SELF = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Open connections that one address may have with a process. */
const MOST_PER_ADDRESS = 100;

/** Closes new connections of an address (an IPv6 /64) that has that many, except from the machine itself. */
function limitSockets(server: Server): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    if (socket.remoteAddress === undefined || SELF.has(socket.remoteAddress)) return;
    const address = addressKey(socket.remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    if (count > MOST_PER_ADDRESS) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
