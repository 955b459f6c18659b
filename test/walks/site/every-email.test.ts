import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
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
import { openBrief } from '#brief/issues/compose.ts';
import { emailAlreadySubscribed, emailSubscriberLink } from '#brief/subscribers/emails.ts';
import { CLI } from '#core/actor.ts';
import { requestChanges } from '#editorial/review/review.ts';
import { emailTurns } from '#editorial/turns/email-turns.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { emailLink, notify } from '#people/emails.ts';
import { EMAIL_KINDS } from '#runtime/mail/email-kinds.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { BRIEF_DAY, BRIEF_SETTINGS } from '../../brief/briefs.ts';
import { openSending } from '../../brief/faulty-mail-server.ts';
import { subscribe, subscriberOf } from '../../brief/readers.ts';
import { sendRound } from '../../brief/sends.ts';
import { openReceivers } from '../../integrations/receivers.ts';
import { addHook, publishSome, sendAll, senderOf } from '../../integrations/webhook-site.ts';
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
} from '../../support/ad-desk.ts';
import { goLive } from '../../support/live.ts';
import { paperText } from '../../support/pdf-text.ts';
import { HOURS, plan, rounds } from '../../support/scheduled.ts';
import { copy, form, fromPage, openSite, type TestSite } from '../../support/site.ts';

// After a change of the name no kind of email and no document has the old one. A kind of email that nothing here sends fails the test.

const OLD = 'Oldmast Weekly';
const NEW = 'The Site Diary';
const SETTINGS = { ...BRIEF_SETTINGS, PUBLICATION_NAME: OLD, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'off' };

/** Every kind of email that a site queued after its change of the name, with the texts. */
const queued = new Map<string, string[]>();

/** A site that showed its old name, and has another now. */
async function openRenamed(t: TestContext, settings: Record<string, string> = {}): Promise<TestSite> {
  const site = await openSite(t, { ...SETTINGS, ...settings });
  for (const path of ['/', '/about', '/brief', '/advertise'])
    assert.match(await (await site.fetch(path)).text(), /Oldmast/, path);
  await rename(site);
  return site;
}

async function rename(site: TestSite): Promise<void> {
  await saveSiteSettings(site.deps, CLI, { name: NEW });
  assert.match(await (await site.fetch('/')).text(), /The Site Diary/);
  await site.deps.db.write((tx) => tx.deleteFrom('outbox').execute());
}

async function collect({ deps }: TestSite): Promise<void> {
  const rows = await deps.db.read.selectFrom('outbox').selectAll().execute();
  for (const { about, subject, text, html } of rows) {
    const kind = about.replace(/\.desk$/, '');
    queued.set(kind, [...(queued.get(kind) ?? []), `${subject}\n${text}\n${html ?? ''}`]);
  }
}

test('emails about accounts and to people of the newsroom have the new name', async (t) => {
  const site = await openRenamed(t);
  const { deps, config } = site;
  const chief = await site.person('chief', 'Ruth Okafor');
  const editor = await site.person('editor', 'Dana Whitfield');
  await site.fetch(
    '/newsroom/masthead/invitations',
    form(chief, { email: 'new@magazine.example', name: 'New', role: 'editor' }),
  );
  await site.fetch('/newsroom/reset', form({ cookie: '' }, { email: chief.email }));
  await deps.db.write(async (tx) => {
    for (const kind of ['welcome', 'address'] as const)
      await emailLink(deps, tx, {
        kind,
        to: 'somebody@magazine.example',
        secret: 'secret',
        letterhead: config.publication,
      });
    for (const notice of [
      ...(['password.changed', 'password.given', 'address.asked', 'address.changed', 'factor.added'] as const),
      ...(['factor.removed', 'factor.cleared', 'factor.tried', 'codes.renewed'] as const),
    ])
      await notify(deps, tx, editor.id, notice);
  });
  await site.fetch('/newsroom/profile/emails', form(editor, { emails: 'at_once' }));
  const asked = await createDraft(deps, editor, copy({ slug: 'asked' }));
  await requestChanges(deps, chief, { id: asked.id, revision: 0, note: 'Name the source.' });
  await emailTurns(deps, config.publication);

  const { id } = await createDraft(deps, CLI, copy());
  assert.equal((await plan(site, editor, id, {})).status, 303);
  await saveRevision(deps, CLI, id, { ...copy({ slug: 'elsewhere' }), baseRevision: 0 });
  await goLive(site, { headline: 'Was there first' });
  site.pass(3 * HOURS);
  await rounds(site);

  await addHook(site, 'https://gone.example.org/hook');
  await publishSome(site, 1, 'told');
  const { rehearsal } = await openReceivers(t, { 'gone.example.org': () => 410 });
  await sendAll(senderOf(site, { rehearsal }));
  await collect(site);
});

test('emails of the Field Brief have the new name', async (t) => {
  const site = await openRenamed(t);
  const { deps, config } = site;
  const chief = await site.person('chief', 'Ruth Okafor');
  await subscribe(site, 'reader@magazine.example');
  const { row } = await subscriberOf(site, 'reader@magazine.example');
  const reader = { id: row.id, address: 'reader@magazine.example' };
  await deps.db.write(async (tx) => {
    await emailSubscriberLink(deps, tx, config.publication, { ...reader, act: 'erase' });
    await emailAlreadySubscribed(deps, tx, config.publication, reader);
  });
  await goLive(site, { slug: 'in-the-brief' });
  await openBrief(deps, CLI, BRIEF_DAY);
  const tested = await site.fetch(
    `/newsroom/briefs/${BRIEF_DAY}/test`,
    form(chief, { revision: '0', [`tester-${chief.id}`]: 'on' }),
  );
  assert.equal(tested.status, 303, await tested.text());
  await collect(site);

  const first = new Set<string>();
  const sending = await openSending(t, 45, (to) => {
    if (first.size === 0) first.add(to);
    return first.has(to) ? null : { code: 554, message: '5.7.1 spam' };
  });
  await rename(sending.site);
  await sendRound(sending.site);
  await collect(sending.site);
  assert.ok(sending.bodies.length > 0);
  for (const body of sending.bodies) assert.match(body.replaceAll('=\n', ''), /The Site Diary/);
});

test('emails about orders of ads, invoices, credit notes, insertion orders and proofs have the new name', async (t) => {
  const site = await openRenamed(t);
  const desk = await deskOf(site);
  const { deps, config } = site;
  const { dana, catalog } = desk;
  const shown = config.publication;
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
  await holdDays(deps, dana, shown, order.id, '2026-09-13');
  await releaseHold(deps, dana, shown, order.id);
  await changeDates(deps, dana, shown, order.id, '2026-10-12');
  await acceptOrder(deps, dana, shown, catalog, order.id, ALL_TICKED);
  const offer = () => makeInsertionOrder(deps, dana, shown, catalog, WORDS, order.id, 200_000);
  const first = await offer();
  await withdrawInsertionOrder(deps, dana, shown, first.number, 'A wrong rate.');
  const { number: agreed } = await offer();
  await site.fetch(`/advertise/insertion-orders/${secretOf(deps, agreed)}`);
  const { pdfHash } = await findInsertionOrder(deps.db.read, agreed);
  await acceptInsertionOrder(deps, shown, secretOf(deps, agreed), { name: 'Robin Vance', pdf: pdfHash ?? '' });
  const { number } = await issueInvoice(deps, dana, shown, catalog, { ...config.invoice, taxRate: 0 }, order.id);
  await recordPayment(deps, dana, shown, number, { paidOn: '2026-09-06', note: 'bank transfer' });
  await book(desk, dana, order);
  site.pass(36 * DAY);
  await keep(desk);
  site.pass(28 * DAY);
  await keep(desk);
  const proved = await site.fetch(`/newsroom/ads/${order.id}/proofs`, form(await signedIn(desk), {}));
  assert.equal(proved.status, 303, await proved.text());
  await closeOrder(deps, dana, shown, order.id);
  const renewed = await site.fetch(
    `/newsroom/ads/${order.id}/renew`,
    form(await signedIn(desk), { startsOn: '2027-05-03' }),
  );
  assert.equal(renewed.status, 303, await renewed.text());
  await emailDocument(deps, dana, shown, order.id, `invoice ${number}`);
  const { number: credit } = await creditInvoice(deps, dana, shown, number, 'The agreed rate was lower.');
  const { id: proof } = await deps.db.read.selectFrom('proof').select('id').executeTakeFirstOrThrow();

  const papers = [
    `/newsroom/ads/invoices/${number}.pdf`,
    `/newsroom/ads/credit-notes/${credit}.pdf`,
    `/newsroom/ads/${order.id}/proofs/${proof}.pdf`,
    `/newsroom/ads/insertion-orders/${agreed}.pdf`,
  ];
  for (const path of papers) {
    const paper = await read(path);
    assert.ok(paper.includes(NEW) && !paper.includes('Oldmast'), `${path}: ${paper.slice(0, 400)}`);
  }
  await runOthers(desk);
  await collect(site);
});

/** Orders that end early. */
async function endInquiries(desk: Desk): Promise<void> {
  const { site, dana, catalog } = desk;
  const { deps, config } = site;
  const shown = config.publication;
  const wrong = await opened(desk, { advertiser: 'Wrong file' });
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A layout robot.', copy: '' };
  await receiveCreative(deps, dana, shown, catalog, wrong.id, words, await picture(catalog, 'directory-logo'));
  const [refused] = await listCreatives(deps.db.read, wrong.id);
  await emailRefusal(deps, dana, shown, catalog, wrong.id, refused?.id ?? '');
  const declined = await withCreatives(desk, { advertiser: 'Declined', startsOn: '2027-01-04' });
  await refuseOrder(deps, dana, shown, declined.id, 'It looks like an article.');
  const cancelled = await opened(desk, { advertiser: 'Cancelled', startsOn: '2027-02-01' });
  await cancelOrder(deps, dana, shown, cancelled.id, { inWriting: 'Letter of today.', lateBecause: null });
  const dropped = await opened(desk, { advertiser: 'Dropped', startsOn: '2027-03-01' });
  await cancelOrder(deps, dana, shown, dropped.id, { inWriting: 'No room.', lateBecause: null, by: 'publisher' });
}

/** Orders of the other units: a warning, a replaced file, a send, a program, an overdue invoice. The clock is in November. */
async function runOthers(desk: Desk): Promise<void> {
  const { site, dana, catalog } = desk;
  const { deps, config } = site;
  const shown = config.publication;
  const later = { startsOn: '2026-12-07' };
  const replaced = await booked(desk, { ...later, unit: 'in-article', advertiser: 'Replaced' });
  const [creative] = await listCreatives(deps.db.read, replaced.id);
  await withdrawCreative(deps, dana, shown, replaced.id, creative?.id ?? '', 'A wrong claim.');
  const words = { kind: 'in-article', url: 'https://acme.example/', alt: 'A layout robot on a slab.', copy: '' };
  await receiveCreative(
    deps,
    dana,
    shown,
    catalog,
    replaced.id,
    words,
    await picture(catalog, 'in-article', '#335577'),
  );
  await acceptReplacement(deps, dana, shown, replaced.id, ALL_TICKED);
  await booked(desk, { ...later, unit: 'directory-listing', advertiser: 'No row' });
  await booked(desk, { unit: 'field-brief', advertiser: 'In the brief', startsOn: '2026-12-08' });
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 350_050 };
  const program = { ...later, unit: 'custom-programs', endsOn: '2026-12-20', advertiser: 'Program' };
  await booked(desk, { ...program, insertionOrder });
  const unpaid = await accepted(desk, { startsOn: '2027-04-05', advertiser: 'Unpaid' });
  const { number } = await issueInvoice(deps, dana, shown, catalog, { ...config.invoice, dueDays: 7 }, unpaid.id);
  site.pass(34 * DAY);
  await keep(desk);
  const day = new Date(deps.clock()).toISOString().slice(0, 10);
  assert.ok(day >= '2026-12-08', day);
  await recordSend(deps, dana, shown, '2026-12-08', '2026-12-08T12:00:00.000Z', 'By the list server.');
  await sendReminder(deps, dana, shown, number);
}

test('every kind of email was sent, and none has the old name', (t) => {
  assert.deepEqual(
    EMAIL_KINDS.filter((kind) => !queued.has(kind)),
    [],
    'these kinds are not sent here: add an act that sends them',
  );
  const named: string[] = [];
  for (const [kind, texts] of queued)
    for (const text of texts) {
      assert.doesNotMatch(text, /Oldmast/, kind);
      if (text.includes(NEW)) named.push(kind);
    }
  t.diagnostic(`${queued.size} kinds of email; ${new Set(named).size} name the site`);
});
