import { advertisingCatalog } from '../src/advertising/catalog.ts';
import type { Creative } from '../src/advertising/catalog-schema.ts';
import { plain, scene } from './pictures.ts';

// Creatives for tests, made on the spot to the sizes of the catalog.

const { creatives } = advertisingCatalog({ name: 'Plumbline', adDesk: 'advertising@magazine.example' });

export function creativeOf(id: string): Creative {
  const found = creatives.find((one) => one.id === id);
  if (!found) throw new Error(`the catalog has no creative ${id}`);
  return found;
}

export const BAND = creativeOf('homepage-band');
export const INSIDE = creativeOf('in-article');
export const BRIEF = creativeOf('field-brief');
export const LOGO = creativeOf('directory-logo');

/** A picture of a creative's size without hard edges. */
export const goodJpeg = ({ widthPx, heightPx }: Creative): Promise<Buffer> =>
  plain(widthPx, heightPx).jpeg({ quality: 80 }).toBuffer();
export const goodPng = ({ widthPx, heightPx }: Creative): Promise<Buffer> => plain(widthPx, heightPx).png().toBuffer();
/** One that is some work to code. */
export const grainy = ({ widthPx, heightPx }: Creative, grain = 6): Promise<Buffer> =>
  scene(widthPx, heightPx, grain).jpeg({ quality: 80 }).toBuffer();

/** A PNG of exactly so many bytes: a chunk that nobody reads fills it up. */
export function padPng(png: Buffer, bytes: number, chunk: (type: string, data: Buffer) => Buffer): Buffer {
  const filler = chunk('prVt', Buffer.alloc(bytes - png.byteLength - 12, 7));
  return Buffer.concat([png.subarray(0, 33), filler, png.subarray(33)]);
}
