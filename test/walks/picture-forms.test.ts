import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { heic } from '../media/heic.ts';
import { plain, scene } from '../support/pictures.ts';
import { fromPage, json, openSite } from '../support/site.ts';

// The forms in which people have their pictures: each becomes the same renditions.

const red = await plain(720, 480, '#d02020').png().toBuffer();
const blue = await plain(720, 480, '#2020d0').png().toBuffer();

const FILES: Record<string, () => Promise<Buffer> | Buffer> = {
  'slab.heic': heic,
  'slab.webp': () => sharp(red).webp().toBuffer(),
  'lossless.webp': () => sharp(red).webp({ lossless: true }).toBuffer(),
  'slab.avif': () => sharp(red).avif({ effort: 0 }).toBuffer(),
  'moving.gif': () =>
    sharp([red, blue], { join: { animated: true } })
      .gif({ loop: 0 })
      .toBuffer(),
};

test('WebP, AVIF, HEIC and the first frame of a GIF become the renditions that readers get', async (t) => {
  const site = await openSite(t);
  const will = await site.person('writer');
  for (const [name, file] of Object.entries(FILES)) {
    const body = new FormData();
    body.set('title', name);
    body.set('file', new File([new Uint8Array(await file())], name));
    const added = await json(
      await site.fetch('/newsroom/pictures/upload', { method: 'POST', headers: fromPage(will), body }),
    );
    assert.equal(added.title, name, JSON.stringify(added));
    assert.deepEqual([added.thumbnail.width, added.thumbnail.height], [720, 480], name);
    for (const form of ['jpg', 'webp', 'avif']) {
      const response = await site.fetch(added.thumbnail.src.replace(/jpg$/, form));
      assert.equal(response.status, 200);
      const { data, info } = await sharp(await response.bytes())
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height], [480, 320], `${name} ${form}`);
      const [r = 0, g = 0, b = 0] = data.subarray((info.width * 20 + 20) * info.channels);
      assert.ok(r > 200 && g < 60 && b < 60, `${name} ${form}: ${r} ${g} ${b}`);
      if (name !== 'slab.heic') continue;
      assert.ok(r > 205, `the colours of Display P3 become those of sRGB: ${r}`);
      const below = data.subarray((info.width * 300 + 20) * info.channels);
      assert.ok(
        (below[1] ?? 0) > 140 && (below[0] ?? 0) < 60,
        `the picture is upright: ${below.subarray(0, 3).join()}`,
      );
    }
  }
});

test('a WebP and an AVIF of a photograph of 24 megapixels stay within the limits', async (t) => {
  const site = await openSite(t);
  const will = await site.person('writer');
  const large = await scene(6000, 4000).jpeg().toBuffer();
  for (const form of ['webp', 'avif'] as const) {
    const bytes = await (form === 'webp'
      ? sharp(large).webp({ effort: 0 })
      : sharp(large).avif({ effort: 0 })
    ).toBuffer();
    const body = new FormData();
    body.set('title', form);
    body.set('file', new File([new Uint8Array(bytes)], `large.${form}`));
    const response = await site.fetch('/newsroom/pictures/upload', { method: 'POST', headers: fromPage(will), body });
    assert.equal(response.status, 200, `${form}: ${await response.text()}`);
  }
});
