// Draws the icons in `src/html/assets/icons` from the mark: logo.png, feed.png, apple-touch-icon.png and favicon.ico. Run it after a
// change of the mark: node scripts/draw-icons.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FEED_IMAGE, LOGO } from '#media/cards/card-address.ts';
import { markDrawing, smallMarkDrawing } from '#media/cards/mark.ts';
import { toIco } from '#site/look/draw-icon.ts';

const FOLDER = join(import.meta.dirname, '../src/html/assets/icons');
/** Pixels of the icon of iOS, and of the pictures in favicon.ico. */
const TOUCH_ICON = 180;
const SMALL = [16, 32, 48];

function draw(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

writeFileSync(join(FOLDER, 'logo.png'), await draw(markDrawing(LOGO)));
writeFileSync(join(FOLDER, 'feed.png'), await draw(markDrawing(FEED_IMAGE)));
writeFileSync(join(FOLDER, 'apple-touch-icon.png'), await draw(markDrawing(TOUCH_ICON)));
const small = await Promise.all(SMALL.map(async (size) => ({ size, png: await draw(smallMarkDrawing(size)) })));
writeFileSync(join(FOLDER, 'favicon.ico'), toIco(small));
