import { Failure } from '#core/failure.ts';
import { imageError } from '#media/images/image-errors.ts';
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
  requireNoSvg(Buffer.from(file));
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] });
  requireSize(await sharp(file, { limitInputPixels: false }).metadata());
  const { data, info } = await sharp(file, { limitInputPixels: MOST * MOST, failOn: 'warning' })
    .toColourspace('srgb')
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

function requireNoSvg(bytes: Buffer): void {
  const start = bytes.subarray(0, 1024).toString('latin1');
  if (/^(?:\xef\xbb\xbf)?\s*</.test(start))
    throw imageError(
      'This is an SVG or a web page, not a PNG.',
      'An SVG can contain programs, so it is not accepted. Export the logo as a PNG.',
    );
}

function requireSize({ width, height }: { width: number; height: number }): void {
  if (Math.min(width, height) >= LEAST && Math.max(width, height) <= MOST) return;
  throw imageError(
    `The logo is ${width} by ${height} pixels.`,
    `Each side must have ${LEAST} to ${MOST} pixels. Export it in another size.`,
  );
}

function refusedAs(error: unknown): LogoResult {
  if (error instanceof Failure) return { refused: { message: error.message, hint: error.detail.hint ?? '' } };
  return { refused: { message: 'This is not a PNG that can be read.', hint: 'Export the logo as a PNG.' } };
}
