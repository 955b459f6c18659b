import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getOrder } from '../../src/ads/orders/orders.ts';
import { publish } from '../../src/article/publish/publish.ts';
import { CLI } from '../../src/core/actor.ts';
import { book, invoiced, openDesk } from '../support/ad-desk.ts';
import { goLive, save } from '../support/live.ts';
import { form, openSite } from '../support/site.ts';

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
      await publish(site.deps, CLI, article.id, article.revision, { noneBecause: 'No fact changes.' });
      times.push(await read());
    }
    assert.deepEqual(times, [...new Set(times)].sort(), 'each is later than the one before');
  });
