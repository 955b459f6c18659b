import { IMMUTABLE, type PublicResponse } from '../../cache/public-response.ts';
import { darkShade, isLegible } from '../../site/colour.ts';
import { readLogo } from '../../site/logo.ts';
import { ASSET_TYPES } from '../assets/assets.ts';
import type { Context } from './context.ts';
import { readPublished } from './read-published.ts';

/**
 * What `/static` has beside files: `accent.{rrggbb}.css`, the accent colour in both schemes, and `logo.{hash}.png`. Neither
 * changes under its name. Null for any other name, a colour that pages may not have, and a logo that is gone.
 */
export async function siteAsset(c: Context, file: string): Promise<PublicResponse | null> {
  const [, digits] = /^accent\.([0-9a-f]{6})\.css$/.exec(file) ?? [];
  if (digits !== undefined) return accentSheet(`#${digits}`);
  const [, hash] = /^logo\.([0-9a-f]{16})\.png$/.exec(file) ?? [];
  if (hash === undefined) return null;
  const body = await readPublished(c, (tx) => readLogo(tx, hash));
  return body && { status: 200, type: 'image/png', body, headers: { 'Cache-Control': IMMUTABLE } };
}

function accentSheet(accent: string): PublicResponse | null {
  if (!isLegible(accent)) return null;
  const body = `:root{--accent:${accent}}@media (prefers-color-scheme:dark){:root{--accent:${darkShade(accent)}}}\n`;
  return { status: 200, type: ASSET_TYPES.css ?? '', body, headers: { 'Cache-Control': IMMUTABLE } };
}
