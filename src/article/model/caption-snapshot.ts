/** What stands by a picture in words that readers see. */
export type PictureCaption = { alt: string; credit: string };

/** The words readers see by the picture over a live article, where they are not those of the library. */
export function readKeptWords(words: string | null): PictureCaption | null {
  return words === null ? null : (JSON.parse(words) as PictureCaption);
}
