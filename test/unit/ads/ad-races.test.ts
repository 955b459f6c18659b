import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { receiveCheckedCreative } from '#ads/creatives/receive-creative.ts';
import { correctOrder } from '#ads/orders/correct-order.ts';
import { holdDays } from '#ads/orders/holds.ts';
import { makeInsertionOrder } from '#ads/orders/insertion-orders.ts';
import { openInquiry } from '#ads/orders/open-inquiry.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import {
  booked,
  type Desk,
  deskOf,
  inquiry,
  opened,
  picture,
  supplierRow,
  WORDS,
  withCreatives,
} from '../../support/ads/ad-desk.ts';
import { checkOnce, creativeOf } from '../../support/ads/creatives.ts';
import { outcomesOf, THREE, testAllGetIt, testOneWins } from '../../support/data/contests.ts';
import { openSite } from '../../support/site.ts';

// Each unique key and each lease of the ad desk, when several callers want it at the same time: one gets it, and the others get a
// clear refusal or the same result.

const site = await openSite({ after: (end) => after(end as () => void) });
const { deps } = site;
const { publication } = site;
let desk: Desk;

before(async () => {
  desk = await deskOf(site);
});

testOneWins(site, [
  [
    'a row of the directory',
    ['supplier.name_key'],
    () => (deps) => addSupplier(deps, desk.dana, supplierRow('')),
    'already_exists',
    'supplier',
  ],
  [
    'an order that pays for a row of the directory',
    ['supplier.order_id'],
    async () => {
      const { reference } = await booked(desk, { unit: 'directory-listing', startsOn: '2026-12-01' });
      return (deps, nth) =>
        addSupplier(deps, desk.dana, { ...supplierRow(reference), name: `Supplier ${nth}`, isOtherName: true }).catch(
          ({ message }: Error) => message.replace(/Order \S+/, 'Order …').replace(/Supplier \d/, 'another'),
        );
    },
    'Order … already pays for the row of another.',
    'supplier',
  ],
  [
    'the days of an ad',
    ['ad_hold.place,day'],
    async () => {
      const orders: Awaited<ReturnType<typeof opened>>[] = [];
      for (const nth of THREE)
        orders.push(await opened(desk, { advertiser: `Holder ${nth}${nth}`, startsOn: '2027-03-01' }));
      return (deps, nth) =>
        holdDays(deps, desk.dana, publication, { orderId: orders[nth]?.id ?? '', until: '2026-09-12' });
    },
    'already_exists',
    null,
  ],
  [
    'the name of an advertiser',
    ['advertiser.name_key'],
    async () => {
      const orders: Awaited<ReturnType<typeof opened>>[] = [];
      for (const nth of THREE)
        orders.push(await opened(desk, { advertiser: `${'Namesake'.slice(nth)} ${nth}`, startsOn: '2027-05-03' }));
      const { unit: _unit, startsOn: _from, endsOn: _to, ...fields } = inquiry({ advertiser: 'One Name for All' });
      const correction = { ...fields, advertiserIs: 'renamed' } as const;
      return (deps, nth) => correctOrder(deps, desk.dana, desk.catalog, { orderId: orders[nth]?.id ?? '', correction });
    },
    'already_exists',
    null,
  ],
  [
    'the record of a send',
    ['field_brief_send.day'],
    () => (deps) =>
      recordSend(deps, desk.dana, publication, {
        day: '2026-09-01',
        sentAt: '2026-09-01T12:00:00.000Z',
        note: 'By hand.',
      }),
    'already_done',
    'field_brief_send',
  ],
]);

testAllGetIt(site, [
  [
    'an advertiser',
    ['advertiser.name_key'],
    () => async (deps) =>
      (
        await openInquiry(deps, desk.dana, publication, {
          catalog: desk.catalog,
          inquiry: inquiry({ advertiser: 'Zenith Survey' }),
        })
      ).advertiserId,
    'advertiser',
    1,
  ],
]);

test('of three insertion orders that are made for one order at once, the last is open', async () => {
  const { id } = await opened(desk, { advertiser: 'Tri Offer', startsOn: '2027-06-07' });
  const numbers = await outcomesOf(
    site,
    async (deps, nth) =>
      (
        await makeInsertionOrder(deps, desk.dana, publication, {
          catalog: desk.catalog,
          words: WORDS,
          orderId: id,
          cents: 100_000 + nth,
        })
      ).number,
  );
  assert.equal(new Set(numbers).size, 3, JSON.stringify(numbers));
  const all = deps.db.read.selectFrom('insertion_order').select('number').where('order_id', '=', id);
  assert.equal((await all.where('withdrawn_at', 'is', null).execute()).length, 1);
});

test('of three files that an advertiser sends for one ad at once, the last waits', async () => {
  const { id } = await withCreatives(desk, { advertiser: 'Sends Thrice', startsOn: '2027-08-02' });
  const creative = creativeOf('homepage-band');
  const checked = await checkOnce(creative, await picture(desk.catalog, 'homepage-band'));
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  const outcomes = await outcomesOf(site, async (deps, nth) => {
    const sent = { ...checked, sentHash: String(nth).repeat(64) };
    return (
      await receiveCheckedCreative(deps, desk.dana, publication, {
        catalog: desk.catalog,
        orderId: id,
        words,
        checked: sent,
      })
    ).state;
  });
  assert.deepEqual(outcomes, ['in', 'in', 'in']);
  const waiting = deps.db.read.selectFrom('creative').select('id').where('order_id', '=', id);
  assert.equal((await waiting.where('state', '=', 'in').execute()).length, 1);
});
