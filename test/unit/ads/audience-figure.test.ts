import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedFigure } from '#ads/pages/audience-figure.ts';
import { addReaders } from '../../support/brief/sends.ts';
import { openSite } from '../../support/site.ts';

test('the advertising page names how many confirmed subscribers the Field Brief has, from 100 on, rounded down', async (t) => {
  const site = await openSite(t);
  const page = async () => (await site.fetch('/advertise')).text();
  await addReaders(site, 99);
  assert.doesNotMatch(await page(), /confirmed subscribers/);
  const more = await site.deps.db.read.selectFrom('subscriber').selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: 38 }, (_, at) => ({
    ...more,
    id: site.deps.newId(),
    address: `more${at}@mail.example`,
    address_key: `more${at}@mail.example`,
    token_hash: `more ${at}`,
  }));
  await site.deps.db.write((tx) => tx.insertInto('subscriber').values(rows).execute());
  for (const path of ['/advertise', '/advertise.md'])
    assert.match(await (await site.fetch(path)).text(), /At least 130 confirmed subscribers get the Field Brief/);
});

test('a figure is rounded down to two digits', () => {
  assert.deepEqual([0, 99, 100, 4182, 12_999].map(namedFigure), [null, null, 100, 4100, 12_000]);
});
