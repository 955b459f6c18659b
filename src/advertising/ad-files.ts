// What is kept of an accepted picture: made anew from its pixels, in the size it came in and in the size it is shown at,
// named by the hash of the larger. The file as it came is not kept.

export type AdType = 'image/png' | 'image/jpeg';

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
