import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { addSupplier, removeSupplier } from '#ads/suppliers/suppliers.ts';
import { openDatabase } from '#db/connection/open.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { createApp } from '#server/create-app.ts';
import { booked, openDesk, withCreatives } from '../../support/ads/ad-desk.ts';
import { endAd, runAd } from '../../support/ads/running-ads.ts';
import { until } from '../../support/faults/server.ts';
import { goLive } from '../../support/live.ts';
import { json, openSite } from '../../support/site.ts';

const ARTICLE = '/robotics/layout-robot-pilot';
const ENTRY = {
  name: 'Example Layout Tools',
  what: 'Rents layout robots with an operator.',
  place: 'Denver, Colorado',
  url: 'https://supplier.example/',
  reference: '',
};

test('the home page shows the band below the suppliers, labelled as an advertisement, with a plain sponsored link', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const editor = await site.person('editor');
  assert.doesNotMatch(await (await site.fetch('/')).text(), /ADVERTISEMENT|class="ad/);
  await addSupplier(site.deps, editor, ENTRY);
  const { hash } = await runAd(site, 'homepage-band');
  const page = await (await site.fetch('/')).text();
  assert.ok(page.indexOf('id="suppliers"') > 0 && page.indexOf('id="suppliers"') < page.indexOf('ADVERTISEMENT'));
  const [ad = ''] = /<aside class="ad[\s\S]*?<\/aside>/.exec(page) ?? [];
  assert.match(ad, /<p class="label">ADVERTISEMENT<\/p>/);
  assert.match(ad, /<a href="https:\/\/advertiser\.example\/\?a=1&amp;b=2" rel="sponsored noopener">/);
  assert.match(ad, new RegExp(`src="/ads/${hash}/1440\\.jpg"`));
  assert.match(ad, /width="1440" height="240" alt="A saw, and &quot;more&quot; &lt;of&gt; it" loading="lazy"/);
  assert.doesNotMatch(ad, /<script|onload|utm_|\/redirect|1x1/);
});

test('each article shows its ad once, and only in HTML', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await goLive(site, { slug: 'another-pilot', headline: 'Another pilot on another slab' });
  await runAd(site, 'in-article');
  for (const path of [ARTICLE, '/robotics/another-pilot']) {
    const page = await (await site.fetch(path)).text();
    assert.equal(page.match(/<aside class="ad/g)?.length, 1, path);
    assert.match(page, /width="1200" height="800"/);
  }
  for (const path of [
    `${ARTICLE}.md`,
    `/api/public/articles${ARTICLE}`,
    '/index.md',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/llms-full.txt',
    '/',
  ])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /ADVERTISEMENT|advertiser\.example|\/ads\//, path);
});

test('a running ad appears in all cached pages at once and disappears at its end', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const has = async (path: string) => /ADVERTISEMENT/.test(await (await site.fetch(path)).text());
  assert.deepEqual([await has('/'), await has(ARTICLE)], [false, false]);
  const band = await runAd(site, 'homepage-band');
  const inside = await runAd(site, 'in-article');
  assert.deepEqual([await has('/'), await has(ARTICLE)], [true, true]);
  await endAd(site, band.id);
  assert.deepEqual([await has('/'), await has(ARTICLE)], [false, true]);
  await endAd(site, inside.id);
  assert.deepEqual([await has('/'), await has(ARTICLE)], [false, false]);
});

test('JSON, Markdown and RSS keep their ETag when an ad starts or ends', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const paths = [`${ARTICLE}.md`, `/api/public/articles${ARTICLE}`, '/index.md', '/api/public/articles', '/rss.xml'];
  const tags = async () => Promise.all(paths.map(async (path) => (await site.fetch(path)).headers.get('etag')));
  const before = await tags();
  const { id } = await runAd(site, 'in-article');
  assert.deepEqual(await tags(), before);
  await endAd(site, id);
  assert.deepEqual(await tags(), before);
});

test('an article with a sponsor’s ad names the sponsor of the issue', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await runAd(site, 'in-article', { unit: 'issue-sponsorship', advertiser: 'Example <Builders>' });
  assert.match(await (await site.fetch(ARTICLE)).text(), /Example &lt;Builders&gt; sponsors this issue/);
});

test('an article does not show a withdrawn creative although its run continues', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { id } = await runAd(site, 'in-article');
  await site.deps.db.write((tx) =>
    tx
      .updateTable('creative')
      .set({ state: 'withdrawn', withdrawn_at: now(site.deps), withdrawn_reason: 'It was wrong.' })
      .where('order_id', '=', id)
      .execute(),
  );
  assert.doesNotMatch(await (await site.fetch(ARTICLE)).text(), /ADVERTISEMENT/);
});

test('the server sends the re-encoded picture of an ad, cacheable for a minute, and answers 404 for any other name', async (t) => {
  const site = await openSite(t);
  const { hash } = await runAd(site, 'in-article');
  const path = `/ads/${hash}/1200.jpg`;
  const get = await site.fetch(path);
  assert.equal(get.status, 200);
  assert.equal(get.headers.get('content-type'), 'image/jpeg');
  assert.equal(get.headers.get('cache-control'), 'public, max-age=60, must-revalidate');
  assert.equal(get.headers.get('x-content-type-options'), 'nosniff');
  const { width, height, icc, exif } = await sharp(Buffer.from(await get.arrayBuffer())).metadata();
  assert.deepEqual({ width, height, icc, exif }, { width: 1200, height: 800, icc: undefined, exif: undefined });
  const again = await site.fetch(path, { headers: { 'If-None-Match': get.headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
  for (const other of [
    `/ads/${hash}/1200.png`,
    `/ads/${hash}/1201.jpg`,
    `/ads/${hash}/1200.svg`,
    '/ads/x/1200.jpg',
    `/ads/${'0'.repeat(64)}/1200.jpg`,
  ])
    assert.equal((await site.fetch(other)).status, 404, other);
});

test('every process answers 410 for a withdrawn picture, and only the ad desk can still see it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps, config } = site;
  const order = await booked(desk);
  const [creative] = await listCreatives(deps.db.read, order.id);
  const { hash = '', width = 0 } = creative?.made ?? {};
  const path = `/ads/${hash}/${width}.png`;
  const db = await openDatabase(config.databaseUrl);
  t.after(() => db.close());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const other = createApp({ ...deps, db }, config, log);
  const asked = async () => [
    (await site.fetch(path)).status,
    (await other.fetch(new Request(config.publication.baseUrl + path))).status,
  ];
  assert.deepEqual(await asked(), [200, 200]);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    creativeId: creative?.id ?? '',
    reason: 'A trademark complaint.',
  });
  assert.deepEqual(await asked(), [410, 410]);
  const tagged = await site.fetch(path, { headers: { 'If-None-Match': '*' } });
  assert.deepEqual([tagged.status, tagged.headers.get('cache-control')], [410, 'no-store']);
  const own = `/newsroom/ads/${order.id}/creatives/${creative?.id}/picture`;
  const seen = await site.fetch(own, { headers: { Cookie: dana.cookie } });
  assert.deepEqual([seen.status, seen.headers.get('cache-control')], [200, 'no-store']);
  assert.equal(
    createHash('sha256')
      .update(new Uint8Array(await seen.arrayBuffer()))
      .digest('hex'),
    hash,
  );
  const writer = await site.person('writer');
  assert.equal((await site.fetch(own, { headers: { Cookie: writer.cookie } })).status, 403);
  const page = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.ok(page.includes(own));
});

test('a picture is not public before it is accepted', async (t) => {
  const desk = await openDesk(t);
  const order = await withCreatives(desk);
  const [creative] = await listCreatives(desk.site.deps.db.read, order.id);
  assert.equal((await desk.site.fetch(`/ads/${creative?.made?.hash}/${creative?.made?.width}.png`)).status, 404);
});

test('HTML, JSON and Markdown list suppliers by name and mark the paid rows', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { reference, hash } = await runAd(site, 'directory-logo', { advertiser: 'Zenith Lasers' });
  await addSupplier(site.deps, editor, { ...ENTRY, name: 'Zenith Lasers', reference });
  await addSupplier(site.deps, editor, ENTRY);
  const { suppliers, nextCursor } = await json(await site.fetch('/api/v1/suppliers'));
  assert.deepEqual(
    suppliers.map((one: { name: string; paid: boolean }) => [one.name, one.paid]),
    [
      ['Example Layout Tools', false],
      ['Zenith Lasers', true],
    ],
  );
  assert.equal(nextCursor, null);
  const page = await (await site.fetch('/suppliers')).text();
  assert.match(page, /Zenith Lasers<\/a><\/h2>[\s\S]*?Paid row\./);
  assert.equal(page.match(/Paid row\./g)?.length, 1);
  assert.match(page, /<p class="label">Directory listing<\/p>/);
  assert.match(page, new RegExp(`src="/ads/${hash}/400\\.png"[^>]*width="400" height="400"`));
  const markdown = await (await site.fetch('/suppliers.md')).text();
  assert.match(markdown, /\[Zenith Lasers\].*\*\*Paid row\.\*\*/);
  assert.doesNotMatch(markdown, /\/ads\//);
  await goLive(site);
  const home = await (await site.fetch('/')).text();
  assert.match(home, /Zenith Lasers[\s\S]*?Paid row\./);
});

test('a supplier row counts as paid while its run lasts', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { reference, id } = await runAd(site, 'directory-logo', { advertiser: ENTRY.name });
  await addSupplier(site.deps, editor, { ...ENTRY, reference });
  const paid = async () => (await json(await site.fetch('/api/v1/suppliers'))).suppliers[0].paid;
  assert.equal(await paid(), true);
  await endAd(site, id);
  assert.equal(await paid(), false);
  assert.doesNotMatch(await (await site.fetch('/suppliers')).text(), /Paid row|class="logo"/);
});

test('an empty directory shows a notice, and a removed supplier disappears from the home page', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const editor = await site.person('editor');
  assert.match(await (await site.fetch('/suppliers')).text(), /No supplier is listed yet/);
  const id = await addSupplier(site.deps, editor, ENTRY);
  assert.match(await (await site.fetch('/')).text(), /Example Layout Tools/);
  await removeSupplier(site.deps, editor, id);
  assert.doesNotMatch(await (await site.fetch('/')).text(), /id="suppliers"/);
  assert.equal(await addSupplier(site.deps, editor, ENTRY), id);
});

test('a long directory is split into pages, and an unknown cursor is refused', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  for (let at = 0; at < 203; at++)
    await addSupplier(site.deps, editor, { ...ENTRY, name: `Supplier ${String(at).padStart(4, '0')}` });
  const first = await json(await site.fetch('/api/v1/suppliers'));
  assert.equal(first.suppliers.length, 200);
  const second = await json(await site.fetch(`/api/v1/suppliers?cursor=${first.nextCursor}`));
  assert.deepEqual([second.suppliers.length, second.suppliers[0].name, second.nextCursor], [3, 'Supplier 0200', null]);
  assert.match(await (await site.fetch(`/suppliers?cursor=${first.nextCursor}`)).text(), /Supplier 0202/);
  assert.equal((await site.fetch('/api/v1/suppliers?cursor=none')).status, 400);
  assert.equal((await site.fetch('/suppliers?cursor=none')).status, 404);
  assert.equal((await (await site.fetch('/')).text()).match(/Supplier 0\d+/g)?.length ?? 0, 8);
});

test('another process shows an ad after its start, although it had rendered the page before', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const db = await openDatabase(site.config.databaseUrl);
  t.after(() => db.close());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const other = createApp({ ...site.deps, db }, site.config, log);
  const has = async () => {
    const answer = await other.fetch(new Request(site.config.publication.baseUrl + ARTICLE));
    return /ADVERTISEMENT/.test(await answer.text());
  };
  assert.equal(await has(), false);
  const { id } = await runAd(site, 'in-article');
  await until(has, 60_000);
  await endAd(site, id);
  await until(async () => !(await has()), 60_000);
});
