import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
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

export const photo = (width = 1800, height = 1200) => scene(width, height).jpeg({ quality: 85 }).toBuffer();
export const drawing = (width = 900, height = 600) => scene(width, height, 1).png().toBuffer();

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
