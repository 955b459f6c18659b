import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type CachedResponse, inOneBlock, type WireBytes } from './encode.ts';
import type { ResponseCache } from './response-cache.ts';

// Three ways to send a cached response: as a web `Response`, to Node's `ServerResponse`, and as bytes for a socket.

/** Makes a `Response` for a GET or HEAD: 304 when the reader has the response already, no body for HEAD. */
export function toResponse(request: Request, cached: CachedResponse): Response {
  const { headers, method } = request;
  if (isNotModified(cached, headers.get('if-none-match'), headers.get('if-modified-since'))) {
    return new Response(null, { status: 304, headers: pairs(cached.head304) });
  }
  const body = method === 'HEAD' ? null : new Uint8Array(cached.body);
  return new Response(body, { status: cached.status, headers: pairs(cached.head) });
}

/** Sends a cached response without the framework; false when the cache has none. */
export function serveFromCache(cache: ResponseCache, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method, url = '' } = incoming;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { headers } = incoming;
  const { accept = null, 'accept-encoding': acceptEncoding = null } = headers;
  const cached = cache.find({ path: url, accept, acceptEncoding });
  if (!cached || headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined) return false;
  omitKeepAlive(incoming, outgoing);
  if (isNotModified(cached, headers['if-none-match'], headers['if-modified-since'])) {
    outgoing.writeHead(304, cached.head304).end();
    return true;
  }
  outgoing.writeHead(cached.status, cached.head);
  if (method === 'HEAD') outgoing.end();
  else outgoing.end(cached.body);
  return true;
}

/** The bytes of a cached response with this date, in milliseconds. The bytes are made once; their date is updated each second. */
export function toWireBytes(cached: CachedResponse, now: number): WireBytes {
  const second = Math.floor(now / 1000);
  cached.wire ??= makeWireBytes(cached);
  const { wire } = cached;
  if (wire.second !== second) {
    const date = new Date(second * 1000).toUTCString();
    for (const head of [wire.head, wire.notModified]) head.write(date, head.length - DATE_FROM_END, 'latin1');
    wire.second = second;
  }
  return wire;
}

/** The date is the last header, as Node writes it: 29 bytes before two line ends. */
const DATE_FROM_END = 33;
const NO_DATE = 'Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n';

function makeWireBytes(cached: CachedResponse): WireBytes {
  const head = Buffer.from(headOf(cached.status, cached.head), 'latin1');
  const bytes = inOneBlock(head, cached.body, Buffer.from(headOf(304, cached.head304), 'latin1'));
  const end = head.length + cached.body.length;
  cached.body = bytes.subarray(head.length, end); // so that the body is in memory once
  return {
    whole: bytes.subarray(0, end),
    head: bytes.subarray(0, head.length),
    notModified: bytes.subarray(end),
    second: 0,
  };
}

function headOf(status: number, flat: string[]): string {
  const lines = pairs(flat).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${NO_DATE}`;
}

/** Leaves out the two headers by which Node confirms that an HTTP/1.1 connection persists: it does anyway (RFC 9112, 9.3). */
export function omitKeepAlive(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.httpVersion === '1.1' && outgoing.shouldKeepAlive) outgoing.removeHeader('Connection');
}

/** Whether the reader has this response already (RFC 9110, 13.1.2 and 13.1.3; an ETag wins over a date). */
export function isNotModified(
  cached: CachedResponse,
  ifNoneMatch: string | null | undefined,
  ifModifiedSince: string | null | undefined,
): boolean {
  if (cached.status !== 200) return false;
  if (ifNoneMatch != null) {
    if (ifNoneMatch === cached.etag || ifNoneMatch.trim() === '*') return true;
    return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === cached.etag);
  }
  if (cached.modifiedAt === null || !ifModifiedSince) return false;
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && cached.modifiedAt <= since;
}

/** Whether the reader asks for another version than this one (RFC 9110, 13.1.1 and 13.1.4; an ETag wins over a date). */
export function isPreconditionFailed(
  { status, etag, modifiedAt }: Pick<CachedResponse, 'status' | 'etag' | 'modifiedAt'>,
  ifMatch: string | null | undefined,
  ifUnmodifiedSince: string | null | undefined,
): boolean {
  if (status !== 200) return false;
  if (ifMatch != null) return !ifMatch.split(',').some((tag) => ['*', etag].includes(tag.trim()));
  if (modifiedAt === null || !ifUnmodifiedSince) return false;
  const since = Date.parse(ifUnmodifiedSince);
  return !Number.isNaN(since) && modifiedAt > since;
}

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? '', flat[at * 2 + 1] ?? '']);
}
