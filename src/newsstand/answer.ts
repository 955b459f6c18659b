import { createHash } from 'node:crypto';
import type { Copy } from './copy.ts';

const CACHE = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** Headers of every public copy: the same for all readers, readable from any origin. */
const ALWAYS: Record<string, string> = {
  Vary: 'Accept, Accept-Encoding',
  'Cache-Control': CACHE,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, X-Markdown-Tokens',
};

/** Answers a GET or HEAD with a copy: 304 where the reader has it already (RFC 9110, 13), the body left out for HEAD. */
export function answer(request: Request, copy: Copy): Response {
  const body = new TextEncoder().encode(copy.body);
  const etag = `"${createHash('sha256').update(copy.type).update('\n').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = new Headers({ ...ALWAYS, ETag: etag, ...copy.headers });
  if (copy.modifiedAt) headers.set('Last-Modified', new Date(copy.modifiedAt).toUTCString());
  if (copy.status === 200 && isKnown(request, etag, copy.modifiedAt))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', copy.type);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status: copy.status, headers });
}

function isKnown(request: Request, etag: string, modifiedAt: string | null | undefined): boolean {
  const known = request.headers.get('if-none-match');
  if (known !== null)
    return known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  if (!modifiedAt || Number.isNaN(since)) return false;
  return Math.floor(Date.parse(modifiedAt) / 1000) * 1000 <= since;
}
