import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { bookOrder } from '#ads/orders/book-order.ts';
import { acceptOrder, refuseOrder } from '#ads/orders/decide-order.ts';
import { emailRefusal } from '#ads/orders/emails.ts';
import { cancelOrder, closeOrder } from '#ads/orders/end-order.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { openInquiry } from '#ads/orders/open-inquiry.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { recordPayment } from '#ads/orders/payments.ts';
import { findRunningAd } from '#ads/runs/running-ads.ts';
import { CLI } from '#core/actor.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import {
  ALL_TICKED,
  accepted,
  booked,
  DAY,
  type Desk,
  inquiry,
  invoiced,
  keep,
  openDesk,
  opened,
  picture,
  WORDS,
  withCreatives,
} from '../../support/ads/ad-desk.ts';

const WRITTEN = { inWriting: 'Mail of 2026-09-06', lateBecause: null };

test('an order goes from inquiry to the end of its run, with a journal entry and an email for each step', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk);
  site.pass(29 * DAY); // 2026-10-05
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'running');
  site.pass(27 * DAY); // 2026-11-01, its last day
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'running');
  site.pass(DAY);
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'ran');
  await closeOrder(site.deps, dana, site.publication, order.id);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('subject_kind', '=', 'ad order')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act }) => act),
    [
      'ad.opened',
      'ad.creative_in',
      'ad.creatives_in',
      'ad.accepted',
      'ad.invoiced',
      'ad.paid',
      'ad.booked',
      'ad.started',
      'ad.running',
      'ad.ended',
      'ad.ran',
      'ad.closed',
    ],
  );
  const mails = await site.deps.db.read.selectFrom('outbox').select(['about', 'recipient']).execute();
  for (const about of ['opened', 'creative_in', 'accepted', 'invoiced', 'booked', 'running', 'ran', 'closed']) {
    assert.ok(
      mails.some((mail) => mail.about === `ad.${about}` && mail.recipient === 'robin@acme.example'),
      about,
    );
    const { adDesk } = site.publication;
    assert.ok(
      mails.some((mail) => mail.about === `ad.${about}.desk` && mail.recipient === adDesk),
      about,
    );
  }
});

test('writers and agents cannot open or change an order', async (t) => {
  const desk = await openDesk(t);
  const { site, catalog, dana } = desk;
  const { deps } = site;
  const writer = await site.person('writer');
  const agent = { kind: 'agent', id: 'a', claimId: 'c', editorId: dana.id, editorName: dana.name, scopes: [] } as const;
  const order = await withCreatives(desk);
  for (const actor of [writer, agent]) {
    const steps = [
      () => openInquiry(deps, actor, siteSnapshot().publication, { catalog, inquiry: inquiry() }),
      () => acceptOrder(deps, actor, siteSnapshot().publication, { catalog, orderId: order.id, ticked: ALL_TICKED }),
      () => refuseOrder(deps, actor, siteSnapshot().publication, { orderId: order.id, reason: 'no' }),
      () => issueInvoice(deps, actor, siteSnapshot().publication, { catalog, words: WORDS, orderId: order.id }),
      () => bookOrder(deps, actor, siteSnapshot().publication, { orderId: order.id }),
      () => cancelOrder(deps, actor, siteSnapshot().publication, { orderId: order.id, ...WRITTEN }),
      () => closeOrder(deps, actor, siteSnapshot().publication, order.id),
      () =>
        recordPayment(deps, actor, siteSnapshot().publication, {
          number: '2026-0001',
          payment: { paidOn: '2026-09-06', note: '' },
        }),
    ];
    for (const step of steps) await assert.rejects(step(), { kind: 'forbidden' });
  }
  assert.equal(await stateOf(desk, order), 'creative in');
});

test('an order is accepted only with every line of the checklist ticked, and only once', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await withCreatives(desk);
  const accept = (ticked: string[]) =>
    acceptOrder(site.deps, dana, site.publication, { catalog, orderId: order.id, ticked });
  await assert.rejects(accept(ALL_TICKED.slice(1)), /look-alike label/);
  await accept(ALL_TICKED);
  await assert.rejects(accept(ALL_TICKED), { kind: 'already_done' });
});

test('an order is opened at the list price, or at the rate of a signed insertion order', async (t) => {
  const desk = await openDesk(t);
  assert.equal((await opened(desk)).cents, 250000);
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 199999 };
  assert.equal((await opened(desk, { insertionOrder })).cents, 199999);
  const future = { insertionOrder: { ...insertionOrder, signedOn: '2026-09-07' } };
  await assert.rejects(opened(desk, future), { kind: 'validation_failed' });
  await assert.rejects(opened(desk, { unit: 'custom-programs', endsOn: '2026-12-01' }), /no list price/);
  await assert.rejects(opened(desk, { unit: 'skyscraper' }), /not on the rate card/);
});

for (const [unit, startsOn, why] of [
  ['issue-sponsorship', '2026-10-02', /quarter/],
  ['field-brief', '2026-10-07', /Tuesday/],
  ['homepage-band', '2026-09-06', /after today/],
] as const) {
  test(`${unit} cannot start on ${startsOn}`, async (t) => {
    await assert.rejects(opened(await openDesk(t), { unit, startsOn }), why);
  });
}

test('a creative with a macro in its address or its description is refused', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await opened(desk);
  const file = await picture(catalog, 'homepage-band');
  const good = { kind: 'homepage-band', url: 'https://acme.example/?ids[]=1', alt: 'A robot.', copy: '' };
  for (const wrong of [{ url: 'https://acme.example/?r=%5Btimestamp%5D' }, { alt: 'A robot for {{first_name}}' }]) {
    const words = { ...good, ...wrong };
    const taken = await receiveCreative(site.deps, dana, site.publication, { catalog, orderId: order.id, words, file });
    assert.deepEqual(
      taken.findings.map(({ code, severity }) => [code, severity]),
      [['macro', 'block']],
    );
  }
  const taken = await receiveCreative(site.deps, dana, site.publication, {
    catalog,
    orderId: order.id,
    words: good,
    file,
  });
  assert.equal(taken.state, 'in');
});

test('an invalid creative is refused, the order stays an inquiry, and the advertiser gets one email when an editor sends it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await opened(desk);
  const words = { kind: 'homepage-band', url: 'http://acme.example/', alt: 'A robot.', copy: '' };
  const file = await picture(catalog, 'in-article');
  const taken = await receiveCreative(site.deps, dana, site.publication, { catalog, orderId: order.id, words, file });
  assert.equal(taken.state, 'refused');
  assert.deepEqual(taken.findings.map(({ code }) => code).sort(), ['address', 'pixels']);
  assert.equal(await stateOf(desk, order), 'inquiry');
  assert.equal(await countMail(desk, 'ad.creative_refused'), 0, 'no email before an editor sends it');
  const { deps } = site;
  await emailRefusal(deps, dana, siteSnapshot().publication, { catalog, orderId: order.id, creativeId: taken.id });
  await assert.rejects(
    emailRefusal(deps, dana, siteSnapshot().publication, { catalog, orderId: order.id, creativeId: taken.id }),
    {
      kind: 'already_done',
    },
  );
  const mail = await site.deps.db.read
    .selectFrom('outbox')
    .select('text')
    .where('about', '=', 'ad.creative_refused')
    .executeTakeFirstOrThrow();
  assert.match(mail.text ?? '', /2880 × 480/);
});

test('invoices are numbered from 0001 without a gap, even if requests race and some fail', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const orders = [];
  for (let n = 0; n < 4; n++) orders.push(await accepted(desk, { advertiser: `Advertiser ${n}` }));
  const issue = (id: string) => issueInvoice(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: id });
  const ids = orders.flatMap(({ id }) => [id, id, id]);
  const outcomes = await Promise.allSettled(ids.map(issue));
  const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
  assert.deepEqual(numbers.sort(), ['2026-0001', '2026-0002', '2026-0003', '2026-0004']);
  site.pass(120 * DAY);
  const later = await accepted(desk, { advertiser: 'Next year', startsOn: '2027-03-01' });
  assert.equal((await issue(later.id)).number, '2027-0001');
});

test('the next invoice number follows the stored series, not the count of invoices', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  await site.deps.db.write((tx) => tx.insertInto('invoice_series').values({ year: 2026, last: 7 }).execute());
  const { id } = await accepted(desk);
  const { number } = await issueInvoice(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: id });
  assert.equal(number, '2026-0008');
});

test('an editor can cancel until 14 days before the start; after that only a chief can, with a reason', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const chief = await site.person('chief');
  const early = await booked(desk);
  const late = await booked(desk, { advertiser: 'Rival', unit: 'in-article' });
  site.pass(15 * DAY); // 2026-09-21: 14 days are left
  await cancelOrder(deps, dana, siteSnapshot().publication, { orderId: early.id, ...WRITTEN });
  site.pass(DAY);
  const because = { ...WRITTEN, lateBecause: 'The product was recalled.' };
  await assert.rejects(cancelOrder(deps, dana, siteSnapshot().publication, { orderId: late.id, ...because }), {
    kind: 'forbidden',
  });
  await assert.rejects(cancelOrder(deps, chief, siteSnapshot().publication, { orderId: late.id, ...WRITTEN }), {
    kind: 'validation_failed',
  });
  await assert.rejects(
    cancelOrder(deps, chief, siteSnapshot().publication, { orderId: late.id, ...because, inWriting: '' }),
    /in writing/,
  );
  await cancelOrder(deps, chief, siteSnapshot().publication, { orderId: late.id, ...because });
  assert.equal(await stateOf(desk, late), 'cancelled');
});

test('a run whose creative was withdrawn does not start until another creative is accepted', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const order = await booked(desk);
  const [creative] = await listCreatives(deps.db.read, order.id);
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId: order.id,
    creativeId: creative?.id ?? '',
    reason: 'A wrong claim.',
  });
  site.pass(29 * DAY);
  for (let round = 0; round < 3; round++) await keep(desk);
  assert.equal(await stateOf(desk, order), 'booked');
  assert.match((await getOrder(deps.db.read, order.id)).trouble ?? '', /no creative is accepted/);
  assert.equal(await countMail(desk, 'ad.not_started.desk'), 1, 'one email');
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  await receiveCreative(deps, dana, siteSnapshot().publication, {
    catalog,
    orderId: order.id,
    words,
    file: await picture(catalog, 'homepage-band'),
  });
  await acceptReplacement(deps, dana, siteSnapshot().publication, { orderId: order.id, ticked: ALL_TICKED });
  await keep(desk);
  assert.equal(await stateOf(desk, order), 'running');
  assert.equal((await findRunningAd(deps.db.read, 'homepage-band'))?.orderId, order.id);
});

test('a cancelled run is no longer shown', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const { deps } = site;
  const order = await booked(desk);
  site.pass(30 * DAY);
  await keep(desk);
  assert.notEqual(await findRunningAd(deps.db.read, 'homepage-band'), null);
  await cancelOrder(deps, CLI, siteSnapshot().publication, { orderId: order.id, ...WRITTEN, lateBecause: 'Recalled.' });
  assert.equal(await findRunningAd(deps.db.read, 'homepage-band'), null);
});

test('simultaneous jobs start and end a run once', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  await booked(desk);
  site.pass(29 * DAY);
  await Promise.all(Array.from({ length: 8 }, () => keep(desk)));
  site.pass(28 * DAY);
  await Promise.all(Array.from({ length: 8 }, () => keep(desk)));
  for (const act of ['ad.started', 'ad.running', 'ad.ended', 'ad.ran']) {
    const lines = await site.deps.db.read.selectFrom('journal').select('seq').where('act', '=', act).execute();
    assert.equal(lines.length, 1, act);
  }
});

test('an unpaid order can be booked on credit, and the journal keeps the reason', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await accepted(desk);
  await issueInvoice(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: order.id });
  await assert.rejects(bookOrder(site.deps, dana, site.publication, { orderId: order.id }), /is not paid/);
  await bookOrder(site.deps, dana, site.publication, { orderId: order.id, onCreditBecause: 'Thirty days are agreed.' });
  const line = await site.deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'ad.booked')
    .executeTakeFirstOrThrow();
  assert.match(line.detail ?? '', /Thirty days are agreed/);
});

test('an order cannot be booked once its first day has come', async (t) => {
  const desk = await openDesk(t);
  const order = await invoiced(desk);
  desk.site.pass(29 * DAY);
  await assert.rejects(
    bookOrder(desk.site.deps, desk.dana, desk.site.publication, { orderId: order.id }),
    /not in the future/,
  );
});

async function stateOf({ site }: Desk, { id }: Order): Promise<string> {
  return (await getOrder(site.deps.db.read, id)).state;
}

async function countMail({ site }: Desk, about: string): Promise<number> {
  const rows = await site.deps.db.read.selectFrom('outbox').select('id').where('about', '=', about).execute();
  return rows.length;
}
