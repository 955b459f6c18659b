import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { convertPicture, storePicture } from '#media/add-picture.ts';
import { oncePerRun } from './once-per-run.ts';
import { fromPage, type Person, type TestSite } from './site.ts';

// Makes pictures for tests: valid ones, and parts of files from which tests build invalid ones.

/** A picture with gradients, an edge and grain, so that it compresses like a photograph. */
export function scene(width: number, height: number, grain = 10): Sharp {
  const drawing = `<svg width="${width}" height="${height}"><defs><linearGradient id="g"><stop offset="0" stop-color="#f80"/><stop offset="1" stop-color="#048"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)" opacity="0.8"/><rect x="10%" y="30%" width="30%" height="50%" fill="#0a3"/></svg>`;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: grain };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } }).composite([
    { input: Buffer.from(drawing) },
  ]);
}

/** A JPEG of a scene, the same in the whole run. */
export const photo = (width = 1800, height = 1200) =>
  oncePerRun(`photo-${width}-${height}`, () => scene(width, height).jpeg({ quality: 85 }).toBuffer());
/** A PNG of a scene, the same in the whole run. */
export const drawing = (width = 900, height = 600) =>
  oncePerRun(`drawing-${width}-${height}`, () => scene(width, height, 1).png().toBuffer());

/** A picture in one colour. */
export function plain(width: number, height: number, colour = '#c2410c'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const PNG_MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The header chunk of a PNG in eight-bit RGB. */
export function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

/** A zlib stream (RFC 1950) that unpacks to this many mebibytes of zeros: one deflated mebibyte, repeated. */
export function deflatedZeros(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE((mebibytes * 2 ** 20) % 65_521, 0); // Adler-32 of n zeros: n modulo 65521, then 1
  sum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array(mebibytes).fill(one), Buffer.from([3, 0]), sum]);
}

/** Inserts bytes after the header of a valid PNG. */
export function afterHeader(png: Buffer, ...parts: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...parts, png.subarray(33)]);
}

export const WORDS = {
  title: 'Layout robot on the slab',
  alt: 'A wheeled machine draws a line on a concrete slab.',
  credit: 'Photograph: Example Builders',
};

/** Uploads a file with the form of the Pictures page. */
export function upload(
  site: Pick<TestSite, 'fetch'>,
  person: Person,
  file: Uint8Array,
  words: Partial<typeof WORDS> = WORDS,
  name = 'slab.jpg',
): Promise<Response> {
  const body = new FormData();
  for (const [field, value] of Object.entries(words)) body.set(field, value);
  body.set('file', new File([new Uint8Array(file)], name));
  return site.fetch('/newsroom/pictures', { method: 'POST', headers: fromPage(person), body, redirect: 'manual' });
}

/** Uploads a valid picture and returns its id. */
export async function add(site: TestSite, person: Person, file: Uint8Array, words = WORDS): Promise<string> {
  const response = await upload(site, person, file, words);
  const id = new URL(response.headers.get('location') ?? 'none:', site.config.publication.baseUrl).searchParams.get(
    'added',
  );
  if (response.status === 303 && id) return id;
  throw new Error(`the picture was not accepted: ${response.status} ${await response.text()}`);
}

/** Adds a picture without the form and returns its id. Converting takes a second, so each file is converted once per run. */
export async function addConverted(site: TestSite, person: Person, file: Uint8Array, words = WORDS): Promise<string> {
  const hash = createHash('sha256').update(file).digest('hex');
  const converted = await oncePerRun(`picture-${hash}`, () => convertPicture(file));
  const { picture } = await storePicture(site.deps, person, words, { hash, ...converted });
  return picture.id;
}
