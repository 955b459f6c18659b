import { createHash } from 'node:crypto';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { type CreativeCheck, checkCreative } from '#ads/creatives/creative-check.ts';
import { oncePerRun } from '../once-per-run.ts';
import { plain, scene } from '../pictures.ts';

// Creatives for tests, generated in the sizes of the catalog.

const { creatives } = advertisingCatalog({ name: 'Plumbline', adDesk: 'advertising@magazine.example' });

export function creativeOf(id: string): Creative {
  const found = creatives.find((one) => one.id === id);
  if (!found) throw new Error(`the catalog has no creative ${id}`);
  return found;
}

/** What `checkCreative` returns for a file. It decodes and encodes for a second, so each file is checked once per run. */
export function checkOnce(creative: Creative, file: Uint8Array): Promise<CreativeCheck> {
  const hash = createHash('sha256').update(file).digest('hex');
  return oncePerRun(`creative-${creative.id}-${hash}`, () => checkCreative(creative, file, 'desk'));
}

export const BAND = creativeOf('homepage-band');
export const INSIDE = creativeOf('in-article');
export const BRIEF = creativeOf('field-brief');
export const LOGO = creativeOf('directory-logo');

/** A picture in one colour and in the size of the creative. Each is made once per run. */
export const goodJpeg = ({ id, widthPx, heightPx }: Creative): Promise<Buffer> =>
  oncePerRun(`good-jpeg-${id}`, () => plain(widthPx, heightPx).jpeg({ quality: 80 }).toBuffer());
export const goodPng = ({ id, widthPx, heightPx }: Creative): Promise<Buffer> =>
  oncePerRun(`good-png-${id}`, () => plain(widthPx, heightPx).png().toBuffer());
/** A JPEG with grain, which takes more work to encode. */
export const grainy = ({ id, widthPx, heightPx }: Creative, grain = 6): Promise<Buffer> =>
  oncePerRun(`grainy-${id}-${grain}`, () => scene(widthPx, heightPx, grain).jpeg({ quality: 80 }).toBuffer());

/** Pads a PNG to exactly `bytes` bytes with a chunk that decoders ignore. */
export function padPng(png: Buffer, bytes: number, chunk: (type: string, data: Buffer) => Buffer): Buffer {
  const filler = chunk('prVt', Buffer.alloc(bytes - png.byteLength - 12, 7));
  return Buffer.concat([png.subarray(0, 33), filler, png.subarray(33)]);
}

/** Inserts a segment after the first marker of a JPEG. */
export function intoJpeg(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.byteLength + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** The shortest Exif data with a ColorSpace value, and with an interoperability index if one is given. */
export function exifWith(colours: number, index = ''): Buffer {
  const exif = Buffer.alloc(80);
  exif.write('MM\0*', 0, 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(0x8769, 10);
  exif.writeUInt16BE(4, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt32BE(26, 18);
  exif.writeUInt16BE(index ? 2 : 1, 26);
  exif.writeUInt16BE(0xa001, 28);
  exif.writeUInt16BE(3, 30);
  exif.writeUInt32BE(1, 32);
  exif.writeUInt16BE(colours, 36);
  if (!index) return exif;
  exif.writeUInt16BE(0xa005, 40);
  exif.writeUInt16BE(4, 42);
  exif.writeUInt32BE(1, 44);
  exif.writeUInt32BE(60, 48);
  exif.writeUInt16BE(1, 60);
  exif.writeUInt16BE(1, 62);
  exif.writeUInt16BE(2, 64);
  exif.writeUInt32BE(4, 66);
  exif.write(index, 70, 'latin1');
  return exif;
}
