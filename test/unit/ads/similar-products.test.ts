import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeSameProduct, readCategory } from '#ads/catalog/categories.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { accepted, invoiced, openDesk, opened, signedIn, WORDS } from '../../support/ads/ad-desk.ts';
import { form } from '../../support/site.ts';

test('two names may be one product when a typed one shares a word with the other, in any form', () => {
  const same = (one: string, other: string) => mayBeSameProduct(readCategory(one), readCategory(other));
  assert.ok(same('Other: Laser scanners', 'Scanners and reality capture'));
  assert.ok(same('3D scanning', 'Scanners and reality capture'));
  assert.ok(same('other: drone pilots', 'Drones'));
  assert.ok(!same('Layout robots', 'Other construction robots'), 'the list tells its own categories apart');
  assert.ok(!same('other: payroll software', 'Design and BIM software'));
  assert.ok(!same('other: paint', 'Scanners and reality capture'));
});

test('a product that may be the one of a sponsor is booked only with a reason, which the journal keeps', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const { deps } = site;
  const sponsor = await opened(desk, {
    ...{ unit: 'issue-sponsorship', advertiser: 'Reality Inc.', category: 'Scanners and reality capture' },
    startsOn: '2026-10-01',
  });
  await deps.db.write((tx) =>
    tx.updateTable('ad_order').set({ state: 'booked' }).where('id', '=', sponsor.id).execute(),
  );
  const rival = { unit: 'directory-listing', advertiser: 'Beam', category: 'Other: Laser scanners' };
  const { id } = await invoiced(desk, { ...rival, startsOn: '2026-10-12' });
  const page = await (
    await site.fetch(`/newsroom/ads/${id}`, { headers: { Cookie: (await signedIn(desk)).cookie } })
  ).text();
  assert.match(page, /Reality Inc\. holds “Scanners and reality capture” in 2026-Q4, which may be the same product/);
  const press = async (fields: Record<string, string>) =>
    site.fetch(`/newsroom/ads/${id}/book`, form(await signedIn(desk), fields));
  const refused = await press({});
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /Say why the products differ/);
  assert.equal((await getOrder(deps.db.read, id)).state, 'invoiced');
  assert.equal((await press({ differsBecause: 'It sells levels, not scanners.' })).status, 303);
  assert.equal((await getOrder(deps.db.read, id)).state, 'booked');
  const line = await deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'ad.booked')
    .executeTakeFirst();
  assert.match(line?.detail ?? '', /levels, not scanners/);
});

test('an order whose days another one has booked gets no invoice', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const first = await opened(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  const { id } = await accepted(desk, { unit: 'field-brief', startsOn: '2026-10-06', advertiser: 'Rival' });
  await site.deps.db.write((tx) =>
    tx.updateTable('ad_order').set({ state: 'booked' }).where('id', '=', first.id).execute(),
  );
  await assert.rejects(issueInvoice(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: id }), {
    kind: 'already_exists',
    message: /^Acme Layout holds field-brief on 2026-10-06 .*No invoice was issued\.$/,
  });
  assert.equal((await getOrder(site.deps.db.read, id)).state, 'accepted');
});
