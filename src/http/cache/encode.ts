import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { CACHE_CONTROL, IMMUTABLE, type PublicResponse, SHARED_HEADERS } from './public-response.ts';

/** A response in one content coding with all its headers, ready to be sent. */
export type CachedResponse = {
  status: number;
  /** A strong ETag of this form and coding. */
  etag: string;
  /** Milliseconds since 1970, whole seconds; null when the response has no date. */
  modifiedAt: number | null;
  /** Header names and values, one after the other. */
  head: string[];
  /** Those of a 304. */
  head304: string[];
  body: Buffer;
  /** The response as bytes, made when it is first written to a socket. */
  wire: WireBytes | null;
  /** Bytes counted against the budget of the cache. */
  bytes: number;
};

/** A cached response as it goes over the wire, ready to be written in one piece. */
export type WireBytes = {
  /** Head and body, the head alone, and the head of a 304. */
  whole: Buffer;
  head: Buffer;
  notModified: Buffer;
  /** The second whose date the heads have. */
  second: number;
};

/** Content codings that this server sends (RFC 9110, 8.4.1). */
export type Coding = 'identity' | 'gzip' | 'br' | 'zstd';

/** At equal weight the first of these is chosen: the smallest result first. */
const ORDER: readonly Coding[] = ['br', 'zstd', 'gzip'];

/** Below this many bytes a coding saves less than its header costs. */
const WORTH_CODING = 512;
/** Bytes that a stored response takes in addition to its body: its headers, twice, and its entry. */
const OVERHEAD = 3000;

/**
 * Encodes a response and makes its headers; a body that is not worth coding stays as it is. `typeHeaders` are headers of
 * every response of its content type.
 */
export async function toCachedResponse(
  response: PublicResponse,
  accepted: Coding,
  typeHeaders: Record<string, string> = {},
): Promise<CachedResponse> {
  const plain = Buffer.from(response.body);
  const isText = typeof response.body === 'string'; // pictures are compressed already
  const coding = isText && isWorthCoding(plain.byteLength) ? accepted : 'identity';
  // A file that browsers keep for a year is encoded once, so the smallest result is worth a second of a processor.
  const body = inOneBlock(await encode(plain, coding, response.headers?.['Cache-Control'] === IMMUTABLE));
  const hash = createHash('sha256').update(response.type).update('\n').update(plain).digest('base64url').slice(0, 22);
  const etag = `"${hash}${coding === 'identity' ? '' : `-${coding}`}"`;
  const modifiedAt = response.modifiedAt ? Math.floor(Date.parse(response.modifiedAt) / 1000) * 1000 : null;
  const headers = {
    ...SHARED_HEADERS,
    'Cache-Control': CACHE_CONTROL,
    ETag: etag,
    ...(modifiedAt !== null && { 'Last-Modified': new Date(modifiedAt).toUTCString() }),
    ...typeHeaders,
    ...response.headers,
    'Content-Type': response.type,
    'Content-Length': String(body.byteLength),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    ...(response.hasDigest && { 'Repr-Digest': reprDigest(body) }),
  };
  return {
    status: response.status,
    etag,
    modifiedAt,
    head: Object.entries(headers).flat(),
    head304: Object.entries(headersOf304(headers)).flat(),
    body,
    wire: null,
    bytes: body.byteLength + OVERHEAD,
  };
}

/** The same bytes in a block of memory of their own: a small buffer of Node keeps a block of 64 kB with those made beside it. */
export function inOneBlock(...parts: Buffer[]): Buffer {
  const block = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) at += part.copy(block, at);
  return block;
}

/** The SHA-256 of a representation, whose bytes include its content coding (RFC 9530, 3). */
function reprDigest(body: Buffer): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/**
 * The headers of a 304 (RFC 9110, 15.4.5): the reader has the others already. A script of another site that sends
 * `If-None-Match` itself needs the CORS header.
 */
export function headersOf304(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => IN_304.has(name)));
}

const IN_304 = new Set(['Cache-Control', 'Content-Location', 'ETag', 'Expires', 'Vary', 'Access-Control-Allow-Origin']);

/** The coding that an `Accept-Encoding` header asks for (RFC 9110, 12.5.3); identity when it names no supported coding. */
export function preferredCoding(accepted: string | null | undefined): Coding {
  if (!accepted) return 'identity';
  const known = codingCache.get(accepted) ?? chooseCoding(accepted);
  if (codingCache.size >= 1000) codingCache.clear();
  codingCache.set(accepted, known);
  return known;
}

/** A cache of results by header value. */
const codingCache = new Map<string, Coding>();

function chooseCoding(accepted: string): Coding {
  const weights = weightsOf(accepted);
  let best: Coding = 'identity';
  let bestQ = 0;
  for (const coding of ORDER) {
    const q = weights.get(coding) ?? weights.get('*') ?? 0;
    if (q > bestQ) [best, bestQ] = [coding, q];
  }
  return bestQ >= (weights.get('identity') ?? 0) ? best : 'identity';
}

/** The weight of each coding that the header names; without `q` it is 1. */
function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of accepted.toLowerCase().split(',')) {
    const [name = '', weight] = element.split(';').map((part) => part.trim());
    const q = weight === undefined ? 1 : Number(/^q=(\d(?:\.\d{0,3})?)$/.exec(weight)?.[1] ?? Number.NaN);
    if (name !== '' && !Number.isNaN(q)) weights.set(name === 'x-gzip' ? 'gzip' : name, q);
  }
  return weights;
}

/** Whether a body of `bytes` is worth coding. */
export function isWorthCoding(bytes: number): boolean {
  return bytes >= WORTH_CODING;
}

const [toGzip, toBrotli, toZstd] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

/** Encodes a body off the event loop; a large body with less effort, so that no reader waits long, unless it is kept for long. */
export async function encode(body: Buffer, coding: Coding, isKept = false): Promise<Buffer> {
  const large = body.byteLength > 256 * 1024 && !isKept;
  switch (coding) {
    case 'identity':
      return body;
    case 'gzip':
      return toGzip(body, { level: large ? 6 : 9 });
    case 'br':
      return toBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isKept ? 11 : large ? 5 : 6,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      });
    case 'zstd':
      return toZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: large ? 6 : 9 } });
  }
}
