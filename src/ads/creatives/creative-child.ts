import sharp from 'sharp';
import { serveChild } from '#runtime/child-process.ts';
import { budgetOf, widthsOf } from './ad-files.ts';
import type { CreativeJob, CreativeRendition, CreativeResult } from './creative-check.ts';
import { crowdedMargin } from './crowded-margin.ts';
import { encodeCopy, hasOnlyPixels, type Pixels, repackPng } from './encode-creative.ts';

// Runs as a child process for one creative: a file that breaks the decoder breaks only this process.

sharp.cache(false);
sharp.concurrency(2);

serveChild<CreativeJob, CreativeResult>((job) =>
  encodeCreative(job).catch((): CreativeResult => ({ refused: 'damaged' })),
);

async function encodeCreative({ creative, file }: CreativeJob): Promise<CreativeResult> {
  const { widthPx, heightPx } = creative;
  const png = Buffer.from(file);
  const open = () => sharp(file, { limitInputPixels: widthPx * heightPx, failOn: 'warning' });
  const { format, hasAlpha, chromaSubsampling } = await open().metadata();
  const isPng = format === 'png';
  if (isPng && !hasOnlyPixels(png)) return { refused: 'damaged' };
  const isOpaque = !hasAlpha || (await open().stats()).isOpaque;
  const pixels = await open()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const isSubsampled = chromaSubsampling === '4:2:0';
  const made: CreativeRendition[] = [];
  for (const width of widthsOf(creative)) {
    const asSent = width === widthPx;
    const copy = await encodeCopy(asSent ? pixels : await resize(pixels, width), {
      maxBytes: budgetOf(creative, width),
      isPng,
      isSubsampled,
      ...(asSent && isOpaque && { packed: () => repackPng(png) }),
    });
    if (!copy) return { refused: 'bytes' };
    made.push({ width, height: Math.round((heightPx * width) / widthPx), ...copy });
  }
  return { made, isOpaque, margin: crowdedMargin({ data: pixels.data, ...pixels.info }, creative.safeAreaPx) };
}

function resize({ data, info: { width: wide, height, channels } }: Pixels, width: number): Promise<Pixels> {
  return sharp(data, { raw: { width: wide, height, channels } })
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
