import { notFound } from '#article/pages/not-found.ts';
import { type Asset, assetPath, findAsset } from '#html/assets/assets.ts';
import { preferredCoding, toCachedResponse } from '#http/cache/encode.ts';
import { IMMUTABLE, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { handOver, sendPublic } from '#http/respond.ts';
import { publicHeaders } from '#http/security-headers.ts';
import { ownIcon, siteAsset } from '#site/pages/site-assets.ts';

/**
 * `/static/{file}`: an asset under its name (a minute, as a page), under its name with the hash of its content (a year),
 * or under its name with any other hash.
 */
export async function readStatic(c: Context): Promise<Response> {
  const file = c.req.param('file') ?? '';
  const own = await siteAsset(c, file);
  if (own) return sendPublic(c, { ...own, about: [] });
  const match = findAsset(file);
  if (!match) return notFound(c);
  const { asset, askedHash } = match;
  if (askedHash !== null && askedHash !== asset.hash) return sendCurrent(c, asset);
  const headers = askedHash === null ? {} : { 'Cache-Control': IMMUTABLE };
  return sendPublic(c, { ...responseOf(asset), headers, about: [] });
}

/** `/favicon.ico`, and the icon of iOS, which browsers and phones request without a link: those of the site, or the mark. */
export async function readIcon(c: Context): Promise<Response> {
  const own = await ownIcon(c, c.req.path === '/favicon.ico' ? '/favicon.ico' : '/apple-touch-icon.png');
  if (own) return sendPublic(c, { ...own, about: [] });
  const match = findAsset(c.req.path.slice(1));
  return match ? sendPublic(c, { ...responseOf(match.asset), about: [] }) : notFound(c);
}

/** Kept only so long that a page of another version soon gets its own asset. */
const BRIEFLY = 'public, max-age=60';

/**
 * The asset as it is now, for a hash of another version: while servers are restarted one by one, a page comes from a new
 * one and its style sheet is requested from an old one, and old pages are in caches. It is not stored under the name that
 * was asked for, so that no number of names fills the cache.
 */
async function sendCurrent(c: Context, asset: Asset): Promise<Response> {
  const [accept, acceptEncoding] = [c.req.header('accept') ?? null, c.req.header('accept-encoding') ?? null];
  const stored = c.var.cache.find({ path: assetPath(asset.name), accept, acceptEncoding });
  const current =
    stored ??
    (await toCachedResponse(
      responseOf(asset),
      preferredCoding(acceptEncoding),
      publicHeaders(c.var.config, asset.type),
    ));
  const response = handOver(c, current);
  response.headers.set('Cache-Control', BRIEFLY);
  return response;
}

function responseOf({ type, body }: Asset): PublicResponse {
  return { status: 200, type, body };
}
