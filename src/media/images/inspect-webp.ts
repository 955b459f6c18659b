import { imageError, malformedImage, requireFewParts, truncatedImage } from './image-errors.ts';
import type { ImageFrame } from './inspect-image.ts';

type Size = { width: number; height: number };

/** The length of the type and length fields of a chunk, and of the header of the file, in bytes. */
const [CHUNK, FILE] = [8, 12];
/** The flag of an animation in the extended header. */
const ANIMATED = 0x02;

export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/**
 * Walks through the chunks of a WebP (RFC 9649, 2) and returns its size.
 * @throws validation_failed
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one check for each rule of the format
export function inspectWebp(bytes: Buffer): ImageFrame {
  const end = bytes.readUInt32LE(4) + CHUNK;
  if (end > bytes.byteLength) throw truncatedImage();
  let canvas: Size | null = null;
  let image: Size | null = null;
  let parts = 0;
  for (let at = FILE; at < end; ) {
    requireFewParts(++parts);
    if (at + CHUNK > end) throw malformedImage('WebP');
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + CHUNK, Math.min(end, at + CHUNK + length));
    if (data.byteLength < length) throw truncatedImage();
    if (type === 'VP8X') canvas = readCanvas(data);
    if (type === 'ANIM' || type === 'ANMF') throw animated();
    if (type === 'VP8 ' || type === 'VP8L') {
      if (image) throw malformedImage('WebP');
      image = type === 'VP8 ' ? readLossy(data) : readLossless(data);
    }
    at += CHUNK + length + (length % 2);
  }
  if (!image) throw malformedImage('WebP');
  return { ...(canvas ?? image), end };
}

function readCanvas(data: Buffer): Size {
  if (data.byteLength < 10) throw malformedImage('WebP');
  if (((data[0] ?? 0) & ANIMATED) !== 0) throw animated();
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

function readLossy(data: Buffer): Size {
  if (data.byteLength < 10 || data.toString('hex', 3, 6) !== '9d012a') throw malformedImage('WebP');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function readLossless(data: Buffer): Size {
  if (data.byteLength < 5 || data[0] !== 0x2f) throw malformedImage('WebP');
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function animated() {
  return imageError('The WebP is animated.', 'Send one still picture.', undefined, 'animated');
}
