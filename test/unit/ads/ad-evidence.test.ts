import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { readProof } from '#ads/runs/proof.ts';
import { listRuns } from '#ads/runs/runs.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { addSupplier, removeSupplier } from '#ads/suppliers/suppliers.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import {
  ALL_TICKED,
  booked,
  DAY,
  type Desk,
  keep,
  openDesk,
  picture,
  signedIn,
  supplierRow,
} from '../../support/ads/ad-desk.ts';
import { goLive } from '../../support/live.ts';

// An order counts as run, is reported and is proved only with evidence. The warning about a part stays until the part is in order.

test('a directory listing starts only with a supplier row; without one it has a warning and ends as missed', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk, { unit: 'directory-listing' });
  await keep(desk);
  assert.match((await read(desk, order)).trouble ?? '', /no row of the supplier directory names this order/);
  assert.match(await board(desk), /warning<\/span> Directory logo \(2026-10-05 to 2027-01-04\)/);
  assert.equal(await countMail(desk, 'ad.not_started.desk'), 0, 'the first day has not come');
  site.pass(29 * DAY);
  for (let round = 0; round < 3; round++) await keep(desk);
  assert.deepEqual(await stateOf(desk, order), 'booked');
  assert.equal(await countMail(desk, 'ad.running'), 0);
  assert.equal(await countMail(desk, 'ad.not_started.desk'), 1);
  assert.equal(await outcomeOf(desk, order), 'not yet');

  const row = await addSupplier(site.deps, dana, supplierRow(order.reference));
  await keep(desk);
  assert.deepEqual([await stateOf(desk, order), (await read(desk, order)).trouble], ['running', null]);
  assert.match(await mailOf(desk, 'ad.running'), /shown under its label on http:\/\/127\.0\.0\.1:3000\/suppliers\./);
  site.pass(60);
  await removeSupplier(site.deps, dana, row);
  await keep(desk);
  assert.match((await read(desk, order)).trouble ?? '', /no row of the supplier directory/);

  const never = await booked(desk, { unit: 'directory-listing', advertiser: 'Never', startsOn: '2026-10-06' });
  site.pass(100 * DAY);
  await keep(desk);
  assert.deepEqual(await stateOf(desk, never), 'booked');
  assert.notEqual((await runOf(desk, never, 'directory-logo'))?.missedAt, null);
  assert.match((await read(desk, never)).trouble ?? '', /and it did not run/);
});

test('a Field Brief with no recorded send is missed; a send recorded late counts at the time it was sent', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  site.pass(30 * DAY); // on its day
  await keep(desk);
  assert.deepEqual([await stateOf(desk, order), await countMail(desk, 'ad.running')], ['booked', 0]);
  site.pass(DAY);
  for (let round = 0; round < 3; round++) await keep(desk);
  assert.equal(await stateOf(desk, order), 'booked');
  assert.match((await read(desk, order)).trouble ?? '', /no send of the Field Brief with this ad was recorded/);
  assert.deepEqual([await countMail(desk, 'ad.ran'), await countMail(desk, 'ad.not_started.desk')], [0, 1]);
  assert.equal(await outcomeOf(desk, order), 'missed');

  await recordSend(deps, dana, siteSnapshot().publication, {
    day: '2026-10-06',
    sentAt: '2026-10-06T12:00:00.000Z',
    note: 'Noted late.',
  });
  const run = await runOf(desk, order, 'field-brief');
  assert.deepEqual(
    [await stateOf(desk, order), (await read(desk, order)).trouble, run?.startedAt, run?.missedAt],
    ['ran', null, '2026-10-06T12:00:00.000Z', null],
  );
  assert.equal(await outcomeOf(desk, order), 'sent');
});

test('the record of a send names the creative that was accepted at the time of the send, or none', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  const [sent] = await listCreatives(deps.db.read, order.id);
  site.pass(30 * DAY + 3600);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    creativeId: sent?.id ?? '',
    reason: 'Withdrawn after the send.',
  });
  const noted = await recordSend(deps, dana, siteSnapshot().publication, {
    day: '2026-10-06',
    sentAt: '2026-10-06T13:00:00.000Z',
    note: '',
  });
  assert.equal(noted.creativeHash, sent?.made?.hash);

  const other = await booked(desk, { unit: 'field-brief', startsOn: '2026-10-13' });
  const [gone] = await listCreatives(deps.db.read, other.id);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: other.id,
    creativeId: gone?.id ?? '',
    reason: 'Before the send.',
  });
  site.pass(7 * DAY);
  const without = await recordSend(deps, dana, siteSnapshot().publication, {
    day: '2026-10-13',
    sentAt: '2026-10-13T13:00:00.000Z',
    note: '',
  });
  assert.equal(without.creativeHash, null);
  site.pass(DAY);
  await keep(desk);
  assert.equal(await stateOf(desk, other), 'booked');
  assert.equal(await outcomeOf(desk, other), 'missed');
});

test('the email of a custom program names no place', async (t) => {
  const desk = await openDesk(t);
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 350050 };
  const order = await booked(desk, { unit: 'custom-programs', endsOn: '2026-10-20', insertionOrder });
  desk.site.pass(29 * DAY);
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'running');
  assert.doesNotMatch(await mailOf(desk, 'ad.program_running'), /in its place|on the page|under its label/);
  assert.equal(await outcomeOf(desk, order), 'outside');
});

test('an ad in articles does not run while no article is published', async (t) => {
  const desk = await openDesk(t);
  const order = await booked(desk, { unit: 'in-article' });
  desk.site.pass(29 * DAY);
  await keep(desk);
  desk.site.pass(61);
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'booked');
  assert.match((await read(desk, order)).trouble ?? '', /no article is published, so no page shows it/);
  await goLive(desk.site);
  desk.site.pass(61);
  await keep(desk);
  assert.deepEqual([await stateOf(desk, order), (await read(desk, order)).trouble], ['running', null]);
});

test('a change in one part of an order does not clear the warning about another part', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  await goLive(site);
  const order = await booked(desk, { unit: 'issue-sponsorship', startsOn: '2026-10-01' });
  await addSupplier(deps, dana, supplierRow(order.reference));
  site.pass(25 * DAY);
  await keep(desk);
  assert.deepEqual([await stateOf(desk, order), (await read(desk, order)).trouble], ['running', null]);
  site.pass(61);
  for (const kind of ['homepage-band', 'in-article']) await withdraw(desk, order, kind);
  const both = (await read(desk, order)).trouble ?? '';
  assert.match(both, /Homepage band .*no creative is accepted/);
  assert.match(both, /In-article ad .*no creative is accepted/);
  await replace(desk, order, 'in-article');
  site.pass(61);
  await keep(desk);
  const one = (await read(desk, order)).trouble ?? '';
  assert.match(one, /Homepage band/);
  assert.doesNotMatch(one, /In-article/);
  site.pass(5 * DAY); // 2026-10-06, the day of its send
  await keep(desk);
  await recordSend(deps, dana, siteSnapshot().publication, {
    day: '2026-10-06',
    sentAt: '2026-10-06T12:00:00.000Z',
    note: '',
  });
  await keep(desk);
  assert.match((await read(desk, order)).trouble ?? '', /Homepage band/);
  assert.match(await board(desk), /warning<\/span> Homepage band/);
  assert.equal(await countMail(desk, 'ad.not_started.desk'), 2, 'one email for each part');
  await replace(desk, order, 'homepage-band');
  await keep(desk);
  assert.equal((await read(desk, order)).trouble, null);
});

test('when a creative is withdrawn before the start, the board warns at once and the ad desk gets one email with the booked days', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const order = await booked(desk, { unit: 'issue-sponsorship', startsOn: '2026-10-01' });
  await withdraw(desk, order, 'homepage-band');
  assert.match(await board(desk), /Homepage band \(2026-10-01 to 2026-12-31\): no creative is accepted/);
  assert.equal(await countMail(desk, 'ad.not_started.desk'), 0, 'the first day has not come');
  site.pass(25 * DAY);
  for (let days = 0; days < 7; days++) {
    await keep(desk);
    await keep(desk);
    site.pass(DAY);
  }
  const { adDesk } = site.publication;
  const letters = (await mailsOf(desk, 'ad.not_started.desk')).filter((text) => text.startsWith('Homepage band'));
  assert.equal(letters.length, 1, `one email to ${adDesk}`);
  assert.match(letters[0] ?? '', /Homepage band \(2026-10-01 to 2026-12-31\)/);
});

test('the database refuses to alter or remove the record of a send', async (t) => {
  const desk = await openDesk(t);
  const { deps } = desk.site;
  await booked(desk, { unit: 'field-brief', startsOn: '2026-10-06' });
  desk.site.pass(30 * DAY);
  await recordSend(deps, desk.dana, siteSnapshot().publication, {
    day: '2026-10-06',
    sentAt: '2026-10-06T12:00:00.000Z',
    note: '',
  });
  const changes = [sql`update field_brief_send set sent_at = ''`, sql`delete from field_brief_send`];
  for (const change of changes)
    await assert.rejects(
      deps.db.write((tx) => change.execute(tx)),
      /append-only/,
    );
});

async function withdraw({ site, dana }: Desk, { id }: Order, kind: string): Promise<void> {
  const { deps } = site;
  const found = (await listCreatives(deps.db.read, id)).find((one) => one.kind === kind && one.state === 'accepted');
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: id,
    creativeId: found?.id ?? '',
    reason: 'A wrong claim.',
  });
}

async function replace({ site, dana, catalog }: Desk, { id }: Order, kind: string): Promise<void> {
  const { deps } = site;
  const words = { kind, url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  await receiveCreative(deps, dana, siteSnapshot().publication, {
    catalog,
    orderId: id,
    words,
    file: await picture(catalog, kind),
  });
  await acceptReplacement(deps, dana, siteSnapshot().publication, { orderId: id, ticked: ALL_TICKED });
}

function read({ site }: Desk, { id }: Order): Promise<Order> {
  return getOrder(site.deps.db.read, id);
}

async function stateOf(desk: Desk, order: Order): Promise<string> {
  return (await read(desk, order)).state;
}

async function runOf({ site }: Desk, { id }: Order, place: string) {
  return (await listRuns(site.deps.db.read, id)).find((run) => run.place === place);
}

async function outcomeOf(desk: Desk, order: Order): Promise<string> {
  const { deps, publication } = desk.site;
  const { parts } = await readProof(deps.db.read, publication, await read(desk, order), now(deps));
  return parts.map(({ outcome }) => outcome).join();
}

async function board(desk: Desk): Promise<string> {
  return (await desk.site.fetch('/newsroom/ads', { headers: { Cookie: (await signedIn(desk)).cookie } })).text();
}

async function mailsOf({ site }: Desk, about: string): Promise<string[]> {
  const rows = await site.deps.db.read.selectFrom('outbox').select('text').where('about', '=', about).execute();
  return rows.map(({ text }) => text ?? '');
}

async function mailOf(desk: Desk, about: string): Promise<string> {
  const [text = ''] = await mailsOf(desk, about);
  return text;
}

async function countMail(desk: Desk, about: string): Promise<number> {
  return (await mailsOf(desk, about)).length;
}
