// What is kept of an accepted picture: made anew from its pixels, in the size it came in, in the size it is shown at, and for
// phones; all are named by the hash of the widest. The file as it came is not kept.

import type { Creative } from '../catalog/catalog-schema.ts';

export type AdType = 'image/png' | 'image/jpeg';

/** How wide the copy for phones is: a screen of 360 px with two pixels to each. */
const PHONE = 720;

/** The widths a creative is kept in, widest first: as it came, as it is shown, and for phones. */
export function widthsOf({ widthPx, displayWidthPx }: Creative): number[] {
  const small = displayWidthPx > PHONE ? [PHONE] : [];
  return [...new Set([widthPx, displayWidthPx, ...small])];
}

/** How many bytes a copy may have: of those of the catalog, as large a part as it has of the pixels. */
export function budgetOf({ widthPx, maxBytes }: Creative, width: number): number {
  return Math.floor(maxBytes * (width / widthPx) ** 2);
}

const ENDINGS: Record<AdType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** The name of one of the files, in the store; a folder of its own, for nothing but ads is handed out from there. */
export function adFileName(hash: string, width: number, type: AdType): string {
  return `ad-${hash}/${width}.${ENDINGS[type]}`;
}

/** The path readers get it at. */
export function adFilePath(hash: string, width: number, type: AdType): string {
  return `/ads/${hash}/${width}.${ENDINGS[type]}`;
}

/** The type a file's ending stands for; null for any other ending. */
export function adTypeOf(ending: string): AdType | null {
  if (ending === 'png') return 'image/png';
  return ending === 'jpg' ? 'image/jpeg' : null;
}

/** One of the files as readers get it. */
export type AdFile = { path: string; width: number };

/** The files of a creative, narrowest first, by their names in the store. */
export function adFilesOf(names: readonly string[]): AdFile[] {
  const files = names.flatMap((name) => {
    const [, hash, width, ending] = /^ad-([0-9a-f]{64})\/(\d+)\.([a-z]+)$/.exec(name) ?? [];
    const type = adTypeOf(ending ?? '');
    return hash && width && type ? [{ path: adFilePath(hash, Number(width), type), width: Number(width) }] : [];
  });
  return files.sort((one, other) => one.width - other.width);
}

/** The narrowest file that is at least as wide as asked; else the widest. */
export function fileFor(files: readonly AdFile[], width: number): AdFile | null {
  return files.find((one) => one.width >= width) ?? files.at(-1) ?? null;
}
