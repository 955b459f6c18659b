import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { advertiseHtml } from '#ads/pages/advertise-html.ts';
import { endAd, runAd } from '../../support/ads/running-ads.ts';
import { goLive } from '../../support/live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';

// The pages that show ads, their prices and the sponsor of an issue.

const TYPES = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };

async function read(site: TestSite, path: string, accept = TYPES.html): Promise<string> {
  const answer = await site.fetch(path, { headers: { Accept: accept } });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

for (const path of ['/advertise']) {
  test(`${path} is an HTML page, and Markdown by Accept and at ${path}.md`, async (t) => {
    const site = await openSite(t);
    await goLive(site);
    const page = await site.fetch(path, { headers: { Accept: TYPES.html } });
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const asked = await site.fetch(path, { headers: { Accept: TYPES.markdown } });
    const twin = await site.fetch(`${path}.md`, { headers: { Accept: TYPES.html } });
    for (const answer of [asked, twin]) {
      assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.match(answer.headers.get('link') ?? '', new RegExp(`<http://127.0.0.1:3000${path}>; rel="canonical"`));
      assert.match(answer.headers.get('x-markdown-tokens') ?? '', /^\d+$/);
    }
    assert.match(asked.headers.get('vary') ?? '', /^Accept\b/);
    assert.equal(await asked.text(), await twin.text());
    for (let round = 0; round < 2; round++) {
      assert.match(await read(site, path), /^<!DOCTYPE html>/);
      assert.match(await read(site, path, TYPES.markdown), /^---\n/);
    }
  });
}

test('/advertise as JSON is the ad catalog, and the page shows its units, prices, sizes and terms', async (t) => {
  const site = await openSite(t);
  const catalog = advertisingCatalog(site.publication);
  assert.deepEqual(JSON.parse(await read(site, '/advertise', TYPES.json)), catalog);
  const page = await read(site, '/advertise');
  for (const text of [...catalog.howToBuy, ...catalog.terms.map((term) => term.replaceAll("'", '&#39;'))])
    assert.ok(page.includes(text), text);
  for (const { title } of catalog.units) assert.ok(page.includes(title), title);
  for (const price of ['$8,000', '$2,500', '$1,800', '$1,000', '$600', 'on request'])
    assert.ok(page.includes(price), price);
  for (const { id, widthPx, heightPx, label } of catalog.creatives) {
    const row = new RegExp(`aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(page)?.[0] ?? '';
    assert.match(row, /<svg [^>]*role="img" aria-label="[^"]+"/, id);
    assert.ok(row.includes(`${widthPx} × ${heightPx} px`) && row.includes(label), id);
  }
});

test('a placement that is not sold alone keeps its picture and sizes, and has no price', async (t) => {
  const { publication } = await openSite(t);
  const catalog = advertisingCatalog(publication);
  const units = catalog.units.filter(({ id }) => id !== 'in-article');
  const page = await advertiseHtml(publication, { ...catalog, units }, null);
  assert.match(page, /<h2 id="in-article">In-article ad<\/h2><\/div>[\s\S]*2400 × 1600 px/);
  assert.doesNotMatch(page, /\$1,800/);
});

test('an issue lists the stories of its quarter by desk and names its sponsor, also when no ad is shown', async (t) => {
  const site = await openSite(t);
  assert.match(await read(site, '/issues'), /No issue yet/);
  await goLive(site);
  await goLive(site, { section: 'people', slug: 'second', headline: 'A person' });
  const sponsored = await runAd(site, 'homepage-band', { unit: 'issue-sponsorship', advertiser: 'Acme <Layout>' });
  assert.match(
    await read(site, '/issues'),
    /<a href="\/issues\/2026-q3">July to September 2026<\/a>[\s\S]*?<td>2<\/td>/,
  );
  const page = await read(site, '/issues/2026-q3');
  assert.match(
    page,
    /<p class="hang sponsor">Acme &lt;Layout&gt; sponsors this issue\. <a href="\/standards#sponsors">/,
  );
  assert.ok(
    page.indexOf('layout-robot-pilot') > 0 && page.indexOf('layout-robot-pilot') < page.indexOf('/people/second'),
  );
  const text = await read(site, '/issues/2026-q3.md');
  assert.match(
    text,
    /\n# July to September 2026\n[\s\S]*Acme \S*Layout\S* sponsors this issue[\s\S]*\n## Robotics\n\n- \[A layout robot/,
  );
  assert.equal(await read(site, '/issues/2026-q3', TYPES.markdown), text);
  await endAd(site, sponsored.id);
  assert.match(await read(site, '/issues/2026-q3'), /Acme &lt;Layout&gt; sponsors this issue/);
  assert.match(await read(site, '/sitemap.xml'), /\/issues<\/loc>[\s\S]*\/issues\/2026-q3<\/loc>/);
  assert.match(await read(site, '/llms.txt'), /\/issues\.md\)/);
  site.pass(30 * 24 * 60 * 60);
  await goLive(site, { slug: 'later', headline: 'A later story' });
  assert.doesNotMatch(await read(site, '/issues/2026-q3'), /A later story/);
  const next = await read(site, '/issues/2026-q4');
  assert.match(next, /A later story/);
  assert.doesNotMatch(next, /sponsors this issue/);
  for (const wrong of ['2026-q2', '2026-q5', 'q3', '2026-q3.json'])
    assert.equal((await site.fetch(`/issues/${wrong}`)).status, 404, wrong);
});

test('/advertise as JSON is the same ad catalog as /api/v1/advertise', async (t) => {
  const site = await openSite(t);
  const own = await json(await site.fetch('/api/v1/advertise'));
  assert.deepEqual(await json(await site.fetch('/advertise', { headers: { Accept: TYPES.json } })), own);
});
