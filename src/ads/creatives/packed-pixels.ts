import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { pngChunks } from './image-metadata.ts';

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
export function holdsPixelsOnly(png: Buffer): boolean {
  return unpack(png) !== null;
}

/** The same pixels with nothing beside them, never heavier than the file as it came; for opaque pictures. */
export function packAgain(png: Buffer): Buffer | null {
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
