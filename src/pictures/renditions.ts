import type { FailureKind } from '../core/failure.ts';

// What is kept of a picture: a few widths of it, each in three forms, named by the hash of the file it came as.

/** Widths in pixels a picture is kept in, where it is as wide itself. */
export const WIDTHS = [480, 800, 1200, 1600] as const;
/** Best compressed first: a browser takes the first it knows. */
export const FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof FORMATS)[number];

export const MEDIA_TYPES: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** The widths a picture `width` pixels wide is kept in: never larger than it came, and its own where it is smaller. */
export function widthsOf(width: number): number[] {
  const smaller = WIDTHS.filter((one) => one < width);
  return smaller.length < WIDTHS.length ? [...smaller, width] : [...smaller];
}

/** The name of one rendition, in the store and below `/media`. */
export function renditionName(hash: string, width: number, form: PictureFormat): string {
  return `${hash}/${width}.${form}`;
}

/** The names of all that is kept of a picture `width` pixels wide. */
export function renditionNames(hash: string, width: number): string[] {
  return widthsOf(width).flatMap((one) => FORMATS.map((form) => renditionName(hash, one, form)));
}

export function isPictureFormat(value: string): value is PictureFormat {
  return (FORMATS as readonly string[]).includes(value);
}

/** What the process that converts is told. */
export type ConversionJob = { file: Uint8Array };

export type Rendition = { width: number; form: PictureFormat; bytes: Uint8Array };

/** A converted picture; its size is that of the picture as it came, upright. */
export type ConvertedPicture = { width: number; height: number; renditions: Rendition[] };

/** What it says in the end. */
export type ConversionResult =
  | { converted: ConvertedPicture }
  | { refused: { kind: FailureKind; message: string; hint: string } };
