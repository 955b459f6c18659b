import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import { budgetOf, widthsOf } from '#ads/creatives/ad-files.ts';
import { checkCreative } from '#ads/creatives/creative-check.ts';
import { hasOnlyPixels, repackPng } from '#ads/creatives/encode-creative.ts';
import { createApp } from '#server/create-app.ts';
import { BAND, BRIEF, checkOnce, goodPng, INSIDE, LOGO } from '../../support/ads/creatives.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { goLive } from '../../support/live.ts';
import { photograph } from '../../support/photographs.ts';
import { chunk, header, PNG_MARK, plain } from '../../support/pictures.ts';
import { openSite } from '../../support/site.ts';

// The copies of a creative that readers get: each stays within its byte limit, and lost colours are reported.

/** Pseudorandom numbers, the same for the same seed. */
function* numbers(seed: number): Generator<number> {
  for (let at = seed >>> 0; ; ) {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    yield at >>> 16;
  }
}

/** A truecolour PNG at the highest compression: `rows` rows of random pixels in `colours` colours, the rest in one colour. */
function speckled({ widthPx, heightPx }: Creative, rows: number, colours: number): Buffer {
  const random = numbers(7);
  const row = widthPx * 3 + 1;
  const data = Buffer.alloc(row * heightPx, 90);
  for (let y = 0; y < heightPx; y++) {
    data[y * row] = 0;
    for (let x = 0; y < rows && x < widthPx; x++) {
      const colour = (random.next().value as number) % colours;
      data.set([colour & 255, (colour * 7) & 255, (colour >> 1) & 255], y * row + 1 + x * 3);
    }
  }
  const packed = deflateSync(data, { level: 9, memLevel: 9 });
  return Buffer.concat([PNG_MARK, header(widthPx, heightPx), chunk('IDAT', packed), chunk('IEND')]);
}

/** The most rows of random pixels with which the file stays within the byte limit of the creative. */
function mostRows(creative: Creative, colours: number): number {
  let [fits, exceeds] = [0, 128]; // random pixels of more rows than this exceed each limit
  while (fits + 1 < exceeds) {
    const rows = (fits + exceeds) >> 1;
    if (speckled(creative, rows, colours).byteLength <= creative.maxBytes) fits = rows;
    else exceeds = rows;
  }
  return fits;
}

const pixelsOf = (file: Uint8Array) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();

test('a truecolour PNG at the byte limit is served with the same pixels and within the limit', async () => {
  const sent = speckled(BAND, mostRows(BAND, 400), 400);
  const before = await sharp(sent).png({ compressionLevel: 8, adaptiveFiltering: true }).toBuffer();
  assert.ok(before.byteLength > BAND.maxBytes, 'the encoder alone exceeds the limit');
  const { made } = await checkCreative(BAND, sent);
  const [widest] = made?.files ?? [];
  assert.ok(widest && widest.bytes.byteLength <= BAND.maxBytes);
  assert.deepEqual([widest.type, widest.difference], ['image/png', 0]);
  assert.ok((await pixelsOf(widest.bytes)).equals(await pixelsOf(sent)));
});

for (const creative of [BAND, INSIDE, BRIEF, LOGO]) {
  test(`every copy of ${creative.id} stays within its share of the byte limit, in proportion to its pixels`, async () => {
    const { widthPx, heightPx, maxBytes, mimeTypes } = creative;
    const files = [await goodPng(creative), speckled(creative, Math.floor(50_000 / widthPx), 300)];
    if (mimeTypes.includes('image/jpeg')) {
      const noise = photograph({ width: widthPx, height: heightPx, seed: 1, grain: 40, shades: [] });
      for (const quality of [10, 20, 30, 45, 60]) {
        const jpeg = await noise.clone().jpeg({ quality }).toBuffer();
        if (jpeg.byteLength > maxBytes) break;
        files[2] = jpeg;
      }
    }
    for (const file of files) {
      const { made, findings } = await checkOnce(creative, file);
      assert.ok(made, JSON.stringify(findings));
      assert.deepEqual(
        made.files.map(({ width }) => width),
        widthsOf(creative),
      );
      for (const { width, bytes } of made.files) {
        const seen = await sharp(bytes).metadata();
        assert.deepEqual([seen.width, seen.height], [width, Math.round((heightPx * width) / widthPx)]);
        const part = maxBytes * (width / widthPx) ** 2;
        assert.ok(bytes.byteLength <= part, `${width} px: ${bytes.byteLength} of ${part} bytes`);
      }
    }
  });
}

test('the band and the in-article creative have a copy of 720 px for phones with its own byte limit', () => {
  assert.deepEqual(widthsOf(BAND), [2880, 1440, 720]);
  assert.deepEqual(widthsOf(INSIDE), [2400, 1200, 720]);
  assert.deepEqual(widthsOf(BRIEF), [600]);
  assert.deepEqual(widthsOf(LOGO), [800, 400]);
  assert.deepEqual([budgetOf(BAND, 720), budgetOf(INSIDE, 720)], [25_000, 36_000]);
});

test('a warning gives the colour difference of each copy that loses colours; a gradient loses none', async () => {
  const sent = speckled(BAND, 190, 16);
  const { made, findings } = await checkCreative(BAND, sent);
  const [told, ...more] = findings.filter(({ code }) => code === 'colour-loss');
  assert.deepEqual([told?.severity, more], ['warn', []]);
  const lossy = made?.files.filter(({ difference }) => difference >= 1) ?? [];
  assert.ok(lossy.length > 0);
  const measured = told?.measured ?? '';
  for (const { width, difference } of lossy)
    assert.ok(measured.includes(`${width} px wide: ${difference.toFixed(1)}`), measured);
  for (const { difference, bytes, width } of lossy) {
    const wanted = await sharp(sent).resize({ width }).removeAlpha().raw().toBuffer();
    const seen = await pixelsOf(bytes);
    let sum = 0;
    for (let at = 0; at < seen.byteLength; at++) sum += Math.abs((seen[at] ?? 0) - (wanted[at] ?? 0));
    assert.ok(Math.abs(sum / seen.byteLength - difference) < 0.5, `${sum / seen.byteLength} and ${difference}`);
  }
  const gradient = `<svg width="2880" height="480"><defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#f80"/><stop offset="1" stop-color="#048"/></linearGradient></defs><rect width="2880" height="480" fill="url(#g)"/></svg>`;
  const even = await checkCreative(BAND, await sharp(Buffer.from(gradient)).png().toBuffer());
  assert.deepEqual(even.findings, []);
  assert.ok(even.made?.files.every(({ difference, type }) => difference === 0 && type === 'image/png'));
});

test('a repacked PNG keeps its pixels and loses all other data', async () => {
  const rows = Buffer.alloc((600 * 3 + 1) * 200);
  const packed = Buffer.concat([deflateSync(rows), Buffer.from('<script>alert(1)</script>')]);
  const sent = Buffer.concat([
    PNG_MARK,
    header(600, 200),
    chunk('tEXt', Buffer.from('Comment\0<script>')),
    chunk('IDAT', packed),
    chunk('IEND'),
  ]);
  assert.ok(hasOnlyPixels(sent));
  const again = repackPng(sent) ?? assert.fail();
  assert.doesNotMatch(again.toString('latin1'), /script/);
  assert.ok((await pixelsOf(again)).equals(await pixelsOf(sent)));
  const palette = await plain(600, 200).png({ palette: true }).toBuffer();
  assert.ok((await pixelsOf(repackPng(palette) ?? assert.fail())).equals(await pixelsOf(palette)));
});

test('pages link only the copies that exist, also for an older creative without a copy for phones', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { id, hash } = await runAd(site, 'in-article');
  const read = async () => (await site.fetch('/robotics/layout-robot-pilot')).text();
  const set = (page: string) =>
    [...page.matchAll(/(\/ads\/[^ "]+) (\d+)w/g)].map(([, path, width]) => [path ?? '', width ?? '']);
  const found = set(await read());
  assert.deepEqual(
    found,
    [720, 1200, 2400].map((width) => [`/ads/${hash}/${width}.jpg`, String(width)]),
  );
  for (const [path = '', width = ''] of found) {
    const response = await site.fetch(path);
    assert.equal(response.status, 200);
    assert.ok((await response.arrayBuffer()).byteLength <= budgetOf(INSIDE, Number(width)));
  }
  const older = JSON.stringify([2400, 1200].map((width) => `ad-${hash}/${width}.jpg`));
  await site.deps.db.write((tx) =>
    tx.updateTable('creative').set({ files: older }).where('order_id', '=', id).execute(),
  );
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const fresh = createApp(site.deps, site.config, log);
  const page = await fresh.fetch(new Request(`${site.config.publication.baseUrl}/robotics/layout-robot-pilot`));
  assert.deepEqual(
    set(await page.text()).map(([, width]) => width),
    ['1200', '2400'],
  );
});
