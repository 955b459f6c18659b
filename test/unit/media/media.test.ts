import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { CLI } from '#core/actor.ts';
import { acquireUpload, addPicture } from '#media/add-picture.ts';
import { FORMATS, widthsOf } from '#media/renditions.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import { add, addConverted, drawing, photo, plain, scene, upload, WORDS } from '../../support/pictures.ts';
import { BASE, fromPage, openSite, type TestSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

function hashOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}

async function bytesAt(site: TestSite, path: string): Promise<Buffer> {
  const response = await site.fetch(path);
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
}

test('a picture is stored in four widths and three formats, named by the hash of its file', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const file = await photo(1800, 600);
  await add(site, editor, file);
  for (const width of [480, 800, 1200, 1600]) {
    for (const form of FORMATS) {
      const bytes = await bytesAt(site, `/media/${hashOf(file)}/${width}.${form}`);
      const found = await sharp(bytes).metadata();
      const formats = { avif: 'heif', webp: 'webp', jpg: 'jpeg' };
      assert.equal(found.format, formats[form]);
      assert.equal(found.width, width);
      assert.ok(Math.abs((found.height ?? 0) - (width * 600) / 1800) <= 1, String(found.height));
    }
  }
});

test('a picture is never enlarged; a small one is also stored in its own width', async (t) => {
  const site = await openSite(t);
  const file = await drawing(900, 300);
  await add(site, await site.person('writer'), file);
  assert.deepEqual(widthsOf(900), [480, 800, 900]);
  assert.equal((await sharp(await bytesAt(site, `/media/${hashOf(file)}/900.webp`)).metadata()).width, 900);
  assert.equal((await site.fetch(`/media/${hashOf(file)}/1200.avif`)).status, 404);
});

test('a rendition is cacheable for a year, sandboxed, and revalidated by its ETag', async (t) => {
  const site = await openSite(t);
  const file = await photo(700, 200);
  await addConverted(site, await site.person('editor'), file);
  const path = `/media/${hashOf(file)}/480.avif`;
  const response = await site.fetch(path);
  const told = Object.fromEntries(response.headers);
  assert.equal(told['content-type'], 'image/avif');
  assert.equal(told['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(told['x-content-type-options'], 'nosniff');
  assert.equal(told['content-security-policy'], "default-src 'none'; sandbox");
  assert.equal(told['content-length'], String((await response.arrayBuffer()).byteLength));
  const again = await site.fetch(path, { headers: { 'If-None-Match': told.etag ?? '' } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('cache-control'), told['cache-control']);
  const head = await site.fetch(path, { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), told['content-length']);
  assert.equal(await head.text(), '');
});

test('an address that names no rendition is 404, even with path tricks', async (t) => {
  const site = await openSite(t);
  const hash = 'a'.repeat(64);
  const paths = [
    `/media/${hash}/480.avif`,
    `/media/${hash}/480.svg`,
    `/media/${hash}/0480.jpg`,
    `/media/${hash.toUpperCase()}/480.jpg`,
    `/media/..%2f..%2fplumbline.db/480.jpg`,
    `/media/${hash}/..%2f480.jpg`,
    `/media/${hash}/480.constructor`,
  ];
  for (const path of paths) assert.equal((await site.fetch(path)).status, 404, path);
});

test('renditions contain no EXIF data such as location or camera', async (t) => {
  const site = await openSite(t);
  const file = await scene(1000, 300)
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'Tellingcam', Artist: 'A. Person' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(file).metadata()).exif, 'the test picture has EXIF data');
  await add(site, await site.person('editor'), file);
  for (const form of FORMATS) {
    const bytes = await bytesAt(site, `/media/${hashOf(file)}/800.${form}`);
    const { exif, icc, xmp, iptc, space } = await sharp(bytes).metadata();
    assert.deepEqual(
      { exif, icc, xmp, iptc, space },
      { exif: undefined, icc: undefined, xmp: undefined, iptc: undefined, space: 'srgb' },
    );
    assert.ok(!bytes.includes('Tellingcam') && !bytes.includes('GPS'));
  }
});

test('colours of another colour profile are converted to sRGB', async (t) => {
  const site = await openSite(t);
  const file = await plain(800, 200, '#20a040').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
  const { data: raw } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  await add(site, await site.person('editor'), file);
  const [red = 0, green = 0] = await sharp(await bytesAt(site, `/media/${hashOf(file)}/800.jpg`))
    .raw()
    .toBuffer();
  assert.ok(Math.abs(red - 0x20) < 6 && Math.abs(green - 0xa0) < 6, `${red}, ${green}`);
  assert.ok(Math.abs((raw[0] ?? 0) - 0x20) > 6, 'the original file has other colour values');
});

test('a picture with an EXIF rotation is stored upright, with the upright width and height', async (t) => {
  const site = await openSite(t);
  const file = await scene(1000, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const id = await add(site, await site.person('editor'), file);
  const row = await site.deps.db.read.selectFrom('picture').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([row.width, row.height], [700, 1000]);
  const { width, height, orientation } = await sharp(await bytesAt(site, `/media/${row.hash}/480.jpg`)).metadata();
  assert.deepEqual([width, height, orientation], [480, 686, undefined]);
});

test('transparent areas of a 16-bit PNG become white', async (t) => {
  const site = await openSite(t);
  const clear = sharp({ create: { width: 700, height: 200, channels: 4, background: '#00000000' } });
  const file = await clear.toColourspace('rgb16').png().toBuffer();
  await add(site, await site.person('editor'), file);
  const bytes = await bytesAt(site, `/media/${hashOf(file)}/480.webp`);
  const [red = 0] = await sharp(bytes).raw().toBuffer();
  assert.ok(red > 250, String(red));
});

test('an AVIF rendition is at most 120 KB even if the picture is hard to compress', async (t) => {
  const site = await openSite(t);
  const coarse = await scene(200, 95, 70).resize(1600, 760).raw().toBuffer();
  const fine = await scene(1600, 760, 40).raw().toBuffer();
  const grainy = await sharp(coarse, { raw: { width: 1600, height: 760, channels: 3 } })
    .composite([{ input: fine, raw: { width: 1600, height: 760, channels: 3 }, blend: 'overlay' }])
    .jpeg({ quality: 92 })
    .toBuffer();
  assert.ok(grainy.byteLength > 500_000, String(grainy.byteLength));
  await add(site, await site.person('editor'), grainy);
  for (const width of [480, 800, 1200, 1600]) {
    const bytes = await bytesAt(site, `/media/${hashOf(grainy)}/${width}.avif`);
    assert.ok(bytes.byteLength <= 120_000, `${width}: ${bytes.byteLength}`);
  }
});

test('uploading the same file twice makes one picture, which keeps its first alternative text', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const file = await photo(700, 200);
  const first = await add(site, editor, file);
  assert.equal(await add(site, editor, file, { ...WORDS, alt: 'Something else.' }), first);
  const page = await readPage(site, editor, `/newsroom/pictures?added=${first}`);
  assert.match(page, /was added to the library/);
  assert.match(page, /A wheeled machine draws a line/);
  assert.doesNotMatch(page, /Something else/);
  const rows = await site.deps.db.read.selectFrom('picture').select('id').execute();
  assert.equal(rows.length, 1);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_kind', '=', 'picture')
    .execute();
  assert.deepEqual(
    lines.map(({ act }) => act),
    ['picture.added'],
  );
});

test('uploading the same file again restores the lost renditions of a picture', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const file = await photo(700, 200);
  const first = await addConverted(site, editor, file);
  const folder = join(site.config.mediaDir, hashOf(file));
  assert.ok(existsSync(folder));
  rmSync(folder, { recursive: true });
  assert.equal((await site.fetch(`/media/${hashOf(file)}/480.jpg`)).status, 404);
  assert.equal(await add(site, editor, file), first);
  assert.equal((await site.fetch(`/media/${hashOf(file)}/480.jpg`)).status, 200);
});

test('an upload requires title, alternative text and credit, and the form keeps the typed text', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const file = await photo(700, 200);
  for (const missing of ['title', 'alt', 'credit'] as const) {
    const response = await upload(site, editor, file, { ...WORDS, [missing]: ' ' });
    assert.equal(response.status, 422, missing);
    const page = await response.text();
    assert.match(page, /role="alert"/);
    for (const [name, value] of Object.entries(WORDS)) assert.equal(page.includes(value), name !== missing, name);
  }
  const rows = await site.deps.db.read.selectFrom('picture').select('id').execute();
  assert.equal(rows.length, 0);
});

test('HTML in a picture’s title, alternative text and credit is escaped', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const hostile = '"><script>alert(1)</script>';
  await addConverted(site, editor, await photo(700, 200), { title: hostile, alt: hostile, credit: hostile });
  const page = await readPage(site, editor, '/newsroom/pictures');
  assert.ok(!withoutOwnScripts(page).includes('<script'));
  assert.ok(page.includes('&lt;script&gt;'));
});

test('an upload from another site, without a session or with a bad content type is refused', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const body = new FormData();
  body.set('file', new File([new Uint8Array(await photo(700, 200))], 'a.jpg'));
  const foreign = { ...fromPage(editor), 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' };
  const sent = await site.fetch('/newsroom/pictures', { method: 'POST', headers: foreign, body });
  assert.equal(sent.status, 403);
  const nobody = await site.fetch('/newsroom/pictures', {
    method: 'POST',
    headers: { Origin: BASE },
    body,
    redirect: 'manual',
  });
  assert.equal(nobody.status, 303);
  const bad = await site.fetch('/newsroom/pictures', {
    method: 'POST',
    headers: fromPage(editor, { 'Content-Type': 'multipart/form-data' }),
    body: 'x',
  });
  assert.equal(bad.status, 400);
  const plainForm = await site.fetch('/newsroom/pictures', {
    method: 'POST',
    headers: fromPage(editor, { 'Content-Type': 'text/plain' }),
    body: 'x',
  });
  assert.equal(plainForm.status, 415);
});

test('an agent cannot add a picture', async (t) => {
  const site = await openSite(t);
  const agent = { kind: 'agent' as const, id: 'a', claimId: 'a', editorId: 'e', editorName: 'E', scopes: [] };
  await assert.rejects(addPicture(site.deps, agent, { file: await photo(700, 200), words: WORDS }), {
    kind: 'forbidden',
  });
});

test('an upload is 503 with Retry-After while the upload queue is full', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const file = await photo(700, 200);
  const held = await Promise.all([acquireUpload(), acquireUpload()]);
  const waiting = Array.from({ length: 6 }, () => acquireUpload());
  const response = await upload(site, editor, file);
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
  for (const leave of held) leave();
  for (const turn of waiting) {
    const leave = await turn;
    leave();
  }
  await add(site, editor, file);
});

test('a conversion over its time or memory limit is stopped, and the next one works', async (t) => {
  const site = await openSite(t);
  const file = await photo(700, 200);
  const refused = { kind: 'validation_failed', message: /too much time or memory/ };
  await assert.rejects(
    addPicture(site.deps, CLI, { file, words: WORDS, bounds: { memory: 2 ** 29, time: 1 } }),
    refused,
  );
  await assert.rejects(
    addPicture(site.deps, CLI, { file, words: WORDS, bounds: { memory: 2 ** 20, time: 10_000 } }),
    refused,
  );
  assert.ok(!existsSync(site.config.mediaDir));
  assert.equal((await addPicture(site.deps, CLI, { file, words: WORDS })).isNew, true);
});
