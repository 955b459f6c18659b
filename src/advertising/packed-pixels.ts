import { inflateSync } from 'node:zlib';
import { pngChunks } from './besides-pixels.ts';

/** How many numbers a pixel has, by colour type (PNG, third edition, 11.2.1). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** What interlacing may add to each row, in bytes. */
const MORE = 16;

/**
 * Whether the packed data of a PNG is no more than its pixels: what is behind them is looked at by no decoder, and packed
 * it can be a thousand times as large. For the process apart.
 */
export function holdsPixelsOnly(png: Buffer): boolean {
  const chunks = [...pngChunks(png)];
  const head = chunks.find(({ name }) => name === 'IHDR')?.data;
  if (!head) return false;
  const [width, height, bits] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8] ?? 8];
  const row = Math.ceil((width * bits * (SAMPLES[head[9] ?? 2] ?? 4)) / 8);
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  try {
    inflateSync(packed, { maxOutputLength: (row + MORE) * height });
    return true;
  } catch {
    return false;
  }
}
