import sharp, { type Sharp } from 'sharp';
import { answerApart } from '../ground/answer-apart.ts';
import type { AdType } from './ad-files.ts';
import type { Creative } from './catalog-schema.ts';
import type { Done, Job, Made } from './creative-words.ts';
import { crowdedMargin } from './crowded-margin.ts';
import { holdsPixelsOnly } from './packed-pixels.ts';

// A process of its own for one creative: whatever a file does to the decoder, it does here.

sharp.cache(false);
sharp.concurrency(2);

answerApart<Job, Done>((job) => makeAnew(job).catch((): Done => ({ refused: true })));

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

async function makeAnew({ creative, file }: Job): Promise<Done> {
  const { widthPx, heightPx, displayWidthPx } = creative;
  const open = () => sharp(file, { limitInputPixels: widthPx * heightPx, failOn: 'warning' });
  const { format, hasAlpha, isPalette } = await open().metadata();
  if (format === 'png' && !holdsPixelsOnly(Buffer.from(file))) return { refused: true };
  const isOpaque = !hasAlpha || (await open().stats()).isOpaque;
  const pixels = await open()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const type: AdType = format === 'png' ? 'image/png' : 'image/jpeg';
  const made: Made[] = [];
  for (const width of new Set([widthPx, displayWidthPx]))
    made.push(await encode(pixels, width, type, creative, isPalette === true));
  return { type, made, isOpaque, margin: crowdedMargin(pixels.data, pixels.info, creative.safeAreaPx) };
}

/** The finest that is as light as the catalog asks; else the lightest there is. */
async function encode(
  pixels: Pixels,
  width: number,
  type: AdType,
  { maxBytes }: Creative,
  hasPalette: boolean,
): Promise<Made> {
  const { width: wide, height: high, channels } = pixels.info;
  const height = Math.round((high * width) / wide);
  let lightest: Buffer | null = null;
  for (const step of type === 'image/png' ? (hasPalette ? PNG_STEPS.slice(1) : PNG_STEPS) : JPEG_STEPS) {
    const picture = sharp(pixels.data, { raw: { width: wide, height: high, channels } }).resize({ width });
    const bytes = await step(picture).toBuffer();
    if (bytes.byteLength <= maxBytes) return { width, height, bytes };
    if (!lightest || bytes.byteLength < lightest.byteLength) lightest = bytes;
  }
  return { width, height, bytes: lightest ?? Buffer.alloc(0) };
}

type Step = (picture: Sharp) => Sharp;

const PNG_STEPS: readonly Step[] = [
  (picture) => picture.png({ compressionLevel: 8, adaptiveFiltering: true }),
  (picture) => picture.png({ compressionLevel: 9, palette: true, colours: 256, effort: 4 }),
  (picture) => picture.png({ compressionLevel: 9, palette: true, colours: 64, effort: 4, dither: 0.5 }),
];

const JPEG_STEPS: readonly Step[] = [90, 82, 72, 60, 45].map(
  (quality) => (picture) => picture.jpeg({ quality, mozjpeg: true }),
);
