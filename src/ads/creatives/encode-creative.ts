import { crc32, deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { AdType } from './ad-files.ts';
import { pngChunks } from './image-metadata.ts';

// One copy of a creative within its bytes: without any loss where that fits, else as the finest JPEG that does. For the process
// apart.

export type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/** A copy, and how far its colours are from those it was made of: the mean of all channels, of 255; 0 where nothing was lost. */
export type EncodedImage = { type: AdType; bytes: Buffer; difference: number };

export type EncodeOptions = {
  maxBytes: number;
  /** A picture that came as PNG is kept without loss where that fits. */
  isPng: boolean;
  /** Whether colours may be halved in both ways, as those of most JPEG files are already. */
  isSubsampled: boolean;
  /** The same pixels in another PNG, where there is one. */
  packed?: () => Buffer | null;
};

const FINEST = 90;
const COARSEST = 5;
/** As many colours as a palette holds. */
const PALETTE = 256;

/** Null where none fits. */
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
    if (fits(bytes) && (await differenceOf(pixels, bytes)) === 0) return copy(bytes);
  }
  for (const adaptiveFiltering of [true, false]) {
    const bytes = await open(pixels).png({ compressionLevel: 9, adaptiveFiltering }).toBuffer();
    if (fits(bytes)) return copy(bytes);
  }
  const bytes = packed?.();
  return bytes && fits(bytes) ? copy(bytes) : null;
}

/** Looks for the finest quality by a quick encoder; the slow one then makes the file lighter still. */
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
  for (let at = 0; at < data.byteLength && seen.size <= PALETTE; at += 3)
    seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return seen.size <= PALETTE;
}

async function differenceOf({ data, info }: Pixels, bytes: Buffer): Promise<number> {
  const made = await sharp(bytes)
    .toColourspace(info.channels < 3 ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
  if (made.byteLength !== data.byteLength) return 255;
  let sum = 0;
  for (let at = 0; at < data.byteLength; at++) sum += Math.abs((data[at] ?? 0) - (made[at] ?? 0));
  return sum / data.byteLength;
}

// The packed data of a PNG, which no decoder looks at beyond its pixels. For the process apart.

/** How many numbers a pixel has, by colour type (PNG, third edition, 11.2.1). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** What interlacing may add to each row, in bytes. */
const MORE = 16;
const MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

type Unpacked = { head: Buffer; palette: Buffer | null; packed: Buffer; rows: Buffer };

/** The rows of a PNG; null where its packed data is more than its pixels, which can be a thousand times as large. */
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

/** What `info: true` makes of the answer; `bytesWritten` is where the packed data ended. */
type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

/** Whether the packed data of a PNG is no more than its pixels. */
export function hasOnlyPixels(png: Buffer): boolean {
  return unpack(png) !== null;
}

/** The same pixels with nothing beside them, never heavier than the file as it came; for opaque pictures. */
export function repackPng(png: Buffer): Buffer | null {
  const found = unpack(png);
  if (!found) return null;
  const { head, palette, packed, rows } = found;
  const anew = deflateSync(rows, { level: 9, memLevel: 9 });
  const data = anew.byteLength < packed.byteLength ? anew : packed;
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
