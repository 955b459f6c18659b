import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { goLive } from '../../support/live.ts';
import { openSite } from '../../support/site.ts';

// Only paid links have rel="sponsored".

const ENTRY = { what: 'Rents layout robots.', place: 'Denver, Colorado' };

test('the links of a paying supplier have rel="sponsored", the links of other suppliers do not', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await goLive(site);
  const url = 'https://logo.example/';
  const { reference } = await runAd(site, 'directory-logo', { advertiser: 'Zenith Lasers', url });
  await addSupplier(site.deps, editor, { ...ENTRY, name: 'Zenith Lasers', url: 'https://paid.example/', reference });
  await addSupplier(site.deps, editor, {
    ...ENTRY,
    name: 'Layout Tools',
    url: 'https://free.example/',
    reference: '',
  });
  const links = async (path: string) => {
    const page = await (await site.fetch(path)).text();
    const found = [...page.matchAll(/<a href="https:\/\/(\w+\.example)\/" rel="([^"]+)">/g)];
    return found.map(([, host, rel]) => `${host}: ${rel}`).sort();
  };
  const words = ['free.example: noopener', 'paid.example: sponsored noopener'];
  assert.deepEqual(await links('/suppliers'), [words[0], 'logo.example: sponsored noopener', words[1]]);
  assert.deepEqual(await links('/'), words);
});
