// Draws the icons in `src/http/assets/icons` from the mark: logo.png, feed.png, apple-touch-icon.png and favicon.ico. Run it after a
// change of the mark: node scripts/run.mjs scripts/draw-icons.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FEED_IMAGE, LOGO } from '../src/render/cards/card-address.ts';
import { markDrawing, smallMarkDrawing } from '../src/render/cards/mark.ts';

const FOLDER = join(import.meta.dirname, '../src/http/assets/icons');
/** Pixels of the icon of iOS, and of the pictures in favicon.ico. */
const TOUCH_ICON = 180;
const SMALL = [16, 32, 48];

function draw(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

/** An ICO file: a header, an entry of 16 bytes for each picture, and the pictures as PNG. */
function toIco(pictures: { size: number; png: Buffer }[]): Buffer {
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

writeFileSync(join(FOLDER, 'logo.png'), await draw(markDrawing(LOGO)));
writeFileSync(join(FOLDER, 'feed.png'), await draw(markDrawing(FEED_IMAGE)));
writeFileSync(join(FOLDER, 'apple-touch-icon.png'), await draw(markDrawing(TOUCH_ICON)));
const small = await Promise.all(SMALL.map(async (size) => ({ size, png: await draw(smallMarkDrawing(size)) })));
writeFileSync(join(FOLDER, 'favicon.ico'), toIco(small));
