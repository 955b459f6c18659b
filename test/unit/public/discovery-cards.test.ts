import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CLI } from '#core/actor.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { articleCard, breakLines, canSet, widthOf } from '#media/cards/card.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// The pictures that the server draws: a card for each article, a card for the site, and the logo.

const CARD = '/cards/robotics/layout-robot-pilot.png';

async function bytesOf(site: TestSite, path: string): Promise<Buffer> {
  const answer = await site.fetch(path);
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers.get('content-type'), 'image/png', path);
  return Buffer.from(await answer.arrayBuffer());
}

for (const [path, width, height] of [
  [CARD, 1200, 630],
  ['/cards/house.png', 1200, 630],
  ['/static/logo.png', 512, 512],
  ['/static/feed.png', 144, 144],
] as const) {
  test(`${path} is a PNG of ${width} by ${height} pixels, cached, with an ETag, and sent without content coding`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const bytes = await bytesOf(site, path);
    const picture = await sharp(bytes).metadata();
    assert.deepEqual([picture.format, picture.width, picture.height], ['png', width, height]);
    assert.ok(bytes.byteLength < 100_000);
    const again = await site.fetch(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    assert.equal(again.headers.get('content-encoding'), null);
    assert.deepEqual(Buffer.from(await again.arrayBuffer()), bytes);
    const etag = again.headers.get('etag') ?? '';
    assert.equal((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status, 304);
    const head = await site.fetch(path, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.byteLength));
  });
}

test('a card is dark at its headline and light elsewhere', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const bytes = await bytesOf(site, CARD);
  const dark = async (left: number, top: number, width: number, height: number) => {
    const pixels = await sharp(bytes).extract({ left, top, width, height }).greyscale().raw().toBuffer();
    return pixels.some((pixel) => pixel < 80);
  };
  assert.ok(await dark(144, 140, 960, 200), 'the headline');
  assert.ok(!(await dark(1110, 0, 90, 630)), 'the right margin');
  assert.ok(!(await dark(144, 400, 960, 100)), 'below the headline');
});

test('the card of an article changes with its headline, moves with the article, and is gone after unpublishing', async (t) => {
  const site = await openSite(t);
  const article = await goLive(site);
  const before = await bytesOf(site, CARD);
  const again = await goLiveAgain(site, article, { headline: 'Another headline' });
  assert.notDeepEqual(await bytesOf(site, CARD), before);
  await goLiveAgain(site, again, { section: 'people', slug: 'moved' });
  const moved = await site.fetch(CARD, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')?.endsWith('/cards/people/moved.png')], [301, true]);
  await unpublish(site.deps, CLI, article.id);
  assert.equal((await site.fetch('/cards/people/moved.png')).status, 404);
  for (const path of ['/cards/robotics/none.png', '/cards/none/none.png', '/cards/robotics/layout-robot-pilot'])
    assert.equal((await site.fetch(path)).status, 404, path);
});

test('any headline gives a valid card that contains only outlines', async (t) => {
  const site = await openSite(t);
  const evil = [
    '<text>&amp;</text><image href="https://evil.example/x.png"/>',
    '&xxe; <!ENTITY xxe SYSTEM "file:///etc/passwd">',
    'W'.repeat(110),
    'Номер первый',
    '十割り',
    '🏗️ crane',
    'a'.repeat(55) + ' '.repeat(3) + 'b'.repeat(50),
  ];
  for (const [index, headline] of evil.entries()) {
    await goLive(site, { slug: `evil-${index}`, headline });
    const { width } = await sharp(await bytesOf(site, `/cards/robotics/evil-${index}.png`)).metadata();
    assert.equal(width, 1200);
    const at = { headline, section: 'robotics', author: headline, publishedAt: '2026-09-06T13:00:00.000Z' };
    const svg = articleCard(site.publication, at as never);
    assert.match(
      svg,
      /^<svg [^<>"]*(?:"[^"<>]*"[^<>"]*)*>(?:<\/?(?:g|path)(?: [a-z]+="[A-Za-z0-9#(). -]*")*\/?>)*<\/svg>$/,
    );
  }
});

test('the lines of a headline contain every word in order, fit the width, and are limited in number', () => {
  const headline = 'What a pour-sequence model knows about the weather, and what 412 points of tape say to that';
  const lines = breakLines(headline, 60, 960);
  assert.equal(lines.join(' '), headline);
  for (const line of lines) assert.ok(widthOf(line, 60) <= 960, line);
  assert.ok(lines.length - widthOf(headline, 60) / 960 < 1.5);
  assert.equal(breakLines('w'.repeat(100), 60, 300).join(''), 'w'.repeat(100));
});

test('the card font has accented Latin letters and common symbols, but no Cyrillic', () => {
  assert.ok(canSet('“Łódź”: Ünïcode—naïve £5 #3 (½)… it’s 20 °C'));
  assert.ok(!canSet('Номер') && !canSet(''));
});

test('fifty simultaneous requests for a card get the same bytes', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const cards = await Promise.all(Array.from({ length: 50 }, () => bytesOf(site, CARD)));
  for (const card of cards) assert.deepEqual(card, cards[0]);
});
