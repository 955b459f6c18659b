import { crc32, deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { AdType } from './ad-files.ts';
import { pngChunks } from './image-metadata.ts';

// Encodes one size of a creative within its byte limit: lossless when that fits, else as the best JPEG that fits. Runs in the
// child process.

export type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/** An encoded image. `difference` is the mean difference of all channels from the pixels, of 255; 0 when it is lossless. */
export type EncodedImage = { type: AdType; bytes: Buffer; difference: number };

export type EncodeOptions = {
  maxBytes: number;
  /** A PNG stays lossless when that fits. */
  isPng: boolean;
  /** Whether the original already has 4:2:0 chroma subsampling, as most JPEG files do. */
  isSubsampled: boolean;
  /** Packs the same pixels into another PNG. */
  packed?: () => Buffer | null;
};

const FINEST = 90;
const COARSEST = 5;
/** The most colours in a palette. */
const PALETTE = 256;

/** Null when no encoding fits. */
export async function encodeCopy(pixels: Pixels, wanted: EncodeOptions): Promise<EncodedImage | null> {
  const lossless = wanted.isPng ? await encodePng(pixels, wanted) : null;
  return lossless ?? encodeJpeg(pixels, wanted);
}

async function encodePng(pixels: Pixels, { maxBytes, packed }: EncodeOptions): Promise<EncodedImage | null> {
  const fits = (bytes: Buffer) => bytes.byteLength <= maxBytes;
  const copy = (bytes: Buffer): EncodedImage => ({ type: 'image/png', bytes, difference: 0 });
  if (hasFewColours(pixels)) {
    const bytes = await open(pixels)
      .png({ compressionLevel: 9, palette: true, colours: PALETTE, dither: 0, effort: 4 })
      .toBuffer();
    if (fits(bytes) && (await decodeLike(pixels, bytes)).equals(pixels.data)) return copy(bytes);
  }
  for (const adaptiveFiltering of [true, false]) {
    const bytes = await open(pixels).png({ compressionLevel: 9, adaptiveFiltering }).toBuffer();
    if (fits(bytes)) return copy(bytes);
  }
  const bytes = packed?.();
  return bytes && fits(bytes) ? copy(bytes) : null;
}

/** Searches the best quality with the fast encoder; then the slow encoder makes the file smaller. */
async function encodeJpeg(pixels: Pixels, { maxBytes, isSubsampled }: EncodeOptions): Promise<EncodedImage | null> {
  const chromaSubsampling = isSubsampled ? '4:2:0' : '4:4:4';
  const quick = (quality: number) =>
    open(pixels).jpeg({ quality, chromaSubsampling, optimiseCoding: true, quantisationTable: 3 }).toBuffer();
  let [low, high] = [COARSEST, FINEST];
  let best: { quality: number; bytes: Buffer } | null = null;
  for (let quality = high; low <= high; quality = (low + high) >> 1) {
    const bytes = await quick(quality);
    if (bytes.byteLength <= maxBytes) {
      best = { quality, bytes };
      low = quality + 1;
    } else {
      high = quality - 1;
    }
  }
  if (!best) return null;
  const slow = await open(pixels).jpeg({ quality: best.quality, chromaSubsampling, mozjpeg: true }).toBuffer();
  const bytes = slow.byteLength < best.bytes.byteLength ? slow : best.bytes;
  return { type: 'image/jpeg', bytes, difference: await differenceOf(pixels, bytes) };
}

function open({ data, info: { width, height, channels } }: Pixels) {
  return sharp(data, { raw: { width, height, channels } });
}

function hasFewColours({ data, info: { channels } }: Pixels): boolean {
  if (channels !== 3) return false;
  const seen = new Set<number>();
  let last = -1;
  for (let at = 0; at < data.byteLength; at += 3) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    if (colour === last) continue;
    last = colour;
    if (seen.add(colour).size > PALETTE) return false;
  }
  return true;
}

async function differenceOf(pixels: Pixels, bytes: Buffer): Promise<number> {
  const { data } = pixels;
  const made = await decodeLike(pixels, bytes);
  if (made.byteLength !== data.byteLength) return 255;
  let sum = 0;
  for (let at = 0; at < data.byteLength; at++) sum += Math.abs((data[at] ?? 0) - (made[at] ?? 0));
  return sum / data.byteLength;
}

/** Decodes an encoded image into the channels of the pixels it was made from. */
function decodeLike({ info }: Pixels, bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .toColourspace(info.channels < 3 ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
}

// The compressed data of a PNG. Decoders ignore data after the pixels, so it is read here.

/** Samples for each pixel, by colour type (PNG, third edition, 11.2.1). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The bytes that interlacing may add to each row. */
const MORE = 16;
const MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

type Unpacked = { head: Buffer; palette: Buffer | null; packed: Buffer; rows: Buffer };

/** Unpacks the rows of a PNG. Null when the data is larger than its pixels: a crafted file can unpack to a thousand times its size. */
function unpack(png: Buffer): Unpacked | null {
  const chunks = [...pngChunks(png)];
  const head = chunks.find(({ name }) => name === 'IHDR')?.data;
  if (!head) return null;
  const [width, height, bits] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8] ?? 8];
  const row = Math.ceil((width * bits * (SAMPLES[head[9] ?? 2] ?? 4)) / 8);
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data));
  try {
    const maxOutputLength = (row + MORE) * height;
    const { buffer, engine } = inflateSync(data, { maxOutputLength, info: true }) as unknown as Inflated;
    const palette = chunks.find(({ name }) => name === 'PLTE')?.data ?? null;
    return { head, palette, packed: data.subarray(0, engine.bytesWritten), rows: buffer };
  } catch {
    return null;
  }
}

/** The result with `info: true`; the compressed data ends at `bytesWritten`. */
type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

/** Whether the compressed data of a PNG contains its pixels and nothing more. */
export function hasOnlyPixels(png: Buffer): boolean {
  return unpack(png) !== null;
}

/** The same pixels without other chunks, never larger than the original. For opaque images. */
export function repackPng(png: Buffer): Buffer | null {
  const unpacked = unpack(png);
  if (!unpacked) return null;
  const { head, palette, packed, rows } = unpacked;
  const repacked = deflateSync(rows, { level: 9, memLevel: 9 });
  const data = repacked.byteLength < packed.byteLength ? repacked : packed;
  const chunks = [
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', data),
    chunk('IEND'),
  ];
  return Buffer.concat([MARK, ...chunks]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.byteLength + 8);
  bytes.writeUInt32BE(data.byteLength, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.byteLength + 4);
  return bytes;
}
