import { broken, cutShort, goesOn, refusePicture, requireFewParts } from './image-errors.ts';

type Size = { width: number; height: number };

const SCAN = 0xda;
const END = 0xd9;

/**
 * Walks through the segments of a JPEG (ITU-T T.81, B.1) and returns the size its frame header tells.
 * @throws validation_failed
 */
export function lookAtJpeg(bytes: Buffer): Size {
  let size: Size | null = null;
  let hasScan = false;
  let at = 2;
  let parts = 0;
  for (;;) {
    if (at + 2 > bytes.byteLength) throw cutShort();
    if (bytes[at] !== 0xff) throw broken('JPEG');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill bytes may stand before a marker
      continue;
    }
    if (marker === END) break;
    requireFewParts(++parts);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) throw broken('JPEG');
    const length = at + 4 <= bytes.byteLength ? bytes.readUInt16BE(at + 2) : 0;
    if (length < 2 || at + 2 + length > bytes.byteLength) throw cutShort();
    if (isFrame(marker)) {
      if (size) throw broken('JPEG');
      size = lookAtFrame(marker, bytes.subarray(at + 4, at + 2 + length));
    }
    at += 2 + length;
    if (marker === SCAN) {
      if (!size) throw broken('JPEG');
      hasScan = true;
      at = endOfScan(bytes, at);
    }
  }
  if (!size || !hasScan) throw broken('JPEG');
  if (at + 2 < bytes.byteLength) throw goesOn();
  return size;
}

/** Whether a marker opens a frame: all from C0 to CF but those of tables and the reserved one. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function lookAtFrame(marker: number, header: Buffer): Size {
  if (header.byteLength < 6) throw broken('JPEG');
  const size = { width: header.readUInt16BE(3), height: header.readUInt16BE(1) };
  const colours = header[5] ?? 0;
  if (colours === 4)
    throw refusePicture('The JPEG is in print colours (CMYK).', 'Export it in RGB.', undefined, 'colour-space');
  const isPlain = marker <= 0xc2 && header[0] === 8 && (colours === 1 || colours === 3);
  if (!isPlain || size.width === 0 || size.height === 0)
    throw refusePicture(
      'The JPEG is of a kind browsers do not show.',
      'Export it as a plain JPEG in RGB.',
      undefined,
      'damaged',
    );
  return size;
}

/** Where the first marker after a scan's data stands: what is no stuffed byte, restart or fill byte. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.byteLength; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw cutShort();
}
