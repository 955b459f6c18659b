import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bookOrder } from '#ads/orders/book-order.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { orderUrl, readOrderLink } from '#ads/orders/order-links.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { sendDueReminders } from '#ads/orders/reminders.ts';
import { readProof } from '#ads/runs/proof.ts';
import { approveBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { now } from '#runtime/deps.ts';
import { accepted, DAY, keep, openDesk, signedIn, WORDS } from '../../support/ads/ad-desk.ts';
import { BRIEF_SETTINGS, composed, publishStories, siteOf } from '../../support/brief/briefs.ts';
import { AT_ONCE, addReaders, sendRound, stateOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { form } from '../../support/site.ts';

// A sold Field Brief that nobody got: the mail server refuses every email of it. What advertiser and ad desk then read.

const SOLD = '2026-09-22';
const mail = await openMailServer(
  { after },
  {
    onRcptTo: (_, __, done) => done(Object.assign(new Error('5.7.1 not authorized'), { responseCode: 550 })),
  },
);
const desk = await openDesk({ after }, { ...BRIEF_SETTINGS, ...AT_ONCE, SMTP_URL: mail.url });
const { site, dana, catalog } = desk;
const { deps } = site;
const { publication } = site;
const { id: orderId } = await accepted(desk, { unit: 'field-brief', startsOn: SOLD });
await issueInvoice(deps, dana, publication, { catalog, words: WORDS, orderId });
await bookOrder(deps, dana, publication, { orderId, onCreditBecause: 'A customer for years.' });
site.pass(14 * DAY);
await publishStories(site, 2);
await addReaders(site, 12);
const { revision } = await composed(site, dana, {}, SOLD);
await approveBrief(deps, dana, siteOf(site), { day: SOLD, revision });
const due = { wall: `${SOLD}T09:00`, zone: 'UTC' };
const plan = await scheduleBrief(deps, dana, siteOf(site), { day: SOLD, revision, due });
site.pass((Date.parse(plan.due?.at ?? '') - deps.clock()) / 1000);

const emails = (about: string) =>
  deps.db.read.selectFrom('outbox').selectAll().where('about', '=', about).orderBy('created_at').execute();
const outcome = async () => {
  const { parts } = await readProof(deps.db.read, publication, await getOrder(deps.db.read, orderId), now(deps));
  return parts.map(({ outcome }) => outcome).join();
};
const deskPage = async () =>
  (await site.fetch(`/newsroom/ads/${orderId}`, { headers: { Cookie: (await signedIn(desk)).cookie } })).text();
const ownPage = async () => {
  const link = await readOrderLink(deps, deps.db.read, orderId);
  return (await site.fetch(orderUrl('', link?.secret ?? ''))).text();
};

test('an advertiser whose brief no mail server accepted gets no email that it was sent, and the proof says so', async () => {
  await sendRound(site);
  assert.equal((await stateOf(site, SOLD)).state, 'held');
  await keep(desk);
  assert.deepEqual(await emails('ad.sent'), []);
  assert.equal(await outcome(), 'not yet');
});

test('once the day has passed both sides read that the ad did not run, and no reminder asks for the money', async () => {
  site.pass(2 * DAY);
  await keep(desk);
  await keep(desk);
  assert.equal((await getOrder(deps.db.read, orderId)).state, 'booked');
  const [email, ...more] = await emails('ad.missed');
  assert.deepEqual([email?.recipient, more], ['robin@acme.example', []]);
  assert.match(email?.text ?? '', /The Field Brief of 2026-09-22 did not go out with your ad/);
  assert.match(email?.text ?? '', /2026-09-29.*or a credit note/s);
  const [warning] = await emails('ad.not_started.desk');
  assert.match(warning?.text ?? '', /no send of the Field Brief with this ad was recorded/);
  for (const page of [await deskPage(), await ownPage()]) {
    assert.doesNotMatch(page, /starts on its first day/);
    assert.match(page, /did not (?:run|go out)/);
  }
  assert.match(await deskPage(), /Move it to 2026-09-29/);
  site.pass(40 * DAY);
  await sendDueReminders(deps, publication, [7, 21]);
  assert.deepEqual(await emails('ad.reminder'), []);
});

test('an editor moves an ad that did not run to the next free week, at no cost', async () => {
  const [, next = ''] = /name="startsOn" value="(\d{4}-\d\d-\d\d)"/.exec(await deskPage()) ?? [];
  assert.ok(next > new Date(deps.clock()).toISOString().slice(0, 10), next);
  const moved = await site.fetch(`/newsroom/ads/${orderId}/move`, form(await signedIn(desk), { startsOn: next }));
  assert.equal(moved.status, 303);
  const { state, startsOn, trouble } = await getOrder(deps.db.read, orderId);
  assert.deepEqual([state, startsOn, trouble], ['booked', next, null]);
  const runs = await deps.db.read
    .selectFrom('ad_run')
    .select(['starts_on', 'missed_at'])
    .where('order_id', '=', orderId)
    .execute();
  assert.deepEqual(
    runs.map((one) => ({ ...one })),
    [{ starts_on: next, missed_at: null }],
  );
  const slots = await deps.db.read.selectFrom('ad_slot').select('day').where('order_id', '=', orderId).execute();
  assert.deepEqual(
    slots.map(({ day }) => day),
    [next],
  );
  const [email] = await emails('ad.dates_changed');
  assert.match(email?.text ?? '', new RegExp(`did not run on 2026-09-22.* is booked for ${next}.*no extra cost`, 's'));
  assert.match(await deskPage(), /starts on its first day/);
  const again = await site.fetch(`/newsroom/ads/${orderId}/move`, form(await signedIn(desk), { startsOn: next }));
  assert.equal(again.status, 409, 'only an ad that did not run is moved');
});

test('a brief that is marked as sent although nobody got it proves nothing', async () => {
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('brief')
      .set({ state: 'sent', sent_at: plan.due?.at ?? '', problem: null })
      .where('day', '=', SOLD)
      .execute();
    const counts = JSON.stringify({ accepted: 0, refused: 12 });
    await tx
      .updateTable('brief_send')
      .set({ counts, ended_at: plan.due?.at ?? '' })
      .where('brief_day', '=', SOLD)
      .execute();
  });
  await keep(desk);
  assert.deepEqual(await emails('ad.sent'), []);
  assert.equal(await outcome(), 'not yet');
});
