// The stored files of a creative. Each is encoded again from the pixels: in the original size, in the display size and for
// phones. All are named by the hash of the widest. The original file is not stored.

import type { Creative } from '#ads/catalog/catalog-schema.ts';

export type AdType = 'image/png' | 'image/jpeg';

/** The width for phones, in pixels: a screen of 360 px with two device pixels each. */
const PHONE = 720;

/** The stored widths of a creative, widest first: original, display size, phones. */
export function widthsOf({ widthPx, displayWidthPx }: Creative): number[] {
  const small = displayWidthPx > PHONE ? [PHONE] : [];
  return [...new Set([widthPx, displayWidthPx, ...small])];
}

/** The most bytes a file of this width may have: the catalog's limit, scaled by the number of pixels. */
export function budgetOf({ widthPx, maxBytes }: Creative, width: number): number {
  return Math.floor(maxBytes * (width / widthPx) ** 2);
}

const ENDINGS: Record<AdType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** The name of a file in the file store. Ads have their own folders, and `/ads` serves only those. */
export function adFileName(hash: string, width: number, type: AdType): string {
  return `ad-${hash}/${width}.${ENDINGS[type]}`;
}

/** The public path of a file. */
function adFilePath(hash: string, width: number, type: AdType): string {
  return `/ads/${hash}/${width}.${ENDINGS[type]}`;
}

/** The media type for a file ending; null for an unknown ending. */
export function adTypeOf(ending: string): AdType | null {
  if (ending === 'png') return 'image/png';
  return ending === 'jpg' ? 'image/jpeg' : null;
}

/** A file as readers get it. */
export type AdFile = { path: string; width: number };

/** The public files for names in the store, narrowest first. */
export function adFilesOf(names: readonly string[]): AdFile[] {
  const files = names.flatMap((name) => {
    const [, hash, width, ending] = /^ad-([0-9a-f]{64})\/(\d+)\.([a-z]+)$/.exec(name) ?? [];
    const type = adTypeOf(ending ?? '');
    return hash && width && type ? [{ path: adFilePath(hash, Number(width), type), width: Number(width) }] : [];
  });
  return files.sort((file, other) => file.width - other.width);
}

/** The narrowest file that is at least `width` wide, or else the widest. */
export function fileFor(files: readonly AdFile[], width: number): AdFile | null {
  return files.find((file) => file.width >= width) ?? files.at(-1) ?? null;
}
