import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { FORMATS, type PictureFormat, widthsOf } from '#media/renditions.ts';
import { DRAWING, DRAWINGS } from '#server/seed/drawings.ts';
import { inPalette, type Palette } from './drawings/palettes.ts';

// Makes the pictures of the sample articles from the SVG files in `drawings`, by day and by night, in every size and format that
// a picture of the library has. Run it after a change of a drawing: node scripts/sample-drawings.ts

const SOURCES = new URL('./drawings/', import.meta.url);
const FOLDERS: [Palette, ending: string][] = [
  ['light', ''],
  ['dark', '-dark'],
];

await rm(DRAWINGS, { recursive: true, force: true });
const names = (await readdir(SOURCES)).filter((file) => file.endsWith('.svg')).map((file) => basename(file, '.svg'));
let bytes = 0;
for (const name of names.sort()) {
  const text = await readFile(new URL(`${name}.svg`, SOURCES), 'utf8');
  for (const [palette, ending] of FOLDERS) {
    bytes += await writePicture(`${name}${ending}`, Buffer.from(inPalette(text, palette)));
  }
}
console.log(`${names.length} drawings in two palettes, ${Math.round(bytes / 1000)} kB`);

/** Writes all sizes and formats. Returns the number of their bytes. */
async function writePicture(name: string, svg: Buffer): Promise<number> {
  const folder = join(fileURLToPath(DRAWINGS), name);
  await mkdir(folder, { recursive: true });
  let written = 0;
  for (const width of widthsOf(DRAWING.width)) {
    for (const form of FORMATS) {
      const file = await encode(svg, width, form);
      await writeFile(join(folder, `${width}.${form}`), file);
      written += file.byteLength;
    }
  }
  return written;
}

/**
 * Flat shapes need less quality than photographs. Their sharp edges keep their colour without subsampling, and WebP stores the
 * few colours of their inks and edges as they are.
 */
async function encode(svg: Buffer, width: number, form: PictureFormat): Promise<Buffer> {
  const picture = sharp(svg, { density: 144 }).resize({ width }).removeAlpha();
  switch (form) {
    case 'avif':
      return picture.avif({ quality: 30, effort: 5, chromaSubsampling: '4:4:4' }).toBuffer();
    case 'webp': {
      const few = await picture.png({ palette: true, colours: 48, dither: 0 }).toBuffer();
      return sharp(few).webp({ lossless: true, effort: 6 }).toBuffer();
    }
    case 'jpg':
      return picture.jpeg({ quality: 58, mozjpeg: true }).toBuffer();
  }
}
