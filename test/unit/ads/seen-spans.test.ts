import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import type { Order } from '#ads/orders/orders.ts';
import { acquireCheckLock } from '#ads/runs/check-pages.ts';
import { createProof } from '#ads/runs/proofs.ts';
import { listActiveRuns } from '#ads/runs/runs.ts';
import { findGaps, readSightings } from '#ads/runs/seen-spans.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { ALL_TICKED, booked, DAY, type Desk, keep, openDesk, picture } from '../../support/ads/ad-desk.ts';

// Times in a proof when page checks are rare: a single check proves one instant, and nothing before or after it.

test('a page check between two pauses proves only the moment of the check', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const order = await booked(desk);
  site.pass(29 * DAY);
  const times: string[] = [];
  for (let hours = 0; hours < 3; hours++) {
    times.push(clock(desk));
    await keep(desk);
    site.pass(3600);
  }
  const { pages, pauses } = await readSightings(site.deps.db.read, order.id, 'homepage-band', clock(desk));
  assert.deepEqual(
    pages.map(({ from, to }) => [from, to]),
    times.map((at) => [at, at]),
  );
  const whole = { from: times[0] ?? '', to: clock(desk) };
  const gaps = findGaps(whole, pages, { pauses, absent: [], startedAt: times[0] ?? '' });
  assert.deepEqual(
    gaps.map(({ from, to }) => [from, to]),
    [
      [times[0], times[1]],
      [times[1], times[2]],
      [times[2], clock(desk)],
    ],
  );
});

test('a proof claims and lists nothing after the time at which it was made, also when the clock was weeks ahead', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  site.pass(61);
  await keep(desk);
  site.pass(40 * DAY);
  await keep(desk);
  site.pass(61 - 40 * DAY);
  const { document } = await createProof(site.deps, dana, site.publication, {
    orderId: order.id,
    print: async () => new Uint8Array(),
    hasBrowser: false,
  });
  const [part] = document.parts;
  const times = [...(part?.pages ?? []), ...(part?.gaps ?? [])].flatMap(({ from, to }) => [from, to]);
  assert.ok(times.length > 0);
  assert.deepEqual(
    times.filter((time) => time > document.madeAt),
    [],
  );
});

test('a replaced creative ends at the last page check that found it, and the new one begins at the first check that found it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const order = await booked(desk);
  site.pass(29 * DAY);
  const [first, second] = [await look(desk), await look(desk)];
  const [creative] = await listCreatives(deps.db.read, order.id);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    creativeId: creative?.id ?? '',
    reason: 'A wrong claim.',
  });
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  const other = await picture(catalog, 'homepage-band', '#775533');
  await receiveCreative(deps, dana, siteSnapshot().publication, { catalog, orderId: order.id, words, file: other });
  await acceptReplacement(deps, dana, siteSnapshot().publication, { orderId: order.id, ticked: ALL_TICKED });
  const [third, fourth] = [await look(desk), await look(desk)];
  const { pages } = await readSightings(deps.db.read, order.id, 'homepage-band', clock(desk));
  assert.deepEqual(
    pages.map(({ sha256, from, to }) => [sha256 === creative?.made?.hash, from, to]),
    [
      [true, first, second],
      [false, third, fourth],
    ],
  );
  assert.deepEqual(await gaps(desk, order, first, fourth), [], 'a minute between two creatives is no gap');
});

test('with many processes, only one checks the pages each minute, and another takes over if that process dies', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  const before = await countLooks(desk);
  site.pass(61);
  await Promise.all(Array.from({ length: 4 }, () => keep(desk)));
  assert.equal(await countLooks(desk), before + 1);
  await keep(desk);
  assert.equal(await countLooks(desk), before + 1, 'a minute has not passed');
  site.pass(61);
  assert.equal(await acquireCheckLock(site.deps, []), true); // by a process that never finishes its check
  await keep(desk);
  assert.equal(await countLooks(desk), before + 1);
  site.pass(181);
  await keep(desk);
  assert.equal(await countLooks(desk), before + 2);
});

test('a change that another process has checked meanwhile is not checked again', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  await booked(desk);
  site.pass(29 * DAY);
  await keep(desk);
  const started = await listActiveRuns(site.deps.db.read);
  site.pass(61);
  await keep(desk);
  assert.equal(await acquireCheckLock(site.deps, started), false);
});

async function countLooks({ site }: Desk): Promise<number> {
  return (await site.deps.db.read.selectFrom('ad_look').select('seq').execute()).length;
}

async function gaps({ site }: Desk, { id }: Order, from: string, to: string) {
  const { pages, pauses } = await readSightings(site.deps.db.read, id, 'homepage-band', to);
  return findGaps({ from, to: pages.at(-1)?.to ?? to }, pages, { pauses, absent: [], startedAt: from });
}

async function look(desk: Desk): Promise<string> {
  const at = clock(desk);
  await keep(desk);
  desk.site.pass(60);
  return at;
}

function clock({ site }: Desk): string {
  return new Date(site.deps.clock()).toISOString();
}
