import { renderPng, setText, widthOf } from '#media/cards/card.ts';
import { PAPER } from '#media/cards/mark.ts';
import type { SiteIcon } from './icons.ts';

// Draws the icon of a site in a size. The logo was drawn by the server itself when it was stored.

/** The part of a side that the logo or the letter takes. Devices cut a maskable icon to a circle of 80 % of its side. */
const PART = { icon: 0.92, maskable: 0.64 };
/** The height of a capital, in thousandths of the size of the letters. */
const CAPITAL = 670;

/** A PNG of the icon, `size` pixels wide and high. @throws busy */
export async function drawIcon(
  icon: Exclude<SiteIcon, { kind: 'mark' }>,
  logo: Uint8Array | null,
  { size, form }: { size: number; form: 'icon' | 'maskable' },
): Promise<Uint8Array> {
  if (icon.kind === 'letter') return renderPng(letterDrawing(icon, size, form));
  const { default: sharp } = await import('sharp');
  const inner = Math.max(1, Math.round(size * PART[form]));
  const edge = size - inner;
  const before = Math.floor(edge / 2);
  return sharp(logo ?? new Uint8Array())
    .resize({ width: inner, height: inner, fit: 'contain', background: PAPER })
    .flatten({ background: PAPER })
    .extend({ top: before, left: before, bottom: edge - before, right: edge - before, background: PAPER })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function letterDrawing(
  { letter, ground }: { letter: string; ground: string },
  size: number,
  form: 'icon' | 'maskable',
): string {
  const letterSize = size * PART[form];
  const x = (size - widthOf(letter, letterSize)) / 2;
  const y = (size + (letterSize * CAPITAL) / 1000) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><path fill="${ground}" d="M0 0h${size}v${size}H0z"/>${setText(letter, { x, y, size: letterSize, fill: PAPER })}</svg>`;
}

/** An ICO file: a header, an entry of 16 bytes for each picture, and the pictures as PNG. */
export function toIco(pictures: readonly { size: number; png: Uint8Array }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
