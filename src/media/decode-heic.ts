import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';

// The decoder of the other forms lacks HEVC, so libheif, compiled to WebAssembly, decodes the pictures of telephones. Only in
// the child process: it has its memory limit, and the parser has checked the size.

export type Decoder = typeof import('sharp').default;

type HeifImage = {
  get_width: () => number;
  get_height: () => number;
  is_primary: () => boolean;
  display: (target: { data: Uint8ClampedArray; width: number; height: number }, done: (shown: unknown) => void) => void;
};
type Libheif = { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } };

/** A picture as a PNG at most `widest` wide, upright, with its colour profile; width and height are those of the file. */
export type DecodedHeic = { png: Buffer; width: number; height: number };

/** @throws Error for a file that cannot be decoded */
export async function decodeHeic(
  sharp: Decoder,
  file: Uint8Array,
  profile: Buffer | null,
  widest: number,
): Promise<DecodedHeic> {
  const libheif: Libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle');
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture in the file');
  const [width, height] = [image.get_width(), image.get_height()];
  const data = new Uint8ClampedArray(width * height * 4);
  const shown = await new Promise((done) => image.display({ data, width, height }, done));
  if (!shown) throw new Error('the picture cannot be decoded');
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: Math.min(width, widest) })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png: profile ? withProfile(png, profile) : png, width, height };
}

/** The signature and the header chunk of a PNG, in bytes. */
const BEFORE_PROFILE = 33;

/** Adds the chunk with a colour profile (PNG, third edition, 11.3.2.3): decoded pixels carry none. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.byteLength - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, BEFORE_PROFILE), length, body, sum, png.subarray(BEFORE_PROFILE)]);
}
