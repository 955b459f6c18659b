import sharp from 'sharp';
import { heic } from '../../support/media/heic.ts';
import { plain } from '../../support/pictures.ts';

/** A file that is refused. */
export type Bad = { file: () => Promise<Buffer> | Buffer; status: number; reason: RegExp };

const [RED, BLUE] = [await plain(700, 200, '#f00').png().toBuffer(), await plain(700, 200, '#00f').png().toBuffer()];

/** Bad files in the forms of telephones and of the web. */
export const BAD_FORMS: Record<string, Bad> = {
  'half a GIF': {
    file: async () => (await plain(700, 200).gif().toBuffer()).subarray(0, -9),
    status: 422,
    reason: /damaged/,
  },
  'an animated WebP': {
    file: () =>
      sharp([RED, BLUE], { join: { animated: true } })
        .webp()
        .toBuffer(),
    status: 422,
    reason: /animated/,
  },
  'half a WebP': {
    file: async () => (await plain(700, 200).webp().toBuffer()).subarray(0, -9),
    status: 422,
    reason: /damaged/,
  },
  'an AVIF sequence': {
    file: async () =>
      Buffer.from((await plain(700, 200).avif().toBuffer()).toString('latin1').replace('avif', 'avis'), 'latin1'),
    status: 415,
    reason: /not a picture/,
  },
  'a HEIC': { file: heic, status: 415, reason: /This is a HEIC.*Save it as a JPEG/s },
  'a film': {
    file: () => Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp42', 'latin1'),
    status: 415,
    reason: /not a picture/,
  },
};
