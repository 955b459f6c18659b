import { deflateSync } from 'node:zlib';
import { afterHeader, chunk, PNG_MARK } from '../pictures.ts';
import { BAND, goodJpeg, goodPng } from './creatives.ts';

// Pictures that are made to keep the creative check busy.

const LARGEST = 1024 * 1024;

/** A named colour profile of `size` bytes that compresses well, as the data of an iCCP chunk. */
function packedProfile(size: number): Buffer {
  const profile = Buffer.alloc(size);
  profile.write('acsp', 36, 'latin1');
  return Buffer.concat([Buffer.from('a\0\0'), deflateSync(profile, { level: 9 })]);
}

/** Repeats a part until the file is full. */
function often(part: Buffer, room: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.floor(room / part.byteLength) }, () => part));
}

/** A marker segment of a JPEG. */
function segment(marker: number, data: string | Buffer): Buffer {
  const body = Buffer.from(data as string, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker, (body.byteLength + 2) >> 8, (body.byteLength + 2) & 255]), body]);
}

const exif = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0', 'latin1')]);

async function full(part: Buffer): Promise<Buffer> {
  const png = await goodPng(BAND);
  return afterHeader(png, often(part, LARGEST - png.byteLength));
}

async function fullJpeg(part: Buffer): Promise<Buffer> {
  const jpeg = await goodJpeg(BAND);
  return Buffer.concat([jpeg.subarray(0, 2), often(part, LARGEST - jpeg.byteLength), jpeg.subarray(2)]);
}

/** Each file, and the code of the finding that refuses it. */
export const BUSY_FILES: Record<string, { file: () => Promise<Buffer>; code: string }> = {
  'a PNG of a thousand packed profiles': {
    file: () => full(chunk('iCCP', packedProfile(LARGEST - 1))),
    code: 'damaged',
  },
  'a PNG of one profile, as long as it may be': {
    file: async () => afterHeader(await goodPng(BAND), chunk('iCCP', packedProfile(LARGEST - 1))),
    code: 'colour-space',
  },
  'a PNG with a profile behind its pixels': {
    file: async () => {
      const png = await goodPng(BAND);
      const end = png.byteLength - 12;
      return Buffer.concat([png.subarray(0, end), chunk('iCCP', packedProfile(LARGEST - 1)), png.subarray(end)]);
    },
    code: 'damaged',
  },
  'a PNG of empty chunks': { file: () => full(chunk('prVt')), code: 'damaged' },
  'a PNG of coding points': { file: () => full(chunk('cICP', Buffer.from([9, 16, 0, 1]))), code: 'damaged' },
  'a PNG of cameras’ notes': { file: () => full(chunk('eXIf', exif.subarray(6))), code: 'damaged' },
  'a PNG of nothing but chunks': {
    file: async () => Buffer.concat([PNG_MARK, often(chunk('IDAT'), LARGEST - 8)]),
    code: 'damaged',
  },
  'a JPEG of empty segments': { file: () => fullJpeg(segment(0xe1, '')), code: 'damaged' },
  'a JPEG of cameras’ notes': { file: () => fullJpeg(segment(0xe1, exif)), code: 'damaged' },
  'a JPEG of parts of a profile': { file: () => fullJpeg(segment(0xe2, 'ICC_PROFILE\0\x01\x01')), code: 'damaged' },
  'a JPEG of fill bytes': { file: () => fullJpeg(Buffer.from([0xff])), code: 'bytes' },
};
