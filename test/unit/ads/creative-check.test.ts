import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { checkCreative, inspectCreative } from '#ads/creatives/creative-check.ts';
import {
  BAND,
  BRIEF,
  checkOnce,
  exifWith,
  goodJpeg,
  goodPng,
  INSIDE,
  intoJpeg,
  LOGO,
  padPng,
} from '../../support/ads/creatives.ts';
import { afterHeader, chunk, deflatedZeros, header, PNG_MARK, plain } from '../../support/pictures.ts';

// Each limit of the catalog, just met and just missed, and files with forbidden content.

/** A PNG of this size whose pixels are missing: the inspection does not decode them. */
const emptyPng = (width: number, height: number) =>
  Buffer.concat([PNG_MARK, header(width, height), chunk('IDAT', deflateSync(Buffer.alloc(9))), chunk('IEND')]);

const codes = (creative: Creative, file: Uint8Array) => inspectCreative(creative, file).map(({ code }) => code);

for (const creative of [BAND, INSIDE, BRIEF, LOGO]) {
  const { id, widthPx, heightPx, maxBytes } = creative;
  test(`${id}: a picture of ${widthPx} × ${heightPx} px fits; one pixel more or less in width or height does not`, async () => {
    assert.deepEqual(codes(creative, await goodPng(creative)), []);
    for (const [width, height] of [
      [widthPx + 1, heightPx],
      [widthPx - 1, heightPx],
      [widthPx, heightPx + 1],
      [widthPx, heightPx - 1],
    ] as const) {
      const [finding, ...more] = inspectCreative(creative, emptyPng(width, height));
      assert.equal(finding?.code, 'pixels');
      assert.equal(finding?.measured, `${width} × ${height} px`);
      assert.equal(finding?.asked, `${widthPx} × ${heightPx} px`);
      assert.deepEqual(more, []);
    }
  });

  test(`${id}: ${maxBytes} bytes fit; one byte more does not`, async () => {
    const png = await goodPng(creative);
    assert.deepEqual(codes(creative, padPng(png, maxBytes, chunk)), []);
    const [finding] = inspectCreative(creative, padPng(png, maxBytes + 1, chunk));
    assert.deepEqual([finding?.code, finding?.measured], ['bytes', `${maxBytes + 1} bytes`]);
  });
}

test('a JPEG fits every creative except the directory logo', async () => {
  for (const creative of [BAND, INSIDE, BRIEF]) assert.deepEqual(codes(creative, await goodJpeg(creative)), []);
  const [finding, ...more] = inspectCreative(LOGO, await goodJpeg(LOGO));
  assert.deepEqual([finding?.code, finding?.measured, finding?.asked], ['type', 'image/jpeg', 'image/png']);
  assert.deepEqual(more, []);
});

test('a check reports all faults of a file at once', async () => {
  const file = padPng(await plain(700, 700).withIccProfile('p3').png().toBuffer(), LOGO.maxBytes + 5, chunk);
  assert.deepEqual(codes(LOGO, file).sort(), ['bytes', 'colour-space', 'pixels']);
});

const REFUSED: Record<string, { file: () => Promise<Buffer> | Buffer; code: string }> = {
  'nothing at all': { file: () => Buffer.alloc(0), code: 'type' },
  'an SVG': { file: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), code: 'type' },
  'a GIF': { file: () => plain(600, 200).gif().toBuffer(), code: 'type' },
  'a WebP': { file: () => plain(600, 200).webp().toBuffer(), code: 'type' },
  'a page of HTML5': { file: () => Buffer.from('<!DOCTYPE html><script>track()</script>'), code: 'type' },
  'an animated PNG': {
    file: async () => afterHeader(await goodPng(BRIEF), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
    code: 'animated',
  },
  'half a PNG': { file: async () => (await goodPng(BRIEF)).subarray(0, 300), code: 'damaged' },
  'a JPEG in CMYK': { file: () => plain(600, 200).toColourspace('cmyk').jpeg().toBuffer(), code: 'colour-space' },
  'a JPEG in Display P3': { file: () => plain(600, 200).withIccProfile('p3').jpeg().toBuffer(), code: 'colour-space' },
  'a PNG in Display P3': { file: () => plain(600, 200).withIccProfile('p3').png().toBuffer(), code: 'colour-space' },
  'a JPEG whose profile is cut off': {
    file: async () => intoJpeg(await goodJpeg(BRIEF), 0xe2, Buffer.from('ICC_PROFILE\0\x01\x01nothing')),
    code: 'colour-space',
  },
  'a PNG of BT.2020 by its coding points': {
    file: async () => afterHeader(await goodPng(BRIEF), chunk('cICP', Buffer.from([9, 16, 0, 1]))),
    code: 'colour-space',
  },
  'a PNG of gamma 1.8': {
    file: async () => afterHeader(await goodPng(BRIEF), chunk('gAMA', number(55_556))),
    code: 'colour-space',
  },
  'a PNG of other primaries': {
    file: async () =>
      afterHeader(
        await goodPng(BRIEF),
        chunk('cHRM', Buffer.concat([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].map(number))),
      ),
    code: 'colour-space',
  },
  'a PNG whose profile unpacks to a hundred megabytes': {
    file: async () =>
      afterHeader(await goodPng(BRIEF), chunk('iCCP', Buffer.concat([Buffer.from('bomb\0\0'), deflatedZeros(100)]))),
    code: 'colour-space',
  },
  'a PNG with a text of more than 64 KB': {
    file: async () => afterHeader(await goodPng(BRIEF), chunk('tEXt', Buffer.alloc(64 * 1024 + 1, 65))),
    code: 'hidden-text',
  },
  'a JPEG that is to be turned': {
    file: () => plain(600, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    code: 'turned',
  },
  'a JPEG whose Exif data says Adobe RGB': {
    file: async () => intoJpeg(await goodJpeg(BRIEF), 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(2)])),
    code: 'colour-space',
  },
  'a JPEG whose Exif data says uncalibrated colours with the index of Adobe RGB': {
    file: async () =>
      intoJpeg(await goodJpeg(BRIEF), 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(0xffff, 'R03')])),
    code: 'colour-space',
  },
  'a bomb of 30,000 by 30,000 pixels': {
    file: () =>
      Buffer.concat([
        PNG_MARK,
        header(30_000, 30_000),
        chunk('IDAT', deflateSync(Buffer.alloc(2 ** 17))),
        chunk('IEND'),
      ]),
    code: 'pixels',
  },
};

for (const [what, { file, code }] of Object.entries(REFUSED)) {
  test(`${what} is refused with the finding “${code}” before it is decoded`, async () => {
    const findings = inspectCreative(BRIEF, await file());
    assert.deepEqual(
      findings.filter((one) => one.severity === 'block').map((one) => one.code),
      [code],
    );
    const [first] = findings;
    for (const said of [first?.message, first?.measured, first?.asked]) assert.ok(said);
  });
}

test('a file passes as sRGB by its profile, gamma and primaries, coding points or Exif data, or without any of these', async () => {
  const good = await goodPng(BRIEF);
  const srgb = Buffer.concat([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].map(number));
  for (const file of [
    good,
    afterHeader(good, chunk('gAMA', number(45_455)), chunk('cHRM', srgb)),
    afterHeader(good, chunk('sRGB', Buffer.from([0]))),
    afterHeader(good, chunk('cICP', Buffer.from([1, 13, 0, 1]))),
    await plain(600, 200).withIccProfile('srgb').png().toBuffer(),
    await plain(600, 200).withIccProfile('srgb').jpeg().toBuffer(),
    await plain(600, 200).greyscale().png().toBuffer(),
    await intoJpeg(await goodJpeg(BRIEF), 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWith(1)])),
  ])
    assert.deepEqual(codes(BRIEF, file), []);
});

test('a JPEG without a profile whose Exif data says uncalibrated fits, with a warning that it is shown as sRGB', async () => {
  const bySharp = await plain(600, 200)
    .withExif({ IFD0: { Software: 'a program' } })
    .jpeg()
    .toBuffer();
  const without = Buffer.concat([Buffer.from('Exif\0\0'), exifWith(0xffff)]);
  for (const file of [bySharp, await intoJpeg(await goodJpeg(BRIEF), 0xe1, without)]) {
    const { findings, made } = await checkCreative(BRIEF, file);
    assert.deepEqual(
      findings.map(({ code, severity, measured, asked }) => [code, severity, measured, asked]),
      [['colour-space', 'warn', 'ColorSpace 65535 in the Exif data', 'sRGB']],
    );
    assert.match(findings[0]?.message ?? '', /has no profile. The picture is shown as sRGB/);
    assert.ok(made);
  }
  const withProfile = await plain(600, 200).withIccProfile('srgb').jpeg().toBuffer();
  assert.deepEqual(codes(BRIEF, await intoJpeg(withProfile, 0xe1, without)), []);
});

const DROPPED: Record<string, { file: () => Promise<Buffer>; code: string }> = {
  'a PNG with a web page behind its end': {
    file: async () => Buffer.concat([await goodPng(BRIEF), Buffer.from('<script>alert(1)</script>')]),
    code: 'trailing-data',
  },
  'a JPEG with an archive behind its end': {
    file: async () => Buffer.concat([await goodJpeg(BRIEF), Buffer.from('PK\x03\x04')]),
    code: 'trailing-data',
  },
  'a JPEG with one byte behind its end': {
    file: async () => Buffer.concat([await goodJpeg(BRIEF), Buffer.from([0])]),
    code: 'trailing-data',
  },
  'a JPEG that names a second picture in it': {
    file: async () => intoJpeg(await goodJpeg(BRIEF), 0xe2, Buffer.from('MPF\0II*\0')),
    code: 'second-picture',
  },
};

for (const [what, { file, code }] of Object.entries(DROPPED)) {
  test(`${what} fits with the warning “${code}”, and only the picture is stored`, async () => {
    const { findings, made } = await checkCreative(BRIEF, await file());
    assert.deepEqual(
      findings.map((finding) => [finding.code, finding.severity]),
      [[code, 'warn']],
    );
    const bytes = Buffer.from(made?.files[0]?.bytes ?? []);
    assert.equal((await sharp(bytes).metadata()).width, 600);
    assert.doesNotMatch(bytes.toString('latin1'), /script|PK\x03|MPF/);
  });
}

test('the copy for readers contains no metadata of the sent file and stays within the byte limit', async () => {
  const sent = await intoJpeg(
    await plain(600, 200)
      .withMetadata({ exif: { IFD0: { Copyright: 'a secret of the advertiser' } } })
      .jpeg()
      .toBuffer(),
    0xfe,
    Buffer.from('<script>alert(1)</script>'),
  );
  const { findings, made, sentHash } = await checkCreative(BRIEF, sent);
  assert.deepEqual(findings, []);
  assert.ok(made);
  const [file] = made.files;
  const bytes = Buffer.from(file?.bytes ?? []);
  assert.doesNotMatch(bytes.toString('latin1'), /secret|script|Exif/);
  assert.equal((await sharp(bytes).metadata()).icc, undefined);
  assert.notEqual(made.hash, sentHash);
  assert.match(file?.name ?? '', new RegExp(`^ad-${made.hash}/600\\.jpg$`));
  assert.ok(made.bytes <= BRIEF.maxBytes);
});

test('a band gets three copies: in the original size, in the displayed size, and for phones', async () => {
  const { made } = await checkOnce(BAND, await goodPng(BAND));
  assert.deepEqual(
    made?.files.map(({ width }) => width),
    [2880, 1440, 720],
  );
  assert.deepEqual([made?.type, made?.width, made?.height], ['image/png', 2880, 480]);
  const small = await sharp(made?.files[1]?.bytes).metadata();
  assert.deepEqual([small.width, small.height], [1440, 240]);
});

test('type in the margin causes a warning with its position; type in the safe area does not', async () => {
  const lettered = (x: number, y: number) =>
    sharp(
      Buffer.from(
        `<svg width="2400" height="1600"><rect width="2400" height="1600" fill="#fff"/>${Array.from({ length: 40 }, (_, at) => `<rect x="${x + at * 6}" y="${y}" width="3" height="20" fill="#000"/>`).join('')}</svg>`,
      ),
    )
      .png()
      .toBuffer();
  const outside = await checkCreative(INSIDE, await lettered(200, 2));
  assert.deepEqual(
    outside.findings.map(({ code, severity }) => `${severity} ${code}`),
    ['warn margin'],
  );
  assert.ok(outside.made);
  for (const { x, y, width } of outside.margin)
    assert.ok(y === 0 && x >= 168 && x + width <= 456, `${x} ${y} ${width}`);
  const inside = await checkCreative(INSIDE, await lettered(200, 40));
  assert.deepEqual(inside.findings, []);
});

test('transparent parts cause a warning and become white', async () => {
  const clear = await sharp({ create: { width: 800, height: 800, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { findings, made } = await checkCreative(LOGO, clear);
  assert.deepEqual(
    findings.map(({ code, severity }) => `${severity} ${code}`),
    ['warn transparent'],
  );
  const { channels } = await sharp(made?.files[0]?.bytes).stats();
  assert.ok(channels.slice(0, 3).every(({ min }) => min === 255));
});

test('a picture with a palette keeps its colours in the copy for readers', async () => {
  const { widthPx: width, heightPx: height } = LOGO;
  const sent = await sharp({ create: { width, height, channels: 3, background: '#b03a1e' } })
    .png({ palette: true })
    .toBuffer();
  const { findings, made } = await checkCreative(LOGO, sent);
  assert.deepEqual(findings, []);
  const { channels } = await sharp(made?.files[0]?.bytes).stats();
  assert.deepEqual(
    channels.slice(0, 3).map(({ mean }) => Math.round(mean)),
    [0xb0, 0x3a, 0x1e],
  );
});

test('a picture whose data is a decompression bomb or incomplete is refused as damaged', async () => {
  const bombs = [
    Buffer.concat([PNG_MARK, header(2880, 480), chunk('IDAT', deflatedZeros(300)), chunk('IEND')]),
    emptyPng(2880, 480),
    await withoutItsMiddle(await goodJpeg(BAND)),
  ];
  for (const bomb of bombs) {
    const { findings, made } = await checkCreative(BAND, bomb);
    assert.deepEqual(
      findings.map(({ code, measured }) => `${code}: ${measured}`),
      ['damaged: a damaged file'],
    );
    assert.equal(made, null);
  }
});

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

async function withoutItsMiddle(jpeg: Buffer): Promise<Buffer> {
  return Buffer.concat([jpeg.subarray(0, jpeg.byteLength / 2), Buffer.from([0xff, 0xd9])]);
}
