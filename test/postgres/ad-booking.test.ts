import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { another, book, booked, type Desk, invoiced, openDesk } from '../support/ads/ad-desk.ts';
import { createDatabase, shareCluster } from '../support/postgres.ts';

const RACERS = 50;

/** When the suite runs on PostgreSQL, an earlier run has already tested SQLite. */
const KINDS = ['SQLite', 'PostgreSQL'] as const;

for (const kind of KINDS) {
  test(`when ${RACERS} orders are booked for one slot at the same time, exactly one succeeds, on ${kind}`, async (t) => {
    const desk = await openDesk(t, kind === 'PostgreSQL' ? await onPostgres(t) : {});
    assert.equal(desk.site.deps.db.kind, kind === 'PostgreSQL' ? 'postgres' : 'sqlite');
    const first = await invoiced(desk);
    const all = [first];
    for (let n = 1; n < RACERS; n++) all.push(await another(desk, first, `rival ${n}`));
    const outcomes = await Promise.allSettled(all.map((order) => book(desk, desk.dana, order)));
    const won = outcomes.filter(({ status }) => status === 'fulfilled');
    assert.equal(won.length, 1);
    for (const one of outcomes)
      if (one.status === 'rejected') {
        assert.equal(one.reason.kind, 'already_exists', one.reason.stack);
        assert.match(one.reason.message, /holds homepage-band on 2026-10-05\. Nothing was booked\./);
      }
    const { read } = desk.site.deps.db;
    const slots = await read.selectFrom('ad_slot').select('order_id').execute();
    assert.equal(slots.length, 28, 'four weeks, booked once');
    assert.equal(new Set(slots.map(({ order_id }) => order_id)).size, 1);
    const states = await read.selectFrom('ad_order').select('state').execute();
    assert.deepEqual(states.map(({ state }) => state).sort(), ['booked', ...Array(RACERS - 1).fill('invoiced')]);
    assert.equal((await read.selectFrom('ad_run').select('order_id').execute()).length, 1);
  });
}

test('a run that overlaps another by one day is refused; a run on the next day or in another place is booked', async (t) => {
  const desk = await openDesk(t);
  await booked(desk);
  await assert.rejects(booked(desk, { advertiser: 'Rival', startsOn: '2026-11-01' }), { kind: 'already_exists' });
  await booked(desk, { advertiser: 'Rival', startsOn: '2026-11-02' });
  await booked(desk, { advertiser: 'Third', unit: 'in-article', startsOn: '2026-10-05' });
});

test('an issue sponsorship books all its parts, or none of them', async (t) => {
  const desk = await openDesk(t);
  const brief = await booked(desk, {
    advertiser: 'Rival',
    category: 'Drones',
    unit: 'field-brief',
    startsOn: '2026-10-06',
  });
  const sponsor = { unit: 'issue-sponsorship', startsOn: '2026-10-01' };
  const order = await invoiced(desk, sponsor);
  await assert.rejects(book(desk, desk.dana, order), /Rival holds field-brief on 2026-10-06/);
  assert.equal(await slotsOf(desk, order.id), 0);
  const written = { inWriting: 'Mail of 2026-09-06', lateBecause: null };
  await cancelOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: brief.id, ...written });
  await book(desk, desk.dana, order);
  assert.equal(await slotsOf(desk, order.id), 92 + 92 + 1 + 1);
  const runs = await desk.site.deps.db.read.selectFrom('ad_run').selectAll().orderBy('place').execute();
  assert.deepEqual(
    runs.map(({ place, starts_on, ends_on }) => [place, starts_on, ends_on]),
    [
      ['directory-logo', '2026-10-01', '2026-12-31'],
      ['field-brief', '2026-10-06', '2026-10-06'],
      ['homepage-band', '2026-10-01', '2026-12-31'],
      ['in-article', '2026-10-01', '2026-12-31'],
    ],
  );
});

test('in one issue, a sponsor excludes other advertisers of its product category, and a booked advertiser excludes such a sponsor', async (t) => {
  const desk = await openDesk(t);
  const sponsor = { unit: 'issue-sponsorship', startsOn: '2026-10-01' };
  const rival = { advertiser: 'Rival', unit: 'directory-listing', startsOn: '2026-11-10' };
  const listing = await booked(desk, rival);
  const own = await booked(desk, { unit: 'directory-listing', startsOn: '2026-12-01' });
  const order = await invoiced(desk, sponsor);
  await assert.rejects(book(desk, desk.dana, order), /The product category “Layout robots” belongs to another/);
  const written = { inWriting: 'Mail of 2026-09-06', lateBecause: null };
  await cancelOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: listing.id, ...written });
  await book(desk, desk.dana, order);
  assert.ok((await slotsOf(desk, own.id)) > 0, 'the sponsor’s own listing stays booked');
  await assert.rejects(booked(desk, rival), { kind: 'already_exists' });
  await booked(desk, { ...rival, category: 'Cranes' });
  await booked(desk, { ...rival, startsOn: '2027-01-01' });
  await cancelOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: order.id, ...written });
  await booked(desk, rival);
});

test('a cancelled order frees its days for another order', async (t) => {
  const desk = await openDesk(t);
  const order = await booked(desk);
  const written = { inWriting: 'Mail of 2026-09-06', lateBecause: null };
  await cancelOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: order.id, ...written });
  assert.equal(await slotsOf(desk, order.id), 0);
  await booked(desk, { advertiser: 'Rival' });
});

test('an order whose invoice is unpaid cannot be booked without a reason for credit', async (t) => {
  const desk = await openDesk(t);
  const order = await invoiced(desk);
  await desk.site.deps.db.write((tx) =>
    tx.updateTable('invoice').set({ paid_on: null, paid_by_name: null }).where('order_id', '=', order.id).execute(),
  );
  await assert.rejects(book(desk, desk.dana, order), { kind: 'validation_failed' });
});

async function slotsOf({ site }: Desk, orderId: string): Promise<number> {
  const rows = await site.deps.db.read.selectFrom('ad_slot').select('day').where('order_id', '=', orderId).execute();
  return rows.length;
}

async function onPostgres(t: TestContext): Promise<Record<string, string>> {
  const cluster = await shareCluster();
  t.after(() => cluster.stop());
  return { DATABASE_URL: (await createDatabase(cluster.url)).url };
}
