import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { receiveCheckedCreative } from '#ads/creatives/receive-creative.ts';
import { acceptReplacement, listCreatives, withdrawCreative } from '#ads/creatives/stored-creatives.ts';
import { proofPdf } from '#ads/documents/proof-pdf.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { readProof } from '#ads/runs/proof.ts';
import { readSiteDeliveries, recordSend } from '#ads/runs/sends.ts';
import { approveBrief, scheduleBrief, takeBackBriefApproval } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { Failure } from '#core/failure.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import {
  ALL_TICKED,
  book,
  booked,
  DAY,
  invoiced,
  keep,
  openDesk,
  picture,
  signedIn,
} from '../../support/ads/ad-desk.ts';
import { checkOnce, creativeOf } from '../../support/ads/creatives.ts';
import { BRIEF_SETTINGS, composed, publishStories, saved, siteOf } from '../../support/brief/briefs.ts';
import { AT_ONCE, addReaders, sendRound, stateOf, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { paperText } from '../../support/pdf-text.ts';

// A sold brief that this site sends: the ad desk follows it, and nobody types in what was sent. The time is 20:00 in Los
// Angeles on Tuesday, which is Wednesday by UTC.

const SOLD = '2026-10-06';
const DUE = { wall: `${SOLD}T20:00`, zone: 'America/Los_Angeles' };

/** The mail server answers no recipient before this is done. */
let wait: Promise<unknown> = Promise.resolve();
const mail = await openMailServer({ after }, { onRcptTo: (_, __, done) => void wait.then(() => done(), done) });
const sending = { ...AT_ONCE, BRIEF_STOP_SECONDS: '600', SMTP_URL: mail.url };
const desk = await openDesk({ after }, { ...BRIEF_SETTINGS, ...sending });
const { site, dana } = desk;
const { deps } = site;
const order = await booked(desk, { unit: 'field-brief', startsOn: SOLD });
site.pass(29 * DAY);
const stories = await publishStories(site, 2);
await addReaders(site, 12);
const { id: orderId } = order;
const tuesdayNoon = `${SOLD}T12:00:00.000Z`;
const noteBy = () =>
  recordSend(deps, dana, siteSnapshot().publication, { day: SOLD, sentAt: tuesdayNoon, note: 'By the list server.' });
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
  assert.match(ofOrder, /The ad is in it\./);
  assert.match(
    await page('/newsroom/ads/calendar?issue=2026-Q4'),
    /<a href="\/newsroom\/briefs\/2026-10-06">No. 1<\/a> <span class="pill">draft<\/span>/,
  );
  assert.match(await page(`/newsroom/briefs/${SOLD}`), new RegExp(`href="/newsroom/ads/${orderId}"`));
  await approveBrief(deps, dana, siteOf(site), { day: SOLD, revision });
  await scheduleBrief(deps, dana, siteOf(site), { day: SOLD, revision, due: DUE });
});

test('while the site is going to send the brief, the flight is not missed and no send elsewhere is noted', async () => {
  site.pass(2 * DAY - 12 * 3600); // Wednesday, 2026-10-07 by UTC
  await keep(desk);
  assert.deepEqual(await runOf(), { started_at: null, missed_at: null });
  await assert.rejects(noteBy(), refusal(/This site sends the Field Brief of 2026-10-06 itself.*take back/));
});

test('a sponsor withdrawn in the last minute stops the send, and the brief can be changed and sent after all', async () => {
  const [old] = await listCreatives(deps.db.read, orderId);
  site.pass(3 * 3600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site, SOLD), { waiting: 12 });
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId,
    creativeId: old?.id ?? '',
    reason: 'A trademark complaint.',
  });
  site.pass(600);
  await sendRound(site);
  assert.equal(mail.mails.length, 0);
  const { state, problem } = await stateOf(site, SOLD);
  assert.equal(state, 'held');
  assert.match(
    problem ?? '',
    /none of its creatives is accepted\. Accept a creative of order \S+, then save the brief/,
  );
  await replaceCreative();
  await assert.rejects(releaseBrief(deps, dana, siteOf(site), SOLD), /1 check stops the sending/);
  await takeBackBriefApproval(deps, dana, SOLD);
  const { revision, sponsor } = await saved(site, dana, {}, SOLD);
  assert.notEqual(sponsor?.creativeId, old?.id);
  await approveBrief(deps, dana, siteOf(site), { day: SOLD, revision });
  await scheduleBrief(deps, dana, siteOf(site), { day: SOLD, revision, due: { ...DUE, wall: `${SOLD}T23:30` } });
  site.pass(3 * 3600);
  await sendRound(site);
  site.pass(600);
  await sendRound(site);
  assert.deepEqual(await statesOf(site, SOLD), { accepted: 12 });
  assert.ok(mail.mails.every(({ body }) => body.includes(sponsor?.picture ?? 'no sponsor')));
});

test('the send is the run of the ad that was in it, and its proof counts accepted emails in tens', async () => {
  const { sent_at: sentAt } = await deps.db.read.selectFrom('brief').select('sent_at').executeTakeFirstOrThrow();
  const creative = (await listCreatives(deps.db.read, orderId)).find(({ state }) => state === 'accepted');
  await withdrawCreative(deps, dana, siteSnapshot().publication, {
    orderId,
    creativeId: creative?.id ?? '',
    reason: 'Withdrawn after the send.',
  });
  for (let round = 0; round < 2; round++) await keep(desk);
  assert.deepEqual(await runOf(), { started_at: sentAt, missed_at: null });
  const { state, trouble } = await getOrder(deps.db.read, orderId);
  assert.deepEqual([state, trouble], ['ran', null]);
  const emails = await deps.db.read.selectFrom('outbox').select('text').where('about', '=', 'ad.sent').execute();
  assert.equal(emails.length, 1);
  assert.match(emails[0]?.text ?? '', /with your ad to at least 10 subscribers at 2026-10-07 .*\/brief\/2026-10-06/s);
  const order = await getOrder(deps.db.read, orderId);
  const proof = await readProof(deps.db.read, siteSnapshot().publication, order, now(deps));
  const [part] = proof.parts;
  assert.deepEqual([part?.outcome, part?.sends.length], ['sent', 1]);
  const [send] = part?.sends ?? [];
  assert.deepEqual([send?.sentAt, send?.notedBy, send?.creativeHash], [sentAt, 'The server', creative?.made?.hash]);
  assert.equal(send?.deliveries?.acceptedAtLeast, 10);
  assert.match(send?.deliveries?.htmlSha256 ?? '', /^[0-9a-f]{64}$/);
  assert.doesNotMatch(JSON.stringify(proof), /\b12\b(?!:)|reader\d|mail\d/);
  const words = paperText(await proofPdf(proof, deps.files));
  assert.match(words.replace(/\s+/g, ' '), /Mail servers accepted at least 10 emails/);
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

test('a sponsor withdrawn after the first emails stops the rest, which goes out without the ad once it is released', async () => {
  const day = '2026-10-20';
  const { id } = await booked(desk, { unit: 'field-brief', startsOn: day, advertiser: 'Withdrawn Tools' });
  const [creative] = await listCreatives(deps.db.read, id);
  const again = { stories: stories.map((articleId) => ({ articleId, sentence: '' })) };
  const { revision, sponsor } = await composed(site, dana, again, day);
  await approveBrief(deps, dana, siteOf(site), { day, revision });
  await scheduleBrief(deps, dana, siteOf(site), { day, revision, due: { wall: `${day}T08:00`, zone: 'UTC' } });
  site.pass((Date.parse(`${day}T08:00:00Z`) - deps.clock()) / 1000);
  const before = mail.mails.length;
  const withdraw = () =>
    withdrawCreative(deps, dana, siteSnapshot().publication, {
      orderId: id,
      creativeId: creative?.id ?? '',
      reason: 'A trademark complaint.',
    });
  let sendings = 0;
  const count = () => {
    if (++sendings === 4) wait = withdraw();
  };
  await sendRound(site, { stopSeconds: 0, connections: 1, count });
  await wait;
  await sendRound(site);
  const first = mail.mails.slice(before);
  assert.ok(first.length === 4 || first.length === 5, `${first.length} emails before it stopped`);
  const { state, problem } = await stateOf(site, day);
  assert.equal(state, 'held');
  assert.match(problem ?? '', /The ad of Withdrawn Tools was withdrawn [^_]*\. If you resume/);
  site.pass(60);
  await sendRound(site);
  assert.equal(mail.mails.length - before, first.length, 'a held brief sends nothing');
  await releaseBrief(deps, dana, siteOf(site), day);
  await sendRound(site);
  assert.deepEqual(await statesOf(site, day), { accepted: 12 });
  const had = mail.mails.slice(before).map(({ body }) => body.includes(sponsor?.picture ?? 'no sponsor'));
  assert.deepEqual(had, [...first.map(() => true), ...Array(12 - first.length).fill(false)]);
  const { counts } = await deps.db.read
    .selectFrom('brief_send')
    .select('counts')
    .where('brief_day', '=', day)
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(counts ?? '{}').withAd, first.length);
  assert.equal((await readSiteDeliveries(deps.db.read, day))?.acceptedAtLeast, 0);
});

async function replaceCreative(): Promise<void> {
  const words = { kind: 'field-brief', url: 'https://acme.example/new', alt: 'A robot.', copy: 'Rent another robot.' };
  const checked = await checkOnce(creativeOf('field-brief'), await picture(desk.catalog, 'field-brief', '#c2410c'));
  const { publication } = site;
  await receiveCheckedCreative(deps, dana, publication, { catalog: desk.catalog, orderId, words, checked });
  await acceptReplacement(deps, dana, publication, { orderId, ticked: ALL_TICKED });
}

async function runOf() {
  const run = await deps.db.read
    .selectFrom('ad_run')
    .select(['started_at', 'missed_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return { ...run };
}
