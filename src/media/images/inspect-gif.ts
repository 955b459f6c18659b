import { malformedImage, requireFewParts, truncatedImage } from './image-errors.ts';
import type { ImageFrame } from './inspect-image.ts';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
/** The length of the header with the screen descriptor, and of an image descriptor, in bytes. */
const [HEADER, DESCRIPTOR] = [13, 10];

export function isGif(bytes: Buffer): boolean {
  return /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));
}

/**
 * Walks through the blocks of a GIF (GIF89a, 17 to 27) and returns the size of its screen. It may have several frames.
 * @throws validation_failed
 */
export function inspectGif(bytes: Buffer): ImageFrame {
  if (bytes.byteLength < HEADER) throw truncatedImage();
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (size.width === 0 || size.height === 0) throw malformedImage('GIF');
  let at = HEADER + tableLength(bytes[10]);
  let hasImage = false;
  for (let parts = 1; ; parts++) {
    requireFewParts(parts);
    const kind = bytes[at];
    if (kind === undefined) throw truncatedImage();
    if (kind === END) break;
    if (kind === IMAGE) {
      hasImage = true;
      at = endOfBlocks(bytes, at + DESCRIPTOR + tableLength(bytes[at + DESCRIPTOR - 1]) + 1);
    } else if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2);
    else throw malformedImage('GIF');
  }
  if (!hasImage) throw malformedImage('GIF');
  return { ...size, end: at + 1 };
}

/** The length of the colour table that a packed field announces, in bytes. */
function tableLength(packed = 0): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);
}

/** The position after a run of data blocks, which ends with an empty block. */
function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const length = bytes[at];
    if (length === undefined) throw truncatedImage();
    at += 1 + length;
    if (length === 0) return at;
  }
}
