import { imageError, malformedImage, requireFewParts, truncatedImage } from './image-errors.ts';

/**
 * The format and the size of the stored pixels, before rotation. `end` is the number of bytes of the picture: telephones append a
 * film or a second picture, which is never decoded or stored.
 */
export type ImageHeader = { form: 'jpeg' | 'png' } & ImageFrame;
export type ImageFrame = { width: number; height: number; end: number };

/**
 * Inspects a file byte by byte, before any decoder reads it: it must begin with one still JPEG or PNG.
 * @throws unsupported_media_type, validation_failed
 */
export function inspectImage(bytes: Buffer): ImageHeader {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return { form: 'jpeg', ...inspectJpeg(bytes) };
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { form: 'png', ...inspectPng(bytes) };
  const other = OTHERS.find(([, mark]) => mark.test(start))?.[0];
  throw imageError(
    other ? `This is ${other}, not a JPEG or PNG.` : 'This is not a picture.',
    'Export it as a JPEG or PNG.',
    'unsupported_media_type',
    'type',
  );
}

/** Other file types that people send, by their first bytes. */
const OTHERS: readonly [name: string, mark: RegExp][] = [
  ['a GIF', /^GIF8/],
  ['a WebP', /^RIFF....WEBP/s],
  ['an AVIF or HEIC', /^....ftyp/s],
  ['a TIFF', /^(?:II\*\0|MM\0\*)/],
  ['a PDF', /^%PDF/],
  ['an SVG or a web page', /^(?:\xef\xbb\xbf)?\s*</],
];

type Size = { width: number; height: number };

const SCAN = 0xda;
const END = 0xd9;

/** Reads the segments of a JPEG (ITU-T T.81, B.1) and returns the size from its frame header. @throws validation_failed */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one check for each rule of the format
function inspectJpeg(bytes: Buffer): ImageFrame {
  let size: Size | null = null;
  let hasScan = false;
  let at = 2;
  let parts = 0;
  for (;;) {
    if (at + 2 > bytes.byteLength) throw truncatedImage();
    if (bytes[at] !== 0xff) throw malformedImage('JPEG');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill bytes may precede a marker
      continue;
    }
    if (marker === END) break;
    requireFewParts(++parts);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) throw malformedImage('JPEG');
    const length = at + 4 <= bytes.byteLength ? bytes.readUInt16BE(at + 2) : 0;
    if (length < 2 || at + 2 + length > bytes.byteLength) throw truncatedImage();
    if (isFrame(marker)) {
      if (size) throw malformedImage('JPEG');
      size = readFrame(marker, bytes.subarray(at + 4, at + 2 + length));
    }
    at += 2 + length;
    if (marker === SCAN) {
      if (!size) throw malformedImage('JPEG');
      hasScan = true;
      at = endOfScan(bytes, at);
    }
  }
  if (!size || !hasScan) throw malformedImage('JPEG');
  return { ...size, end: at + 2 };
}

/** Whether a marker starts a frame: all from C0 to CF except the tables and the reserved one. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, header: Buffer): Size {
  if (header.byteLength < 6) throw malformedImage('JPEG');
  const size = { width: header.readUInt16BE(3), height: header.readUInt16BE(1) };
  const colours = header[5] ?? 0;
  if (colours === 4)
    throw imageError('The JPEG is in print colours (CMYK).', 'Export it in RGB.', undefined, 'colour-space');
  const isPlain = marker <= 0xc2 && header[0] === 8 && (colours === 1 || colours === 3);
  if (!isPlain || size.width === 0 || size.height === 0)
    throw imageError(
      'Browsers cannot show this kind of JPEG.',
      'Export it as a plain JPEG in RGB.',
      undefined,
      'damaged',
    );
  return size;
}

/** The offset of the first marker after a scan's data that is not a stuffed byte, restart marker or fill byte. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.byteLength; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw truncatedImage();
}

const SIGNATURE = 8;
/** The length, type and checksum fields of a chunk, in bytes together. */
const AROUND = 12;

/** Reads the chunks of a PNG (PNG, third edition, 5) and returns the size from its header. @throws validation_failed */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one check for each rule of the format
function inspectPng(bytes: Buffer): ImageFrame {
  if (bytes.byteLength < SIGNATURE + AROUND + 13) throw truncatedImage();
  if (bytes.readUInt32BE(SIGNATURE) !== 13 || typeAt(bytes, SIGNATURE) !== 'IHDR') throw malformedImage('PNG');
  const size = { width: bytes.readUInt32BE(SIGNATURE + 8), height: bytes.readUInt32BE(SIGNATURE + 12) };
  if (size.width === 0 || size.height === 0) throw malformedImage('PNG');
  let at = SIGNATURE;
  let hasData = false;
  for (let parts = 1; ; parts++) {
    requireFewParts(parts);
    if (at + AROUND > bytes.byteLength) throw truncatedImage();
    const type = typeAt(bytes, at);
    if (!/^[A-Za-z]{4}$/.test(type)) throw malformedImage('PNG');
    if (ANIMATION.includes(type))
      throw imageError('The PNG is animated.', 'Send one still picture.', undefined, 'animated');
    if (type === 'IDAT') hasData = true;
    at += bytes.readUInt32BE(at) + AROUND;
    if (type === 'IEND') break;
  }
  if (at > bytes.byteLength) throw truncatedImage();
  if (!hasData) throw malformedImage('PNG');
  return { ...size, end: at };
}

/** The chunks of an animation. */
const ANIMATION = ['acTL', 'fcTL', 'fdAT'];

function typeAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + 8);
}
