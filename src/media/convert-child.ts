import type { Sharp } from 'sharp';
import { Failure } from '#core/failure.ts';
import { imageError } from '#media/images/image-errors.ts';
import { serveChild } from '#runtime/child-process.ts';
import { type Decoder, inspectPicture, MOST_PIXELS } from './inspect-picture.ts';
import {
  type ConversionJob,
  type ConversionResult,
  type ConvertedPicture,
  FORMATS,
  type PictureFormat,
  type Rendition,
  WIDTHS,
  widthsOf,
} from './renditions.ts';

// Runs as a child process for one picture: a file that breaks the decoder breaks only this process.

/** The target size of a rendition, in bytes: the hero picture of a page has to load quickly. */
const BUDGET = 120_000;

serveChild<ConversionJob, ConversionResult, ConvertedPicture>(({ file }, report) =>
  convert(file, report).then((converted) => ({ converted }), refusedAs),
);

/** Reports the smallest size as soon as it is made, so that a person sees the picture before its other sizes exist. */
async function convert(file: Uint8Array, report: (first: ConvertedPicture) => void): Promise<ConvertedPicture> {
  const sharp = await loadDecoder();
  const { width, height } = await inspectPicture(sharp, file);
  const scale = await decode(sharp, file, width);
  report({ width, height, renditions: await encode(scale, widthsOf(width).slice(0, 1), 'jpg') });
  const renditions: Rendition[] = [];
  for (const form of FORMATS) renditions.push(...(await encode(scale, widthsOf(width), form)));
  return { width, height, renditions };
}

/** Loads the decoder, for the forms of `PICTURE_FORMS` alone. */
async function loadDecoder(): Promise<Decoder> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((form) => `VipsForeignLoad${form}Buffer`) });
  sharp.cache(false);
  sharp.concurrency(2);
  return sharp;
}

/** The widest rendition, in pixels. */
const MOST_WIDE = Math.max(...WIDTHS);

/** The decoded picture, resized to this width. */
type Scale = (width: number) => Sharp;

/** Decodes once: upright, in sRGB, on white, at most as wide as the widest rendition, without metadata. */
async function decode(sharp: Decoder, file: Uint8Array, width: number): Promise<Scale> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'warning', sequentialRead: true } as const;
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: Math.min(width, MOST_WIDE) })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return (width) => sharp(data, { raw }).resize({ width });
}

/**
 * Encodes all widths in one format, narrowest first. The size of the previous width predicts the quality of the next one: to
 * try every quality from the best takes long.
 */
async function encode(scale: Scale, widths: number[], form: PictureFormat): Promise<Rendition[]> {
  const qualities = QUALITIES[form];
  const made: Rendition[] = [];
  let step = 0;
  for (const width of widths) {
    const last = made.at(-1);
    let expected = last ? last.bytes.byteLength * (width / last.width) ** 2 * 0.8 : 0;
    for (; expected > BUDGET * 1.2 && step < qualities.length - 1; step++) expected *= 0.6;
    let bytes = await encodeAt(scale(width), form, qualities[step] ?? 50);
    while (bytes.byteLength > BUDGET && step < qualities.length - 1) {
      bytes = await encodeAt(scale(width), form, qualities[++step] ?? 50);
    }
    made.push({ width, form, bytes });
  }
  return made;
}

/** Best quality first. Few browsers lack AVIF; for them a good picture matters more than a small file. */
const QUALITIES: Record<PictureFormat, readonly number[]> = {
  avif: [52, 38, 26, 16, 8],
  webp: [76, 55],
  jpg: [76, 55],
};

function encodeAt(picture: Sharp, form: PictureFormat, quality: number): Promise<Buffer> {
  switch (form) {
    case 'avif':
      return picture.avif({ quality, effort: 2 }).toBuffer();
    case 'webp':
      return picture.webp({ quality, effort: 2 }).toBuffer();
    case 'jpg':
      return picture.jpeg({ quality, mozjpeg: true }).toBuffer();
  }
}

/** Passes our own errors on; replaces an error of the decoder. */
function refusedAs(error: unknown): ConversionResult {
  const { kind, message, detail } =
    error instanceof Failure
      ? error
      : imageError('The picture is damaged: it cannot be decoded from beginning to end.', 'Export it again.');
  return { refused: { kind, message, hint: detail.hint ?? '' } };
}
