import { adFileName, adTypeOf } from '#ads/creatives/ad-files.ts';
import { readPictureState } from '#ads/creatives/stored-creatives.ts';
import { notFound } from '#article/pages/not-found.ts';
import type { Context } from '#http/context.ts';
import { hasCopy, notModified, requirePreconditions } from '#http/respond.ts';

/** The file name of a picture: its width and its type. */
const FILE = /^([1-9]\d{2,3})\.([a-z]+)$/;
const HASH = /^[0-9a-f]{64}$/;

/**
 * `/ads/{hash}/{width}.{ending}`: the picture of an ad while a creative with it is accepted; 410 after it was withdrawn.
 * Each request asks the database, so every process stops at once; browsers and proxies may cache it for a minute.
 */
export async function readAdPicture(c: Context): Promise<Response> {
  const hash = c.req.param('hash') ?? '';
  const [, width = '', ending = ''] = FILE.exec(c.req.param('file') ?? '') ?? [];
  const type = adTypeOf(ending);
  if (!HASH.test(hash) || !type) return notFound(c);
  const { db, files } = c.var.deps;
  const state = await readPictureState(db.read, hash);
  if (state === 'withdrawn') return new Response('This picture was withdrawn.\n', { status: 410, headers: GONE });
  const bytes = state === 'public' ? await files.get(adFileName(hash, Number(width), type)) : null;
  if (!bytes) return notFound(c);
  const etag = `"ad-${hash.slice(0, 27)}-${width}"`;
  const headers = { ...PICTURE, ETag: etag };
  requirePreconditions(c, { status: 200, etag, modifiedAt: null });
  if (hasCopy(c, etag)) return notModified(headers);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
  });
}

const PICTURE = {
  'Cache-Control': 'public, max-age=60, must-revalidate',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
};

const GONE = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
