import { refusePicture } from './image-errors.ts';
import { lookAtJpeg } from './jpeg-structure.ts';
import { lookAtPng } from './png-structure.ts';

/** What the header tells: as the pixels are stored, before they are turned. */
export type Looked = { form: 'jpeg' | 'png'; width: number; height: number };

/**
 * Looks at a file byte by byte, before any decoder does: whether it is one still JPEG or PNG from its first byte to its last.
 * @throws unsupported_media_type, validation_failed
 */
export function lookAtForm(bytes: Buffer): Looked {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return { form: 'jpeg', ...lookAtJpeg(bytes) };
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { form: 'png', ...lookAtPng(bytes) };
  const other = OTHERS.find(([, mark]) => mark.test(start))?.[0];
  throw refusePicture(
    other ? `This is ${other}, not a JPEG or a PNG.` : 'This is not a picture.',
    'Export it as a JPEG or a PNG.',
    'unsupported_media_type',
    'type',
  );
}

/** What else is sent for a picture, and how it begins. */
const OTHERS: readonly [name: string, mark: RegExp][] = [
  ['a GIF', /^GIF8/],
  ['a WebP', /^RIFF....WEBP/s],
  ['an AVIF or HEIC', /^....ftyp/s],
  ['a TIFF', /^(?:II\*\0|MM\0\*)/],
  ['a PDF', /^%PDF/],
  ['an SVG or a web page', /^(?:\xef\xbb\xbf)?\s*</],
];
