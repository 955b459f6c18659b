import { adFileName, adTypeOf } from '../advertising/ad-files.ts';
import type { Ctx } from './env.ts';
import { notFound } from './reader.ts';

const FILE = /^([1-9]\d{2,3})\.([a-z]+)$/;
const HASH = /^[0-9a-f]{64}$/;

/** `/ads/{hash}/{width}.{ending}`: the picture of an ad, made anew. What it is never changes, and it is nothing but a picture. */
export async function readAdPicture(c: Ctx): Promise<Response> {
  const hash = c.req.param('hash') ?? '';
  const [, width = '', ending = ''] = FILE.exec(c.req.param('file') ?? '') ?? [];
  const type = adTypeOf(ending);
  if (!HASH.test(hash) || !type) return notFound(c);
  const bytes = await c.var.press.files.get(adFileName(hash, Number(width), type));
  if (!bytes) return notFound(c);
  const etag = `"ad-${hash.slice(0, 27)}-${width}"`;
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'inline',
  };
  const asked = c.req.header('if-none-match')?.split(',') ?? [];
  if (asked.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))))
    return new Response(null, { status: 304, headers });
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
  });
}
