// Makes the font files of the pages from Source Serif 4 and the font of PDFs from Noto Sans, for a new version of them or other
// characters. These packages serve this script, so they are not installed with the project:
//   npm install --no-save subset-font@2.9.0 @fontsource-variable/source-serif-4@5.3.1 @expo-google-fonts/noto-sans@0.4.2
//   node scripts/make-font.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import wawoff2 from 'wawoff2';

const SOURCE = '@fontsource-variable/source-serif-4/files/source-serif-4-';
const ASSETS = new URL('../src/html/assets/fonts/', import.meta.url);

/** The licence reserves the name of the original for the original. Each new name has as many letters as the old one. */
const NAMES = {
  'Source Serif 4': 'Plumbline Text',
  SourceSerif4: 'PlumblineTxt',
};

/** ASCII, the letters of Latin-1, and the punctuation and signs of English copy. */
const LATIN = [...between(0x20, 0x7e), ...between(0xc0, 0xff), ...'\u00a0¡£§©«®°±²³·»¼½¾¿ıŒœ–—‘’‚“”„•…′″‹›€™−'].join(
  '',
);
/** The other letters of European languages in Latin script: Latin Extended-A, and those of Romanian and German. */
const EUROPEAN = [...between(0x100, 0x17f), ...'ȘșȚțẞ'].filter((letter) => !LATIN.includes(letter)).join('');

/** `opsz` 20: the drawing of the original for running text. Headlines are the same drawing, bolder. */
const FONTS = [
  {
    name: 'text',
    from: 'latin-opsz-normal',
    letters: LATIN,
    variationAxes: { opsz: 20, wght: { min: 400, max: 600 } },
  },
  {
    name: 'text-european',
    from: 'latin-ext-opsz-normal',
    letters: EUROPEAN,
    variationAxes: { opsz: 20, wght: { min: 400, max: 600 } },
  },
  { name: 'text-italic', from: 'latin-opsz-italic', letters: LATIN, variationAxes: { opsz: 20, wght: 400 } },
];

for (const { name, from, letters, variationAxes } of FONTS) {
  const source = readFileSync(fileURLToPath(import.meta.resolve(`${SOURCE}${from}.woff2`)));
  const subset = await subsetFont(source, letters, {
    targetFormat: 'truetype',
    noHinting: true,
    keepFeatures: ['kern', 'liga', 'pnum'],
    preserveNameIds: [14],
    variationAxes,
  });
  const font = Buffer.from(await wawoff2.compress(renamed(subset)));
  writeFileSync(new URL(`${name}.woff2`, ASSETS), font);
  console.log(`${name}.woff2: ${font.length} bytes`);
}

/** Latin with all its accents, Greek and Cyrillic, and the punctuation, fractions, currencies and signs between them. */
const PDF_RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x52f],
  [0x1e00, 0x218f],
  [0x2200, 0x22ff],
];

const noto = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
const pdfFont = await subsetFont(readFileSync(noto), PDF_RANGES.flatMap((range) => between(...range)).join(''), {
  targetFormat: 'truetype',
  noHinting: true,
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp'],
  preserveNameIds: [14],
});
writeFileSync(new URL('../src/html/pdf/noto-sans.ttf', import.meta.url), pdfFont);
console.log(`noto-sans.ttf: ${pdfFont.length} bytes`);

function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

/** The font under its new names, in both encodings of the table of names. */
function renamed(font) {
  const bytes = Buffer.from(font);
  for (const [old, name] of Object.entries(NAMES)) {
    for (const encode of [(text) => Buffer.from(text, 'latin1'), (text) => Buffer.from(text, 'utf16le').swap16()]) {
      for (let at = bytes.indexOf(encode(old)); at >= 0; at = bytes.indexOf(encode(old), at))
        encode(name).copy(bytes, at);
    }
  }
  return bytes;
}
