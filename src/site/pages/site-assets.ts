import { readPublished } from '#article/pages/read-published.ts';
import { ASSET_TYPES } from '#html/assets/assets.ts';
import { IMMUTABLE, PNG, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { darkShade, isLegible } from '#site/colour.ts';
import { readLogo } from '#site/logo.ts';
import { ICON_SIZES, readIconName, type SiteIcon, siteIcon } from '#site/look/icons.ts';

/**
 * What `/static` has beside files: `accent.{rrggbb}.css`, the accent colour in both schemes, `logo.{hash}.png`, and the icon of
 * the site in its sizes. None changes under its name. Null for any other name, a colour that pages may not have, and a logo or an
 * icon that is gone.
 */
export async function siteAsset(c: Context, file: string): Promise<PublicResponse | null> {
  const [, digits] = /^accent\.([0-9a-f]{6})\.css$/.exec(file) ?? [];
  if (digits !== undefined) return accentSheet(`#${digits}`);
  const named = readIconName(file);
  if (named) return siteIconResponse(c, named);
  const [, hash] = /^logo\.([0-9a-f]{16})\.png$/.exec(file) ?? [];
  if (hash === undefined) return null;
  const body = await readPublished(c, (tx) => readLogo(tx, hash));
  return body && { status: 200, type: PNG, body, headers: { 'Cache-Control': IMMUTABLE } };
}

async function siteIconResponse(c: Context, named: NonNullable<ReturnType<typeof readIconName>>) {
  const icon = siteIcon(siteSnapshot().publication);
  if (icon.kind === 'mark' || icon.key !== named.key) return null;
  const body = await drawIn(c, icon, named);
  return body && { status: 200 as const, type: PNG, body, headers: { 'Cache-Control': IMMUTABLE } };
}

/** The pictures in `favicon.ico`, in pixels. */
const IN_ICO = [16, 32, 48];

/** `/favicon.ico` and `/apple-touch-icon.png` of a site with its own icon; null where the mark is its icon. */
export async function ownIcon(
  c: Context,
  path: '/favicon.ico' | '/apple-touch-icon.png',
): Promise<PublicResponse | null> {
  const icon = siteIcon(siteSnapshot().publication);
  if (icon.kind === 'mark') return null;
  if (path === '/apple-touch-icon.png') {
    const body = await drawIn(c, icon, { size: ICON_SIZES.touch, form: 'icon' });
    return body && { status: 200, type: PNG, body };
  }
  const pictures: { size: number; png: Uint8Array }[] = [];
  for (const size of IN_ICO) {
    const png = await drawIn(c, icon, { size, form: 'icon' });
    if (png === null) return null;
    pictures.push({ size, png });
  }
  const { toIco } = await import('#site/look/draw-icon.ts');
  return { status: 200, type: ASSET_TYPES.ico ?? '', body: toIco(pictures) };
}

/** Null when the logo was replaced meanwhile. Drawing is loaded at the first icon: most sites keep theirs in the cache. */
async function drawIn(
  c: Context,
  icon: Exclude<SiteIcon, { kind: 'mark' }>,
  as: { size: number; form: 'icon' | 'maskable' },
): Promise<Uint8Array | null> {
  const logo = icon.kind === 'logo' ? await readPublished(c, (tx) => readLogo(tx, icon.key)) : null;
  if (icon.kind === 'logo' && logo === null) return null;
  const { drawIcon } = await import('#site/look/draw-icon.ts');
  return drawIcon(icon, logo, as);
}

function accentSheet(accent: string): PublicResponse | null {
  if (!isLegible(accent)) return null;
  const body = `:root{--accent:${accent}}@media (prefers-color-scheme:dark){:root{--accent:${darkShade(accent)}}}\n`;
  return { status: 200, type: ASSET_TYPES.css ?? '', body, headers: { 'Cache-Control': IMMUTABLE } };
}
