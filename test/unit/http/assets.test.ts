import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { assetPath, findAsset } from '#html/assets/assets.ts';
import { goLive } from '../../support/live.ts';
import { loadParts } from '../../support/part.ts';
import { openSite } from '../../support/site.ts';

// Style sheets, icons and fonts: kept for a year under a name with the hash of their content.

const YEAR = 'public, max-age=31536000, immutable';
/** Measures that the markup sets. */
const SET_BY_PAGES = new Set<string>([]);
const LINKED = /(?:href|src)="(\/static\/[^"]+)"/g;

test('every asset that a page links to has its hash in its name, and is kept for a year', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const linked = new Set<string>();
  const pages = ['/', '/robotics/layout-robot-pilot', '/api', '/newsroom/sign-in'];
  const parts = (await loadParts()).map(({ styled = {} }) => styled);
  pages.push(...parts.flatMap(Object.keys));
  for (const page of pages) {
    const text = await (await site.fetch(page, { headers: { Accept: 'text/html' } })).text();
    for (const [, path = ''] of text.matchAll(LINKED)) linked.add(path);
  }
  for (const name of ['style.css', 'newsroom.css', 'mark.svg', 'api.css', ...parts.flatMap(Object.values<string>)])
    assert.ok(linked.has(assetPath(name)), name);
  for (const path of linked) {
    const answer = await site.fetch(path, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('cache-control'), YEAR, path);
    const known = { 'If-None-Match': answer.headers.get('etag') ?? '', 'Accept-Encoding': 'br' };
    const again = await site.fetch(path, { headers: known });
    assert.deepEqual([again.status, again.headers.get('cache-control')], [304, YEAR], path);
  }
});

test('an asset answers under its plain name for a minute, and under a hash of another version', async (t) => {
  const site = await openSite(t);
  const [own, other] = [assetPath('style.css'), '/static/style.0123456789ab.css'];
  const before = site.services.cache.size().copies;
  const early = await site.fetch(other);
  assert.equal(site.services.cache.size().copies, before, 'it is not stored under the name that was asked for');
  const [current, plain, late] = [
    await site.fetch(own),
    await site.fetch('/static/style.css'),
    await site.fetch(other),
  ];
  assert.match(plain.headers.get('cache-control') ?? '', /max-age=60\b/);
  const text = await current.text();
  assert.equal(await plain.text(), text);
  for (const answer of [early, late]) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
    assert.equal(answer.headers.get('etag'), current.headers.get('etag'));
    assert.equal(await answer.text(), text);
  }
  for (const path of [
    '/static/none.css',
    '/static/none.0123456789ab.css',
    '/static/assets.ts',
    '/static/style.0123.css',
  ])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('a page preloads the fonts that its letters need, at most 40 KB each', async (t) => {
  const site = await openSite(t);
  await goLive(site, { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'The crew of Łódź *stopped*.' }] });
  const preloaded = async (path: string) => {
    const page = await (await site.fetch(path, { headers: { Accept: 'text/html' } })).text();
    return [...page.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, href]) => href);
  };
  const fonts = ['text.woff2', 'text-italic.woff2', 'text-european.woff2'].map(assetPath);
  assert.deepEqual(await preloaded('/robotics/layout-robot-pilot'), fonts);
  assert.deepEqual(await preloaded('/about'), fonts.slice(0, 1));
  const css = await (await site.fetch(assetPath('style.css'))).text();
  assert.doesNotMatch(css, /\/\*|\n /, 'comments and indents are not sent');
  for (const path of fonts) {
    assert.ok(css.includes(`url("${path}")`), path);
    const answer = await site.fetch(path);
    assert.equal(answer.headers.get('content-type'), 'font/woff2');
    const font = Buffer.from(await answer.arrayBuffer());
    assert.equal(font.subarray(0, 4).toString(), 'wOF2');
    assert.ok(font.length <= 40_000, `${path} has ${font.length} bytes`);
  }
});

test('/favicon.ico and /apple-touch-icon.png are real icons of the mark', async (t) => {
  const site = await openSite(t);
  const touch = await site.fetch('/apple-touch-icon.png');
  assert.equal(touch.headers.get('content-type'), 'image/png');
  const { width, height } = await sharp(Buffer.from(await touch.arrayBuffer())).metadata();
  assert.deepEqual([width, height], [180, 180]);
  const favicon = await site.fetch('/favicon.ico');
  assert.equal(favicon.headers.get('content-type'), 'image/x-icon');
  const ico = Buffer.from(await favicon.arrayBuffer());
  assert.equal(ico.subarray(0, 6).toString('hex'), '000001000300', 'an ICO file with three pictures');
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    const [bytes, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
    const picture = await sharp(ico.subarray(offset, offset + bytes)).metadata();
    assert.deepEqual([picture.format, picture.width, picture.height], ['png', size, size]);
  }
});

test('every colour and measure that a style sheet uses is in that sheet, in the one of its site, or in the tokens', () => {
  const read = (name: string) => String(findAsset(name)?.asset.body);
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const [site, newsroom] = [read('style.css'), read('newsroom.css')];
  assert.match(site, /^\n?@font-face/, 'the tokens are in the sheet: a page loads one file');
  for (const name of readdirSync(new URL('../../../src/html/assets/', import.meta.url))) {
    if (!name.endsWith('.css')) continue;
    const own = read(name);
    assert.doesNotMatch(own, /@import/, `${name} loads another file`);
    const known = namesIn(`${own}${name.startsWith('newsroom') ? newsroom : site}`, /(--[a-z0-9-]+)\s*:/g);
    const unknown = namesIn(own, /var\((--[a-z0-9-]+)\)/g).filter(
      (used) => !known.includes(used) && !SET_BY_PAGES.has(used),
    );
    assert.deepEqual([...new Set(unknown)], [], name);
  }
});
