import sharp from 'sharp';
import { serveChild } from '../../core/child-process.ts';
import { budgetOf, widthsOf } from './ad-files.ts';
import type { Done, Job, Made } from './creative-check.ts';
import { crowdedMargin, pictureOf } from './crowded-margin.ts';
import { encodeCopy, holdsPixelsOnly, type Pixels, packAgain } from './encode-creative.ts';

// A process of its own for one creative: whatever a file does to the decoder, it does here.

sharp.cache(false);
sharp.concurrency(2);

serveChild<Job, Done>((job) => makeAnew(job).catch((): Done => ({ refused: 'damaged' })));

async function makeAnew({ creative, file }: Job): Promise<Done> {
  const { widthPx, heightPx } = creative;
  const png = Buffer.from(file);
  const open = () => sharp(file, { limitInputPixels: widthPx * heightPx, failOn: 'warning' });
  const { format, hasAlpha, chromaSubsampling } = await open().metadata();
  const isPng = format === 'png';
  if (isPng && !holdsPixelsOnly(png)) return { refused: 'damaged' };
  const isOpaque = !hasAlpha || (await open().stats()).isOpaque;
  const pixels = await open()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const isSubsampled = chromaSubsampling === '4:2:0';
  const made: Made[] = [];
  for (const width of widthsOf(creative)) {
    const asSent = width === widthPx;
    const copy = await encodeCopy(asSent ? pixels : await resize(pixels, width), {
      maxBytes: budgetOf(creative, width),
      isPng,
      isSubsampled,
      ...(asSent && isOpaque && { packed: () => packAgain(png) }),
    });
    if (!copy) return { refused: 'bytes' };
    made.push({ width, height: Math.round((heightPx * width) / widthPx), ...copy });
  }
  return { made, isOpaque, margin: crowdedMargin(pictureOf(pixels.data, pixels.info), creative.safeAreaPx) };
}

function resize({ data, info: { width: wide, height, channels } }: Pixels, width: number): Promise<Pixels> {
  return sharp(data, { raw: { width: wide, height, channels } })
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
