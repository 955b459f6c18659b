import { imageError } from '#media/images/image-errors.ts';
import { PICTURE_FORM_NAMES } from './picture-forms.ts';

/** Largest file, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** The most pixels, by the file's header. */
export const MOST_PIXELS = 50_000_000;
/** The smallest width and the longest side, in pixels. */
export const NARROWEST = 600;
const LONGEST_SIDE = 16_000;

export type Decoder = typeof import('sharp').default;
type Size = { width: number; height: number };

/**
 * Reads the header of a file: it must be a picture in screen colours and of an accepted size. Of a GIF or PNG that is animated, the
 * first frame is taken. Returns its size, upright.
 * @throws unsupported_media_type, payload_too_large, validation_failed
 */
export async function inspectPicture(sharp: Decoder, bytes: Uint8Array): Promise<Size> {
  if (bytes.byteLength === 0) throw imageError('There is no file.', 'Choose a picture.');
  if (bytes.byteLength > LARGEST_FILE) throw tooLarge();
  const picture = sharp(bytes, { limitInputPixels: false });
  const { format, compression, pages = 1, space, autoOrient } = await picture.metadata().catch(refuseForm);
  if (compression === 'hevc')
    throw imageError(
      'This is a HEIC, the form in which iPhones keep photos.',
      'Save it as a JPEG and send that file.',
      'unsupported_media_type',
    );
  if (pages > 1 && format !== 'gif') throw imageError('The picture is animated.', 'Send one still picture.');
  if (space === 'cmyk') throw imageError('The picture is in print colours (CMYK).', 'Export it in RGB.');
  requireSize(autoOrient);
  return autoOrient;
}

/** Any other error is that of a damaged file. */
function refuseForm(error: Error): never {
  if (!error.message.includes('unsupported image format')) throw error;
  throw imageError(
    'This is not a picture that can be read.',
    `Export it as a ${PICTURE_FORM_NAMES}.`,
    'unsupported_media_type',
  );
}

function tooLarge() {
  const hint = `Send at most ${LARGEST_FILE / 1024 / 1024} MB; readers see at most 1600 pixels of width.`;
  return imageError('The file is too large.', hint, 'payload_too_large');
}

function requireSize({ width, height }: Size): void {
  const size = `The picture is ${width} by ${height} pixels`;
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) {
    throw imageError(
      `${size}, which is too many.`,
      `Send at most ${MOST_PIXELS / 1e6} megapixels, no side longer than ${LONGEST_SIDE}.`,
      'payload_too_large',
    );
  }
  if (width < NARROWEST) throw imageError(`${size}, which is too few.`, `Send one at least ${NARROWEST} pixels wide.`);
}
