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
    reason: /cut short/,
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
    reason: /cut short/,
  },
  'an AVIF sequence': {
    file: async () =>
      Buffer.from((await plain(700, 200).avif().toBuffer()).toString('latin1').replace('avif', 'avis'), 'latin1'),
    status: 422,
    reason: /animated/,
  },
  'half a HEIC': { file: () => heic().subarray(0, -200), status: 422, reason: /cut short/ },
  'a HEIC of 60,000 by 60,000 pixels': {
    file: () => {
      const file = heic();
      const at = file.indexOf('ispe') + 8;
      file.writeUInt32BE(60_000, at);
      file.writeUInt32BE(60_000, at + 4);
      return file;
    },
    status: 413,
    reason: /too many/,
  },
  'a film': { file: () => Buffer.from('\0\0\0\x14ftypisom\0\0\0\0mp42', 'latin1'), status: 415, reason: /a film/ },
};
