import { imageError } from '#media/images/image-errors.ts';
import { inspectGif, isGif } from '#media/images/inspect-gif.ts';
import { inspectHeif, isHeif } from '#media/images/inspect-heif.ts';
import { inspectImage } from '#media/images/inspect-image.ts';
import { inspectWebp, isWebp } from '#media/images/inspect-webp.ts';
import { PICTURE_FORM_NAMES } from './picture-forms.ts';

/** Largest file, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** The most pixels, by the file's header. */
export const MOST_PIXELS = 50_000_000;
/** The smallest width and the longest side, in pixels. */
export const NARROWEST = 600;
const LONGEST_SIDE = 16_000;

/** The form and the size of an accepted file; `profile` is the colour profile of a HEIC. */
export type PictureHeader = {
  form: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';
  width: number;
  height: number;
  /** The number of bytes of the picture. Telephones append a film, which is dropped. */
  end: number;
  profile?: Buffer | null;
};

/**
 * Inspects a file byte by byte, before any decoder reads it: it must begin with one picture in screen colours and of an accepted size. Only a GIF may be animated; its first frame is taken.
 * @throws unsupported_media_type, payload_too_large, validation_failed
 */
export function inspectPicture(bytes: Uint8Array): PictureHeader {
  if (bytes.byteLength === 0) throw imageError('There is no file.', 'Choose a picture.');
  if (bytes.byteLength > LARGEST_FILE) throw tooLarge();
  const header = readPictureHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  requireSize(header);
  return header;
}

/** The form and the size of one picture, of any size. @throws unsupported_media_type, validation_failed */
export function readPictureHeader(bytes: Buffer): PictureHeader {
  if (isWebp(bytes)) return { form: 'webp', ...inspectWebp(bytes) };
  if (isGif(bytes)) return { form: 'gif', ...inspectGif(bytes) };
  if (isHeif(bytes)) return inspectHeif(bytes);
  if (bytes.toString('latin1', 4, 8) === 'ftyp')
    throw imageError(
      'This is a film, not a picture.',
      `Send one still picture: a ${PICTURE_FORM_NAMES}.`,
      'unsupported_media_type',
      'type',
    );
  return inspectImage(bytes, PICTURE_FORM_NAMES);
}

export function tooLarge() {
  const hint = `Send at most ${LARGEST_FILE / 1024 / 1024} MB; readers see at most 1600 pixels of width.`;
  return imageError('The file is too large.', hint, 'payload_too_large');
}

function requireSize({ width, height }: PictureHeader): void {
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
