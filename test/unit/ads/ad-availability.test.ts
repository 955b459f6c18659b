import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Availability, availabilitySchema, type FreeUnit } from '#ads/catalog/availability.ts';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { booked, DAY, type Desk, openDesk } from '../../support/ads/ad-desk.ts';
import { json } from '../../support/site.ts';

const WRITTEN = { inWriting: 'Mail of 2026-09-06', lateBecause: null };

test('the API lists free dates from tomorrow to the end of the fourth issue ahead and names no advertiser', async (t) => {
  const desk = await openDesk(t);
  await booked(desk);
  const response = await desk.site.fetch('/api/v1/advertise/availability');
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.doesNotMatch(text, /acme/i);
  const free = availabilitySchema.parse(JSON.parse(text));
  assert.deepEqual([free.from, free.until], ['2026-09-07', '2027-09-30']);
  assert.deepEqual(unit(free, 'homepage-band').free, [
    { from: '2026-09-07', to: '2026-10-04' },
    { from: '2026-11-02', to: '2027-09-30' },
  ]);
  assert.deepEqual(unit(free, 'homepage-band').starts, [
    { from: '2026-09-07', to: '2026-09-07' },
    { from: '2026-11-02', to: '2027-09-03' },
  ]);
  assert.deepEqual(
    unit(free, 'issue-sponsorship').starts.map(({ from }) => from),
    ['2027-01-01', '2027-04-01', '2027-07-01'],
  );
  assert.equal(unit(free, 'field-brief').free[0]?.from, '2026-09-08');
});

test('the list of free dates changes as soon as an order is booked or cancelled or a day passes', async (t) => {
  const desk = await openDesk(t);
  assert.equal((await bandOf(desk)).length, 1);
  const order = await booked(desk);
  assert.equal((await bandOf(desk)).length, 2);
  await cancelOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: order.id, ...WRITTEN });
  const { detail } = await desk.site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'ad.cancelled')
    .executeTakeFirstOrThrow();
  const { by, inWriting, arrivedOn } = JSON.parse(detail ?? '');
  assert.deepEqual([by, inWriting, arrivedOn], ['advertiser', WRITTEN.inWriting, '2026-09-06']);
  assert.equal((await bandOf(desk)).length, 1);
  desk.site.pass(DAY);
  assert.equal((await bandOf(desk))[0]?.from, '2026-09-08');
});

test('the page for inquiries shows the free dates as a chart and as a table', async (t) => {
  const desk = await openDesk(t);
  await booked(desk);
  const response = await desk.site.fetch('/advertise/inquiry');
  const page = await response.text();
  assert.match(page, /<svg class="dates-drawing"[^>]* role="img"/);
  assert.match(page, /2026-11-02 to 2027-09-30/);
  assert.doesNotMatch(page, /acme/i);
});

test('a booking does not change the catalog', async (t) => {
  const desk = await openDesk(t);
  const before = await (await desk.site.fetch('/api/v1/advertise')).text();
  await booked(desk);
  assert.equal(await (await desk.site.fetch('/api/v1/advertise')).text(), before);
});

function unit(free: Availability, id: string): FreeUnit {
  return free.units.find((one) => one.id === id) ?? assert.fail(id);
}

async function bandOf({ site }: Desk) {
  return unit(await json(await site.fetch('/api/v1/advertise/availability')), 'homepage-band').free;
}
