import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeHouseAd, turnHouseAds } from '#ads/runs/house-ads.ts';
import { DAY, openDesk } from '../../support/ads/ad-desk.ts';
import { creativeOf, goodPng } from '../../support/ads/creatives.ts';
import { endAd, runAd } from '../../support/ads/running-ads.ts';
import { goLive } from '../../support/live.ts';
import { plain } from '../../support/pictures.ts';
import { fromPage } from '../../support/site.ts';

const ARTICLE = '/robotics/layout-robot-pilot';

test('a house ad stands in a place that nobody has bought, under its own label, until an ad is sold there', async (t) => {
  const { site, dana } = await openDesk(t);
  await goLive(site);
  const before = await (await site.fetch('/')).text();
  assert.doesNotMatch(before, /From the publisher|<aside class="ad/);
  const add = async (place: string, fields: Record<string, string> = {}, file?: Buffer) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ place, url: '/advertise', alt: 'Buy this <place>', ...fields }))
      body.append(name, value);
    body.append('file', new File([new Uint8Array(file ?? (await goodPng(creativeOf(place))))], 'house.png'));
    return site.fetch('/newsroom/ads/house-ads', { method: 'POST', headers: fromPage(dana), body, redirect: 'manual' });
  };
  const own = async () => await (await site.fetch('/newsroom/ads/house-ads', { headers: fromPage(dana) })).text();
  for (const url of ['//elsewhere.example', '/\\elsewhere.example', 'http://plain.example/', 'javascript:alert(1)'])
    assert.equal((await add('homepage-band', { url })).status, 422, url);
  assert.equal((await add('field-brief')).status, 422);
  const tooSmall = await plain(1440, 240).png().toBuffer();
  assert.match(await (await add('homepage-band', {}, tooSmall)).text(), /The file was not accepted/);
  assert.equal(await (await site.fetch('/')).text(), before);
  assert.ok([200, 303].includes((await add('homepage-band')).status));
  assert.ok([200, 303].includes((await add('in-article')).status));
  const ad = async (path: string) =>
    /<aside class="ad[\s\S]*?<\/aside>/.exec(await (await site.fetch(path)).text())?.[0] ?? '';
  for (const path of ['/', ARTICLE]) {
    assert.match(
      await ad(path),
      /<p class="label">From the publisher<\/p>[\s\S]*<a href="\/advertise" rel="noopener">/,
    );
    assert.match(await ad(path), /alt="Buy this &lt;place&gt;"/);
    assert.doesNotMatch(await ad(path), /advertisement/i);
  }
  const [picture = ''] = /\/ads\/[0-9a-f]{64}\/1440\.png/.exec(await ad('/')) ?? [];
  assert.equal((await site.fetch(picture)).status, 200);
  for (const path of [
    `${ARTICLE}.md`,
    `/api/public/articles${ARTICLE}`,
    '/index.md',
    '/rss.xml',
    '/feed.json',
    '/llms-full.txt',
  ])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /From the publisher|\/ads\//, path);
  const sold = await runAd(site, 'homepage-band');
  assert.match(await ad('/'), /ADVERTISEMENT/);
  assert.doesNotMatch(await ad('/'), /From the publisher/);
  assert.match(await ad(ARTICLE), /From the publisher/);
  await endAd(site, sold.id);
  assert.match(await ad('/'), /From the publisher/);
  const second = { hash: 'f'.repeat(64), files: JSON.stringify([`ad-${'f'.repeat(64)}/2880.png`]) };
  const row = await site.deps.db.read
    .selectFrom('house_ad')
    .selectAll()
    .where('place', '=', 'homepage-band')
    .executeTakeFirstOrThrow();
  await site.deps.db.write((tx) =>
    tx
      .insertInto('house_ad')
      .values({ ...row, ...second, id: site.deps.newId(), added_at: '2099' })
      .execute(),
  );
  const kept = [...(await own()).matchAll(/house-ads\/([0-9a-f-]{36})\/remove/g)].map(([, id]) => id);
  assert.equal(kept.length, 3);
  const turns: boolean[] = [];
  for (let day = 0; day < 3; day++) {
    await turnHouseAds(site.deps);
    await turnHouseAds(site.deps);
    turns.push((await ad('/')).includes(second.hash));
    site.pass(DAY);
  }
  assert.deepEqual(turns, [false, true, false]);
  for (const id of kept) await removeHouseAd(site.deps, dana, id ?? '');
  assert.deepEqual([await ad('/'), await ad(ARTICLE)], ['', '']);
  assert.equal((await site.fetch(picture)).status, 410);
  const acts = await site.deps.db.read.selectFrom('journal').select('act').where('act', 'like', 'house_ad.%').execute();
  assert.equal(acts.length, 5);
});
