import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { checkCreative, type PixelBox } from '#ads/creatives/creative-check.ts';
import { crowdedMargin } from '#ads/creatives/crowded-margin.ts';
import { BAND, BRIEF, INSIDE, LOGO } from '../../support/ads/creatives.ts';
import { photograph } from '../../support/photographs.ts';

// The margin around the safe area: pictures that cause a warning, and pictures that do not.

const svg = ({ widthPx: w, heightPx: h }: Creative, ground: string, drawn: string): Sharp =>
  sharp(
    Buffer.from(`<svg width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="${ground}"/>${drawn}</svg>`),
  );
const type = (x: number, y: number, size: number, colour: string, words: string, anchor = 'start') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" font-weight="bold" fill="${colour}" text-anchor="${anchor}">${words}</text>`;
const photo = ({ widthPx: width, heightPx: height }: Creative, grain: number, shades: number[]) =>
  photograph({ width, height, seed: 1, grain, shades });
type Encode = (picture: Sharp) => Promise<Buffer>;
const png: Encode = (picture) => picture.png({ compressionLevel: 3 }).toBuffer();
const jpeg =
  (quality: number): Encode =>
  (picture) =>
    picture.jpeg({ quality }).toBuffer();
/** The picture with the pixels of its file: a PNG does not change them. */
const asEncoded = async (picture: Sharp, encode?: Encode) => (encode ? sharp(await encode(picture)) : picture);

const WARNS: [string, Creative, () => Sharp, Encode?][] = [
  [
    'small white type in the margin',
    BAND,
    () => svg(BAND, '#123a5c', type(200, 20, 18, '#fff', 'Calibrated lasers for the slab, rented by the day')),
  ],
  ['large white type over the left margin', BAND, () => svg(BAND, '#123a5c', type(-16, 320, 260, '#fff', 'Lasers'))],
  [
    'a headline that the right crop cuts off',
    INSIDE,
    () => svg(INSIDE, '#123a5c', type(1100, 900, 300, '#fff', 'Calibrated')),
  ],
  [
    'large type that is one pixel in the margin',
    BAND,
    () => svg(BAND, '#fff', '<path d="M23 100h60v260h-60zM120 100h160v60h-160z" fill="#111"/>'),
  ],
  [
    'soft type that is one pixel in the margin',
    BAND,
    () => svg(BAND, '#fff', '<circle cx="173.4" cy="240" r="150" fill="#b00"/>'),
  ],
  ['black on navy', BAND, () => svg(BAND, '#000080', type(-16, 320, 260, '#000', 'Night work'))],
  ['nearly black on very dark navy', INSIDE, () => svg(INSIDE, '#0a1030', type(300, 120, 160, '#000', 'Night work'))],
  ['red on green', BAND, () => svg(BAND, '#008000', type(-16, 320, 260, '#d00000', 'Sale'))],
  ['red on green of the same lightness', BAND, () => svg(BAND, '#00801f', type(-16, 320, 260, '#f01010', 'Sale'))],
  ['light grey on white', INSIDE, () => svg(INSIDE, '#fff', type(1200, 1590, 200, '#ddd', 'Quietly said', 'middle'))],
  [
    'small light grey type on white',
    INSIDE,
    () => svg(INSIDE, '#fff', type(300, 20, 20, '#bbb', 'Terms and conditions apply to every rental of a laser')),
  ],
  [
    'a logo that the crop cuts',
    LOGO,
    () =>
      svg(
        LOGO,
        '#fff',
        '<circle cx="400" cy="400" r="410" fill="none" stroke="#c00" stroke-width="60"/><path d="M300 700l100 120 100 -120z" fill="#036"/>',
      ),
  ],
  ['type in the margin of a Field Brief', BRIEF, () => svg(BRIEF, '#fff', type(4, 130, 80, '#036', 'Lasers'))],
  ['large type as JPEG', INSIDE, () => svg(INSIDE, '#e8e2d0', type(-16, 900, 300, '#5a3a10', 'Lasers')), jpeg(70)],
  ['black on navy as JPEG', BAND, () => svg(BAND, '#000080', type(-16, 320, 260, '#000', 'Night work')), jpeg(80)],
];

const PASSES: [string, Creative, () => Sharp, Encode?][] = [
  ['one colour', BAND, () => svg(BAND, '#123a5c', '')],
  ['large type inside the area', BAND, () => svg(BAND, '#123a5c', type(60, 320, 260, '#fff', 'Lasers'))],
  ['type that begins just at the area', BAND, () => svg(BAND, '#fff', '<path d="M24 24h60v432h-60z" fill="#111"/>')],
  [
    'type just inside the area of a Field Brief',
    BRIEF,
    () => svg(BRIEF, '#fff', '<path d="M16 16h20v168h-20z" fill="#111"/>'),
  ],
  [
    'a flat gradient',
    BAND,
    () =>
      svg(
        BAND,
        'url(#g)',
        '<defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#f80"/><stop offset="1" stop-color="#048"/></linearGradient></defs>',
      ),
  ],
  [
    'a gradient from black to white',
    INSIDE,
    () =>
      svg(
        INSIDE,
        'url(#g)',
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>',
      ),
  ],
  [
    'a round gradient',
    INSIDE,
    () =>
      svg(
        INSIDE,
        'url(#g)',
        '<defs><radialGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#036"/></radialGradient></defs>',
      ),
  ],
  ['a border at the crop', BAND, () => svg(BAND, '#c2410c', '<path d="M8 8h2864v464h-2864z" fill="#fff"/>')],
  [
    'a thin frame in the margin',
    INSIDE,
    () => svg(INSIDE, '#fff', '<path d="M12 12h2376v1576h-2376z" fill="none" stroke="#111" stroke-width="4"/>'),
  ],
  [
    'a frame with round corners',
    BAND,
    () => svg(BAND, '#123a5c', '<rect x="6" y="6" width="2868" height="468" rx="40" fill="#fff"/>'),
  ],
  ['a panel over the left half', BAND, () => svg(BAND, '#fff', '<path d="M0 0h1200v480h-1200z" fill="#c2410c"/>')],
  ['a small panel at the crop', BAND, () => svg(BAND, '#fff', '<path d="M0 200h70v60h-70z" fill="#036"/>')],
  ['a panel in a corner', INSIDE, () => svg(INSIDE, '#fff', '<path d="M0 1300h900v300h-900z" fill="#036"/>')],
  ['a photograph', INSIDE, () => photo(INSIDE, 2, [300, 80, 20]), jpeg(80)],
  ['a photograph with fine detail', BAND, () => photo(BAND, 3, [300, 80, 20, 6]), jpeg(80)],
  ['a photograph out of focus', INSIDE, () => photo(INSIDE, 1, [200]), jpeg(80)],
  ['grain', BAND, () => photo(BAND, 20, []), jpeg(60)],
  [
    'a dotted rule across',
    BAND,
    () => svg(BAND, '#fff', '<path d="M0 10.5h2880" stroke="#111" stroke-dasharray="1 1"/>'),
  ],
  ['a rule across', INSIDE, () => svg(INSIDE, '#fff', '<path d="M0 10h2400v6h-2400z" fill="#111"/>')],
];

/** The boxes found in the margin of a picture. `checkCreative` finds the same boxes but also encodes it, which takes a second. */
async function marginOf({ safeAreaPx }: Creative, picture: Sharp): Promise<PixelBox[]> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return crowdedMargin({ data, ...info }, safeAreaPx);
}

for (const [what, creative, draw, encode] of WARNS)
  test(`the margin check finds ${what}`, async () => {
    assert.ok((await marginOf(creative, await asEncoded(draw(), encode))).length > 0);
  });

for (const [what, creative, draw, encode] of PASSES)
  test(`the margin check finds nothing wrong with ${what}`, async () => {
    assert.deepEqual(await marginOf(creative, await asEncoded(draw(), encode)), []);
  });

for (const name of ['type in the margin of a Field Brief', 'a logo that the crop cuts', 'black on navy as JPEG'])
  test(`an editor gets a warning about ${name}, but the creative fits`, async () => {
    const [, creative, draw, encode = png] = WARNS.find(([what]) => what === name) ?? assert.fail();
    const file = await encode(draw());
    const { findings, margin, made } = await checkCreative(creative, file);
    assert.ok(made, JSON.stringify(findings));
    assert.ok(
      findings.some(({ code, severity }) => code === 'margin' && severity === 'warn'),
      JSON.stringify(findings),
    );
    assert.deepEqual(margin, await marginOf(creative, sharp(file)));
  });

for (const name of ['type just inside the area of a Field Brief', 'grain'])
  test(`an editor gets no warning about ${name}, and the creative fits`, async () => {
    const [, creative, draw, encode = png] = PASSES.find(([what]) => what === name) ?? assert.fail();
    const { findings, margin, made } = await checkCreative(creative, await encode(draw()));
    assert.ok(made, JSON.stringify(findings));
    assert.deepEqual(margin, []);
  });
