import { isPictureForm, renditionName, TYPES } from '../../pictures/renditions.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from './reader.ts';

/** What an address names a rendition by: the hash of the file, the width, the form. */
const FILE = /^([1-9]\d{2,3})\.([a-z]+)$/;
const HASH = /^[0-9a-f]{64}$/;

/** `/media/{hash}/{width}.{form}`: one rendition of a picture. What it is never changes, and it is nothing but a picture. */
export async function readMedia(c: Context): Promise<Response> {
  const hash = c.req.param('hash') ?? '';
  const [, width = '', form = ''] = FILE.exec(c.req.param('file') ?? '') ?? [];
  if (!HASH.test(hash) || !isPictureForm(form)) return notFound(c);
  const bytes = await c.var.deps.files.get(renditionName(hash, Number(width), form));
  if (!bytes) return notFound(c);
  const etag = `"${hash.slice(0, 27)}-${width}-${form}"`;
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'inline',
  };
  if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': TYPES[form], 'Content-Length': String(bytes.byteLength) },
  });
}

function isKnown(asked: string | undefined, etag: string): boolean {
  return asked?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}
