import { createHash } from 'node:crypto';
import { type Coding, encode, isWorthCoding } from './encode.ts';
import type { PublicResponse } from './public-response.ts';

/** A copy in one coding with its finished headers: what both writers send as it is. */
export type CachedResponse = {
  status: number;
  /** Strong, of this form and coding only. */
  etag: string;
  /** Milliseconds since 1970, whole seconds; null where the copy has no date. */
  modifiedAt: number | null;
  /** Names and values one after the other. */
  head: string[];
  /** The same for a 304 (RFC 9110, 15.4.5). */
  head304: string[];
  body: Buffer;
  /** What it takes of the newsstand's budget. */
  bytes: number;
};

/** How long a copy may be kept elsewhere (decision 0002). */
export const CACHE = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** What every public copy says, whoever hands it out. */
export const SHARED_HEADERS: Record<string, string> = {
  Vary: 'Accept, Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, X-Markdown-Tokens',
};

/** Bytes a copy takes besides its body: its headers, twice, and its place on the stand. */
const OVERHEAD = 3000;

/** Prints a copy in a coding; a body not worth coding is printed as it is. `besides` are headers every copy of its type carries. */
export async function toCachedResponse(
  copy: PublicResponse,
  wanted: Coding,
  besides: Record<string, string> = {},
): Promise<CachedResponse> {
  const plain = Buffer.from(copy.body);
  const coding = typeof copy.body === 'string' && isWorthCoding(plain.byteLength) ? wanted : 'identity'; // pictures are packed already
  const body = await encode(plain, coding);
  const hash = createHash('sha256').update(copy.type).update('\n').update(plain).digest('base64url').slice(0, 27);
  const etag = `"${hash}${coding === 'identity' ? '' : `-${coding}`}"`;
  const modifiedAt = copy.modifiedAt ? Math.floor(Date.parse(copy.modifiedAt) / 1000) * 1000 : null;
  const kept: Record<string, string> = {
    ...SHARED_HEADERS,
    'Cache-Control': CACHE,
    ETag: etag,
    ...(modifiedAt !== null && { 'Last-Modified': new Date(modifiedAt).toUTCString() }),
    ...besides,
    ...copy.headers,
  };
  const head = {
    ...kept,
    'Content-Type': copy.type,
    'Content-Length': String(body.byteLength),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  };
  return {
    status: copy.status,
    etag,
    modifiedAt,
    head: Object.entries(head).flat(),
    head304: Object.entries(kept).flat(),
    body,
    bytes: body.byteLength + OVERHEAD,
  };
}

/** Whether a reader has this copy already (RFC 9110, 13.1.2 and 13.1.3; a tag wins over a date). */
export function isKnown(
  printed: CachedResponse,
  ifNoneMatch: string | null | undefined,
  ifModifiedSince: string | null | undefined,
): boolean {
  if (printed.status !== 200) return false;
  if (ifNoneMatch != null) {
    if (ifNoneMatch === printed.etag || ifNoneMatch.trim() === '*') return true;
    return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === printed.etag);
  }
  if (printed.modifiedAt === null || !ifModifiedSince) return false;
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && printed.modifiedAt <= since;
}
