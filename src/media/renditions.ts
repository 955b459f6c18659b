import type { Hero } from '#article/hero.ts';
import type { FailureKind } from '#core/failure.ts';

// The stored renditions of a picture: a few widths, each in three formats, named by the hash of the original file.

/** The widths of renditions, in pixels. A picture is never enlarged. */
export const WIDTHS = [480, 800, 1200, 1600] as const;
/** Best compression first: a browser takes the first format it supports. */
export const FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof FORMATS)[number];

export const MEDIA_TYPES: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** The stored widths of a picture: the standard widths below its own width, and its own width if it is below the largest one. */
export function widthsOf(width: number): number[] {
  const smaller = WIDTHS.filter((size) => size < width);
  return smaller.length < WIDTHS.length ? [...smaller, width] : [...smaller];
}

/** The name of a rendition in the file store and below `/media`. */
export function renditionName(hash: string, width: number, form: PictureFormat): string {
  return `${hash}/${width}.${form}`;
}

/** The names of all renditions of a picture `width` pixels wide. */
export function renditionNames(hash: string, width: number): string[] {
  return widthsOf(width).flatMap((size) => FORMATS.map((form) => renditionName(hash, size, form)));
}

/** The names of all renditions of a picture and of its other files. */
export function filesOf({ hash, width, versions }: Pick<Hero, 'hash' | 'width' | 'versions'>): string[] {
  return [{ hash, width }, ...Object.values(versions)].flatMap((file) => renditionNames(file.hash, file.width));
}

export function isPictureFormat(value: string): value is PictureFormat {
  return (FORMATS as readonly string[]).includes(value);
}

/** The input of the child process that converts. */
export type ConversionJob = { file: Uint8Array };

export type Rendition = { width: number; form: PictureFormat; bytes: Uint8Array };

/** A converted picture, with the size of the original, upright. */
export type ConvertedPicture = { width: number; height: number; renditions: Rendition[] };

/** The output of the child process. */
export type ConversionResult =
  | { converted: ConvertedPicture }
  | { refused: { kind: FailureKind; message: string; hint: string } };
