import { notFound } from '#article/pages/not-found.ts';
import { IMMUTABLE } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { hasCopy, notModified, requirePreconditions } from '#http/respond.ts';
import { isPictureFormat, MEDIA_TYPES, renditionName } from '#media/renditions.ts';

/** The file name of a rendition: its width and its format. */
const FILE = /^([1-9]\d{2,3})\.([a-z]+)$/;
const HASH = /^[0-9a-f]{64}$/;

/** `/media/{hash}/{width}.{form}`: one rendition of a picture. It never changes, and its headers keep a browser from running it. */
export async function readMedia(c: Context): Promise<Response> {
  const hash = c.req.param('hash') ?? '';
  const [, width = '', form = ''] = FILE.exec(c.req.param('file') ?? '') ?? [];
  if (!HASH.test(hash) || !isPictureFormat(form)) return notFound(c);
  const bytes = await c.var.deps.files.get(renditionName(hash, Number(width), form));
  if (!bytes) return notFound(c);
  const etag = `"${hash.slice(0, 27)}-${width}-${form}"`;
  const headers = {
    'Cache-Control': IMMUTABLE,
    ETag: etag,
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'inline',
  };
  requirePreconditions(c, { status: 200, etag, modifiedAt: null });
  if (hasCopy(c, etag)) return notModified(headers);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': MEDIA_TYPES[form], 'Content-Length': String(bytes.byteLength) },
  });
}
