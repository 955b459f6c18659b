import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWaitingOrders } from '#ads/orders/holds.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { book, DAY, invoiced, openDesk, opened, signedIn } from '../../support/ads/ad-desk.ts';
import { goLive, save } from '../../support/live.ts';
import { form, openSite } from '../../support/site.ts';

// Dates that must hold: the days of a booked order, and the modification time of an article.

test('the days of an order can be changed until it is booked, and not after', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await invoiced(desk);
  const move = (startsOn: string) => site.fetch(`/newsroom/ads/${order.id}/dates`, form(dana, { startsOn }));
  assert.equal((await move('2026-10-12')).status, 303);
  const moved = await getOrder(site.deps.db.read, order.id);
  assert.equal(moved.startsOn, '2026-10-12');
  await book(desk, dana, moved);
  const booked = await getOrder(site.deps.db.read, order.id);
  const emails = async () => (await site.deps.db.read.selectFrom('outbox').select('id').execute()).length;
  const before = await emails();
  assert.equal((await move('2026-10-19')).status, 409);
  assert.deepEqual(await getOrder(site.deps.db.read, order.id), booked);
  assert.equal(await emails(), before, 'no email about days that did not change');
});

for (const [what, seconds] of [
  ['stands still', 0],
  ['went back by an hour', -3600],
] as const)
  test(`each publication gets a later modifiedAt, even if the clock ${what}`, async (t) => {
    const site = await openSite(t);
    let article = await goLive(site);
    const read = async () => {
      const { modifiedAt } = (await (await site.fetch('/api/public/articles/robotics/layout-robot-pilot')).json()) as {
        modifiedAt: string;
      };
      return modifiedAt;
    };
    const times = [await read()];
    for (let n = 0; n < 3; n++) {
      site.pass(seconds);
      article = await save(site, article, { dek: `Another dek, ${n}.` });
      await publish(site.deps, CLI, article.id, {
        revisionNumber: article.revision,
        choice: { noneBecause: 'No fact changes.' },
      });
      times.push(await read());
    }
    assert.deepEqual(times, [...new Set(times)].sort(), 'each is later than the one before');
  });

test('held days are not free, cannot be booked or held by others, and end by themselves', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const [first, rival] = [await invoiced(desk), await invoiced(desk, { advertiser: 'Rival' })];
  const post = (id: string, act: string, fields: Record<string, string>) =>
    site.fetch(`/newsroom/ads/${id}/${act}`, form(dana, fields));
  const page = async (path: string) => (await site.fetch(path, { headers: { Cookie: dana.cookie } })).text();
  assert.match(await page(`/newsroom/ads/${first.id}`), /Rival asks for homepage-band on 2026-10-05/);
  for (const until of ['', 'soon', '2026-09-05', '2026-10-05', '2026-10-07'])
    assert.equal((await post(first.id, 'hold', { until })).status, 422, until);
  assert.equal((await post(first.id, 'hold', { until: '2026-09-13' })).status, 303);
  assert.equal((await post(first.id, 'hold', { until: '2026-09-14' })).status, 303, 'a hold can be changed');
  const taken = await post(rival.id, 'hold', { until: '2026-09-13' });
  assert.equal(taken.status, 409);
  assert.match(await taken.text(), /Acme Layout has homepage-band on hold on 2026-10-05, until 2026-09-14/);
  const unbooked = await post(rival.id, 'book', {});
  assert.equal(unbooked.status, 409);
  assert.match(await unbooked.text(), /on hold on 2026-10-05/);
  assert.match(await page(`/newsroom/ads/${rival.id}`), /Another order has these days on hold/);
  const calendar = await page('/newsroom/ads/calendar?issue=2026-Q4');
  assert.match(calendar, /until 2026-09-14/);
  assert.match(calendar, /Rival, 2026-10-05 to 2026-11-01, asked for/);
  const waiting = (startsOn: string, endsOn: string) =>
    listWaitingOrders(site.deps.db.read, dana, { startsOn, endsOn }, '2026-09-06');
  assert.equal((await waiting('2026-10-01', '2026-10-05')).length, 2, 'the range ends on their first day');
  assert.equal((await waiting('2026-10-01', '2026-10-04')).length, 0);
  const free = async () => {
    const { units } = (await (await site.fetch('/api/v1/advertise/availability')).json()) as {
      units: { id: string; free: { from: string; to: string }[] }[];
    };
    return units.find(({ id }) => id === 'homepage-band')?.free[0]?.to;
  };
  assert.equal(await free(), '2026-10-04');
  const directory = await opened(desk, { unit: 'directory-listing', advertiser: 'Listed' });
  assert.equal((await post(directory.id, 'hold', { until: '2026-09-13' })).status, 422);
  site.pass(9 * DAY); // 2026-09-15
  assert.notEqual(await free(), '2026-10-04');
  dana.cookie = (await signedIn(desk)).cookie;
  assert.equal((await post(first.id, 'release', {})).status, 409, 'the hold has ended');
  assert.equal((await post(rival.id, 'hold', { until: '2026-09-16' })).status, 303);
  assert.equal((await post(rival.id, 'book', {})).status, 303);
  assert.equal((await post(first.id, 'hold', { until: '2026-09-16' })).status, 409, 'the days are booked');
  const rows = await site.deps.db.read.selectFrom('ad_hold').select('day').execute();
  assert.deepEqual(rows, [], 'a booked order holds nothing');
});
