import { imageError, malformedImage, requireFewParts, truncatedImage } from './image-errors.ts';
import type { ImageFrame } from './inspect-image.ts';

/** The facts from the boxes of an AVIF or HEIC; `profile` is its ICC profile. */
export type HeifHeader = { form: 'avif' | 'heic'; profile: Buffer | null } & ImageFrame;

type Box = { type: string; data: Buffer };

/** The boxes of a picture, and of one that moves. */
const OF_PICTURE = ['ftyp', 'meta', 'mdat', 'free', 'skip', 'idat', 'moov'];
const SEQUENCE = /^(?:avis|msf1|hevc|hevx)$/;

export function isHeif(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && /avi[fs]|hei[cx]|hev[cx]|mif1|msf1/.test(brandsOf(bytes));
}

/** The brands of a file, from its first box. */
function brandsOf(bytes: Buffer): string {
  return bytes.toString('latin1', 8, Math.min(bytes.byteLength, bytes.readUInt32BE(0), 256));
}

/**
 * Walks through the boxes of an AVIF or HEIC (ISO/IEC 14496-12 and 23008-12) and returns the largest size that it names, before
 * rotation: a telephone stores a picture as tiles, and its size beside them.
 * @throws validation_failed
 */
export function inspectHeif(bytes: Buffer): HeifHeader {
  const brands = brandsOf(bytes);
  const form = brands.includes('avif') || brands.includes('avis') ? 'avif' : 'heic';
  const name = form.toUpperCase();
  const end = endOfPicture(bytes);
  const boxes = boxesOf(bytes.subarray(0, end), name);
  const films = boxes.some(({ type }) => type === 'moov') || SEQUENCE.test(bytes.toString('latin1', 8, 12));
  if (films) throw imageError(`The ${name} is animated.`, 'Send one still picture.', undefined, 'animated');
  const meta = boxes.find(({ type }) => type === 'meta');
  if (!meta || meta.data.byteLength < 4) throw malformedImage(name);
  const inMeta = boxesOf(meta.data.subarray(4), name);
  const properties = inMeta.filter(({ type }) => type === 'iprp').flatMap(({ data }) => boxesOf(data, name));
  const all = properties.filter(({ type }) => type === 'ipco').flatMap(({ data }) => boxesOf(data, name));
  const [largest] = all
    .flatMap(sizeOf)
    .toSorted((size, other) => other.width * other.height - size.width * size.height);
  if (!largest) throw malformedImage(name);
  return { form, ...largest, end, profile: all.flatMap(profileOf)[0] ?? null };
}

/** The end of the last box of the picture, before another file or bytes that are no box. */
function endOfPicture(bytes: Buffer): number {
  let end = 0;
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + lengthAt(bytes, at);
    if (next < at + 8 || (type === 'ftyp' && at > 0)) break;
    if (OF_PICTURE.includes(type)) end = next;
    at = next;
  }
  return end;
}

/** The length of the box at a position; 0 for a length that is cut off. */
function lengthAt(bytes: Buffer, at: number): number {
  const short = bytes.readUInt32BE(at);
  if (short === 0) return bytes.byteLength - at;
  if (short !== 1) return short;
  return at + 16 <= bytes.byteLength ? Number(bytes.readBigUInt64BE(at + 8)) : 0;
}

function boxesOf(bytes: Buffer, name: string): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    requireFewParts(boxes.length + 1);
    if (at + 8 > bytes.byteLength) throw truncatedImage();
    const header = bytes.readUInt32BE(at) === 1 ? 16 : 8;
    const length = lengthAt(bytes, at);
    if (length === 0) throw truncatedImage();
    if (length < header) throw malformedImage(name);
    if (at + length > bytes.byteLength) throw truncatedImage();
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}

function sizeOf({ type, data }: Box): { width: number; height: number }[] {
  if (type !== 'ispe' || data.byteLength < 12) return [];
  return [{ width: data.readUInt32BE(4), height: data.readUInt32BE(8) }];
}

function profileOf({ type, data }: Box): Buffer[] {
  const isProfile = type === 'colr' && /^(?:prof|rICC)$/.test(data.toString('latin1', 0, 4));
  return isProfile ? [data.subarray(4)] : [];
}
