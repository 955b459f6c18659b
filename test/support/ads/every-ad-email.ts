import assert from 'node:assert/strict';
import { receiveCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { acceptInsertionOrder } from '#ads/orders/accept-insertion-order.ts';
import { changeDates } from '#ads/orders/correct-order.ts';
import { creditInvoice } from '#ads/orders/credit-notes.ts';
import { acceptOrder, refuseOrder } from '#ads/orders/decide-order.ts';
import { emailDocument } from '#ads/orders/email-document.ts';
import { emailRefusal } from '#ads/orders/emails.ts';
import { cancelOrder, closeOrder } from '#ads/orders/end-order.ts';
import { holdDays, releaseHold } from '#ads/orders/holds.ts';
import {
  findInsertionOrder,
  makeInsertionOrder,
  secretOf,
  withdrawInsertionOrder,
} from '#ads/orders/insertion-orders.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { recordPayment } from '#ads/orders/payments.ts';
import { sendReminder } from '#ads/orders/reminders.ts';
import { shareOrder } from '#ads/orders/share-order.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { goLive } from '../live.ts';
import type { Renamed } from '../part.ts';
import { paperText } from '../pdf-text.ts';
import { form, fromPage, type TestSite } from '../site.ts';
import {
  ALL_TICKED,
  accepted,
  book,
  booked,
  DAY,
  type Desk,
  deskOf,
  keep,
  opened,
  picture,
  signedIn,
  WORDS,
  withCreatives,
} from './ad-desk.ts';

/** Sends every kind of email about an ad order. Reads invoices, credit notes, insertion orders and proofs, which have the new name. */
export async function sendAdEmails(site: TestSite, name: Renamed): Promise<void> {
  const desk = await deskOf(site);
  const { deps, config } = site;
  const { dana, catalog } = desk;
  const shown = siteSnapshot().publication;
  const read = async (path: string) => {
    const answer = await site.fetch(path, { headers: fromPage(await signedIn(desk)) });
    assert.equal(answer.status, 200, path);
    return paperText(new Uint8Array(await answer.arrayBuffer()));
  };
  await goLive(site, { slug: 'carries-the-ad' });
  await endInquiries(desk);

  // One order from its inquiry to its credit note.
  const order = await withCreatives(desk);
  await shareOrder(deps, dana, shown, order.id);
  await holdDays(deps, dana, shown, { orderId: order.id, until: '2026-09-13' });
  await releaseHold(deps, dana, shown, order.id);
  await changeDates(deps, dana, shown, { orderId: order.id, startsOn: '2026-10-12' });
  await acceptOrder(deps, dana, shown, { catalog, orderId: order.id, ticked: ALL_TICKED });
  const offer = () =>
    makeInsertionOrder(deps, dana, shown, { catalog, words: WORDS, orderId: order.id, cents: 200_000 });
  const first = await offer();
  await withdrawInsertionOrder(deps, dana, shown, { number: first.number, reason: 'A wrong rate.' });
  const { number: agreed } = await offer();
  await site.fetch(`/advertise/insertion-orders/${secretOf(deps, agreed)}`);
  const { pdfHash } = await findInsertionOrder(deps.db.read, agreed);
  await acceptInsertionOrder(deps, shown, secretOf(deps, agreed), { name: 'Robin Vance', pdf: pdfHash ?? '' });
  const { number } = await issueInvoice(deps, dana, shown, {
    catalog,
    words: { ...config.invoice, taxRate: 0 },
    orderId: order.id,
  });
  await recordPayment(deps, dana, shown, { number, payment: { paidOn: '2026-09-06', note: 'bank transfer' } });
  await book(desk, dana, order);
  site.pass(36 * DAY);
  await keep(desk);
  site.pass(28 * DAY);
  await keep(desk);
  await closeOrder(deps, dana, shown, order.id);
  const renewed = await site.fetch(
    `/newsroom/ads/${order.id}/renew`,
    form(await signedIn(desk), { startsOn: '2027-05-03' }),
  );
  assert.equal(renewed.status, 303, await renewed.text());
  await emailDocument(deps, dana, shown, { orderId: order.id, document: `invoice ${number}` });
  const { number: credit } = await creditInvoice(deps, dana, shown, { number, reason: 'The agreed rate was lower.' });

  const papers = [
    `/newsroom/ads/invoices/${number}.pdf`,
    `/newsroom/ads/credit-notes/${credit}.pdf`,
    `/newsroom/ads/${order.id}/proof.pdf`,
    `/newsroom/ads/insertion-orders/${agreed}.pdf`,
  ];
  for (const path of papers) {
    const paper = await read(path);
    assert.ok(paper.includes(name.now) && !paper.includes(name.before), `${path}: ${paper.slice(0, 400)}`);
  }
  await runOthers(desk);
}

/** Orders that end early. */
async function endInquiries(desk: Desk): Promise<void> {
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const shown = siteSnapshot().publication;
  const wrong = await opened(desk, { advertiser: 'Wrong file' });
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A layout robot.', copy: '' };
  await receiveCreative(deps, dana, shown, {
    catalog,
    orderId: wrong.id,
    words,
    file: await picture(catalog, 'directory-logo'),
  });
  const [refused] = await listCreatives(deps.db.read, wrong.id);
  await emailRefusal(deps, dana, shown, { catalog, orderId: wrong.id, creativeId: refused?.id ?? '' });
  const declined = await withCreatives(desk, { advertiser: 'Declined', startsOn: '2027-01-04' });
  await refuseOrder(deps, dana, shown, { orderId: declined.id, reason: 'It looks like an article.' });
  const cancelled = await opened(desk, { advertiser: 'Cancelled', startsOn: '2027-02-01' });
  await cancelOrder(deps, dana, shown, { orderId: cancelled.id, inWriting: 'Letter of today.', lateBecause: null });
  const dropped = await opened(desk, { advertiser: 'Dropped', startsOn: '2027-03-01' });
  await cancelOrder(deps, dana, shown, {
    orderId: dropped.id,
    inWriting: 'No room.',
    lateBecause: null,
    by: 'publisher',
  });
}

/** Orders of the other units: a warning, a replaced file, a send, a program, an overdue invoice. The clock is in November. */
async function runOthers(desk: Desk): Promise<void> {
  const { site, dana, catalog } = desk;
  const { deps, config } = site;
  const shown = siteSnapshot().publication;
  const later = { startsOn: '2026-12-07' };
  const replaced = await booked(desk, { ...later, unit: 'in-article', advertiser: 'Replaced' });
  const [creative] = await listCreatives(deps.db.read, replaced.id);
  await withdrawCreative(deps, dana, shown, {
    orderId: replaced.id,
    creativeId: creative?.id ?? '',
    reason: 'A wrong claim.',
  });
  const words = { kind: 'in-article', url: 'https://acme.example/', alt: 'A layout robot on a slab.', copy: '' };
  await receiveCreative(deps, dana, shown, {
    catalog,
    orderId: replaced.id,
    words,
    file: await picture(catalog, 'in-article', '#335577'),
  });
  await acceptReplacement(deps, dana, shown, { orderId: replaced.id, ticked: ALL_TICKED });
  await booked(desk, { ...later, unit: 'directory-listing', advertiser: 'No row' });
  await booked(desk, { unit: 'field-brief', advertiser: 'In the brief', startsOn: '2026-12-08' });
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 350_050 };
  const program = { ...later, unit: 'custom-programs', endsOn: '2026-12-20', advertiser: 'Program' };
  await booked(desk, { ...program, insertionOrder });
  const unpaid = await accepted(desk, { startsOn: '2027-04-05', advertiser: 'Unpaid' });
  const { number } = await issueInvoice(deps, dana, shown, {
    catalog,
    words: { ...config.invoice, dueDays: 7 },
    orderId: unpaid.id,
  });
  site.pass(34 * DAY);
  await keep(desk);
  const day = new Date(deps.clock()).toISOString().slice(0, 10);
  assert.ok(day >= '2026-12-08', day);
  await recordSend(deps, dana, shown, {
    day: '2026-12-08',
    sentAt: '2026-12-08T12:00:00.000Z',
    note: 'By the list server.',
  });
  await sendReminder(deps, dana, shown, number);
}
