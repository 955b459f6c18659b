import { imageError } from '../images/image-errors.ts';
import { type ImageHeader, inspectImage } from '../images/inspect-image.ts';

/** Largest file, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** The most pixels, by the file's header. */
export const MOST_PIXELS = 50_000_000;
/** The smallest width and the longest side, in pixels. */
export const NARROWEST = 600;
const LONGEST_SIDE = 16_000;

/**
 * Inspects a file byte by byte, before any decoder reads it: it must be one still JPEG or PNG from its first to its last byte, in
 * screen colours, and of an accepted size.
 * @throws unsupported_media_type, payload_too_large, validation_failed
 */
export function inspectPicture(bytes: Uint8Array): ImageHeader {
  if (bytes.byteLength === 0) throw imageError('There is no file.', 'Choose a JPEG or a PNG.');
  if (bytes.byteLength > LARGEST_FILE) throw tooLarge();
  const looked = inspectImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  requireSize(looked);
  return looked;
}

export function tooLarge() {
  const hint = `Send at most ${LARGEST_FILE / 1024 / 1024} MB; readers see at most 1600 pixels of width.`;
  return imageError('The file is too large.', hint, 'payload_too_large');
}

function requireSize({ width, height }: ImageHeader): void {
  const said = `The picture is ${width} by ${height} pixels`;
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) {
    throw imageError(
      `${said}, which is too many.`,
      `Send at most ${MOST_PIXELS / 1e6} megapixels, no side longer than ${LONGEST_SIDE}.`,
      'payload_too_large',
    );
  }
  if (width < NARROWEST && height < NARROWEST) throw tooNarrow(said);
}

/** The error for a picture that would look blurred on pages. */
export function tooNarrow(said: string) {
  return imageError(`${said}, which is too few.`, `Send one at least ${NARROWEST} pixels wide.`);
}
