import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk } from '../../support/ads/ad-desk.ts';
import { fromPage } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// What the ad desk has in the frame of the newsroom.

test('ad sales have the orders, the invoices and the avails at the foot of a phone, and find the orders', async (t) => {
  const { site } = await openDesk(t);
  const sales = await site.person('ad sales');
  const page = await readPage(site, sales, '/newsroom/search');
  const [foot = ''] = /<nav class="phone-bar".*?<\/nav>/s.exec(page) ?? [];
  assert.deepEqual(
    [...foot.matchAll(/<\/svg><span>([^<]+)</g)].map(([, text]) => text),
    ['Orders', 'Invoices', 'Avails', 'Menu'],
  );
  const answer = await site.fetch('/newsroom/find?q=orders', { headers: fromPage(sales) });
  const { found } = (await answer.json()) as { found: { path: string }[] };
  assert.deepEqual(
    found.map(({ path }) => path),
    ['/newsroom/ads'],
  );
});

test('a page of the ad desk is marked in the side bar, and one without an entry there marks the orders', async (t) => {
  const { site, dana } = await openDesk(t);
  const current = async (path: string) =>
    [
      ...(await readPage(site, dana, path)).matchAll(/<a href="(\/newsroom[^"]*)" aria-current="(page|true)"><svg/g),
    ].map(([, at, how]) => `${at} ${how}`);
  assert.deepEqual(await current('/newsroom/ads'), ['/newsroom/ads page']);
  assert.deepEqual(await current('/newsroom/ads/invoices'), ['/newsroom/ads/invoices page']);
  for (const path of ['calendar', 'advertisers', 'house-ads', 'new'])
    assert.deepEqual(await current(`/newsroom/ads/${path}`), ['/newsroom/ads true'], path);
});
