import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { FORMATS, type PictureFormat, widthsOf } from '#media/renditions.ts';
import { DRAWING, DRAWINGS } from '#seed/drawings.ts';
import { arcSecond, clearance, drone, feet, hours, interoperability, trench } from './drawings/sample-sheets.ts';

// Draws the pictures of the sample articles, in every size and format that a picture of the library has. Run it after a change
// of a drawing: node scripts/run.mjs scripts/sample-drawings.ts

const SHEETS: Record<string, () => string> = {
  trench,
  clearance,
  drone,
  feet,
  'arc-second': arcSecond,
  interoperability,
  hours,
};

let bytes = 0;
for (const [name, draw] of Object.entries(SHEETS)) {
  const folder = join(fileURLToPath(DRAWINGS), name);
  await mkdir(folder, { recursive: true });
  const svg = Buffer.from(draw());
  for (const width of widthsOf(DRAWING.width)) {
    for (const form of FORMATS) {
      const file = await encode(svg, width, form);
      await writeFile(join(folder, `${width}.${form}`), file);
      bytes += file.byteLength;
    }
  }
}
console.log(`${Object.keys(SHEETS).length} drawings, ${Math.round(bytes / 1000)} kB`);

/** Line drawings need less quality than photographs, and their thin lines keep their colour without subsampling. */
function encode(svg: Buffer, width: number, form: PictureFormat): Promise<Buffer> {
  const picture = sharp(svg, { density: 144 }).resize({ width }).flatten({ background: '#ffffff' });
  switch (form) {
    case 'avif':
      return picture.avif({ quality: 55, effort: 9, chromaSubsampling: '4:4:4' }).toBuffer();
    case 'webp':
      return picture.webp({ lossless: true, effort: 6 }).toBuffer();
    case 'jpg':
      return picture.jpeg({ quality: 70, mozjpeg: true }).toBuffer();
  }
}
