import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listCreatives, withdrawCreative } from '../../src/ads/creatives/stored-creatives.ts';
import { getOrder } from '../../src/ads/orders/orders.ts';
import { createProof } from '../../src/ads/runs/proofs.ts';
import { recordSend } from '../../src/ads/runs/sends.ts';
import { approveBrief, markSent, scheduleBrief } from '../../src/brief/issues/plan.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { Failure } from '../../src/core/failure.ts';
import { BRIEF_SETTINGS, composed, publishStories, siteOf } from '../brief/briefs.ts';
import { book, booked, DAY, invoiced, keep, openDesk, signedIn } from '../support/ad-desk.ts';

// A sold brief that this site sends: the ad desk follows it, and nobody types in what was sent. The time is 20:00 in Los
// Angeles on Tuesday, which is Wednesday by UTC.

const SOLD = '2026-10-06';
const DUE = { wall: `${SOLD}T20:00`, zone: 'America/Los_Angeles' };
const SENT_AT = '2026-10-07T03:00:00.000Z';

const desk = await openDesk({ after }, BRIEF_SETTINGS);
const { site, dana } = desk;
const { deps, config } = site;
const order = await booked(desk, { unit: 'field-brief', startsOn: SOLD });
site.pass(29 * DAY);
await publishStories(site);
const { id: orderId } = order;
const tuesdayNoon = `${SOLD}T12:00:00.000Z`;
const noteBy = () => recordSend(deps, dana, config.publication, SOLD, tuesdayNoon, 'By the list server.');
const refusal = (words: RegExp) => (error: unknown) =>
  error instanceof Failure && error.kind === 'already_done' && words.test(`${error.message} ${error.detail.hint}`);
const page = async (path: string) =>
  (await site.fetch(path, { headers: { Cookie: (await signedIn(desk)).cookie } })).text();

test('the page of an order and the calendar show the brief of its day, with links both ways', async () => {
  assert.match(await page(`/newsroom/ads/${orderId}`), /The brief of 6 October 2026 is not begun/);
  assert.match(await page('/newsroom/ads/calendar?issue=2026-Q4'), /<span class="hint">not begun<\/span>/);
  const { revision } = await composed(site, dana, {}, SOLD);
  const ofOrder = await page(`/newsroom/ads/${orderId}`);
  assert.match(ofOrder, /<a href="\/newsroom\/briefs\/2026-10-06">The brief of 6 October 2026, No. 1<\/a>/);
  assert.match(ofOrder, /The ad is in it, placed by itself\./);
  assert.match(
    await page('/newsroom/ads/calendar?issue=2026-Q4'),
    /<a href="\/newsroom\/briefs\/2026-10-06">No. 1<\/a> <b class="mark">draft<\/b>/,
  );
  assert.match(await page(`/newsroom/briefs/${SOLD}`), new RegExp(`href="/newsroom/ads/${orderId}"`));
  await approveBrief(deps, dana, siteOf(site), SOLD, revision);
  await scheduleBrief(deps, dana, siteOf(site), { day: SOLD, revision, due: DUE });
});

test('while the site is going to send the brief, the run is not missed and no send elsewhere is noted', async () => {
  site.pass(2 * DAY - 12 * 3600); // Wednesday, 2026-10-07 by UTC
  await keep(desk);
  assert.deepEqual(await runOf(), { started_at: null, missed_at: null });
  await assert.rejects(noteBy(), refusal(/This site sends the Field Brief of 2026-10-06 itself.*take back/));
});

test('the send of the site is the run of the ad that was in it, also when its creative was withdrawn since', async () => {
  await markSent(deps, SYSTEM, SOLD, SENT_AT);
  const [creative] = await listCreatives(deps.db.read, orderId);
  await withdrawCreative(deps, dana, config.publication, orderId, creative?.id ?? '', 'Withdrawn after the send.');
  for (let round = 0; round < 2; round++) await keep(desk);
  assert.deepEqual(await runOf(), { started_at: SENT_AT, missed_at: null });
  const { state, trouble } = await getOrder(deps.db.read, orderId);
  assert.deepEqual([state, trouble], ['ran', null]);
  const emails = await deps.db.read.selectFrom('outbox').select('text').where('about', '=', 'ad.sent').execute();
  assert.equal(emails.length, 1);
  assert.match(emails[0]?.text ?? '', /was sent with your ad at 2026-10-07 03:00 UTC.*\/brief\/2026-10-06/s);
  const { document } = await createProof(deps, dana, config.publication, orderId, {
    print: async () => new Uint8Array(),
    hasBrowser: false,
  });
  const [part] = document.parts;
  assert.deepEqual([part?.outcome, part?.sends.length], ['sent', 1]);
  const [send] = part?.sends ?? [];
  assert.deepEqual([send?.sentAt, send?.notedBy, send?.creativeHash], [SENT_AT, 'The server', creative?.made?.hash]);
  await assert.rejects(noteBy(), refusal(/This site sent the Field Brief of 2026-10-06 itself/));
});

test('a day whose brief was sent cannot be booked any more', async () => {
  const late = await invoiced(desk, { unit: 'field-brief', startsOn: '2026-10-13', advertiser: 'Late' });
  await composed(site, dana, {}, '2026-10-13');
  await deps.db.write((tx) =>
    tx.updateTable('brief').set({ state: 'sending' }).where('day', '=', '2026-10-13').execute(),
  );
  await assert.rejects(book(desk, dana, late), /The Field Brief of 2026-10-13 has been sent already/);
});

async function runOf() {
  const run = await deps.db.read
    .selectFrom('ad_run')
    .select(['started_at', 'missed_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return { ...run };
}
