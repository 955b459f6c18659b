import { Failure } from '#core/failure.ts';
import { imageError } from '#media/images/image-errors.ts';
import { inspectImage } from '#media/images/inspect-image.ts';
import { serveChild } from '#runtime/child-process.ts';
import type { DrawnLogo, LogoJob, LogoResult } from './logo.ts';

// Runs as a child process for one logo: a file that breaks the decoder breaks only this process.

/** The narrowest and the longest side of a file, and the largest size on pages, in pixels. */
const LEAST = 32;
const MOST = 4000;
const LARGEST = { width: 1200, height: 240 };

serveChild<LogoJob, LogoResult>(({ file }) => draw(file).then((drawn) => ({ drawn }), refusedAs));

/** Draws the logo again, without metadata: at most 240 pixels high, twice the size on the home page. */
async function draw(file: Uint8Array): Promise<DrawnLogo> {
  const png = requirePng(Buffer.from(file));
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(png, { limitInputPixels: MOST * MOST, failOn: 'warning' })
    .toColourspace('srgb')
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** The bytes of the PNG. @throws validation_failed unless the file begins with a PNG of an accepted size */
function requirePng(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, 1024).toString('latin1');
  if (/^(?:\xef\xbb\xbf)?\s*</.test(start))
    throw imageError(
      'This is an SVG or a web page, not a PNG.',
      'An SVG can contain programs, so it is not accepted. Export the logo as a PNG.',
    );
  const { form, width, height, end } = inspectImage(bytes, 'PNG');
  if (form !== 'png') throw imageError('This is a JPEG, not a PNG.', 'Export the logo as a PNG.');
  if (Math.min(width, height) >= LEAST && Math.max(width, height) <= MOST) return bytes.subarray(0, end);
  throw imageError(
    `The logo is ${width} by ${height} pixels.`,
    `Each side must have ${LEAST} to ${MOST} pixels. Export it in another size.`,
  );
}

function refusedAs(error: unknown): LogoResult {
  if (error instanceof Failure) return { refused: { message: error.message, hint: error.detail.hint ?? '' } };
  return { refused: { message: 'The PNG cannot be read.', hint: 'Export it again.' } };
}
