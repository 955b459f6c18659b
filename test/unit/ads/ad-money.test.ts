import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditInvoice, findCreditNote, listCreditNotesOf } from '#ads/orders/credit-notes.ts';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { findInvoice, findInvoiceOf, issueInvoice, listInvoicesOf } from '#ads/orders/invoices.ts';
import type { Inquiry } from '#ads/orders/open-inquiry.ts';
import { orderUrl, readOrderLink } from '#ads/orders/order-links.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { correctPayment, recordPayment, undoPayment } from '#ads/orders/payments.ts';
import { recordRefund } from '#ads/orders/refunds.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { accepted, booked, DAY, type Desk, openDesk, signedIn, WORDS } from '../../support/ads/ad-desk.ts';
import { paperText } from '../../support/pdf-text.ts';
import { form } from '../../support/site.ts';

// Invoices, corrected payments, credit notes and refunds.

const WRITTEN = { inWriting: 'Mail of 2026-09-06', lateBecause: null };

for (const name of ['Żółć Pomiary Inżynierskie Sp. z o.o.', 'Μετρήσεις Ακριβείας Α.Ε.', 'Công ty Đo đạc Việt'])
  test(`the PDF of an invoice shows every character of the name ${name}`, async (t) => {
    const desk = await openDesk(t);
    const order = await unpaid(desk, { advertiser: name });
    const { number = '' } = (await findInvoiceOf(desk.site.deps.db.read, order.id)) ?? {};
    assert.ok(paperText(await paper(desk, `invoices/${number}`)).includes(name));
  });

test('letters that the font of PDFs lacks are on the page of the order, which the PDF names without its secret', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await unpaid(desk, { advertiser: '株式会社測量テック' });
  await creditInvoice(site.deps, dana, site.publication, { number: '2026-0001', reason: 'חברה אחרת' });
  const { secret = '' } = (await readOrderLink(site.deps, site.deps.db.read, order.id)) ?? {};
  for (const name of ['invoices/2026-0001', 'credit-notes/CN-2026-0001']) {
    const words = paperText(await paper(desk, name));
    assert.match(words, / To \[not shown\] Attn\. Robin Vance /);
    assert.ok(
      words.includes(`on the page of your order at ${site.publication.baseUrl}, whose link you have by email.`),
      words,
    );
    assert.ok(!words.includes(secret));
  }
  const page = await (await site.fetch(orderUrl('', secret))).text();
  assert.equal(page.match(/<p>To: 株式会社測量テック, Attn\. Robin Vance/g)?.length, 2, page);
  assert.match(page, /<p>The reason: חברה אחרת<\/p>/);
});

test('the date of a payment must lie between the invoice and today', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  await unpaid(desk);
  const pay = (paidOn: string) =>
    recordPayment(site.deps, dana, site.publication, { number: '2026-0001', payment: { paidOn, note: 'bank' } });
  for (const paidOn of ['1990-01-01', '2026-09-05', '2026-09-07', '9999-12-31'])
    await assert.rejects(pay(paidOn), { kind: 'validation_failed' }, paidOn);
  assert.equal((await pay('2026-09-06')).paidOn, '2026-09-06');
});

test('a payment can be corrected and undone, and the order’s history keeps the old entries', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await unpaid(desk);
  const { publication } = site;
  const payment = (paidOn: string, note = '') => ({ paidOn, note });
  await assert.rejects(
    correctPayment(site.deps, dana, publication, { number: '2026-0001', payment: payment('2026-09-06') }),
    {
      kind: 'already_done',
    },
  );
  await recordPayment(site.deps, dana, publication, { number: '2026-0001', payment: payment('2026-09-06', 'bank') });
  site.pass(3 * DAY);
  await assert.rejects(
    correctPayment(site.deps, dana, publication, { number: '2026-0001', payment: payment('1990-01-01') }),
    {
      kind: 'validation_failed',
    },
  );
  await correctPayment(site.deps, dana, publication, { number: '2026-0001', payment: payment('2026-09-08', 'cheque') });
  await undoPayment(site.deps, dana, '2026-0001', 'It was for another invoice.');
  assert.equal((await findInvoice(site.deps.db.read, '2026-0001')).paidOn, null);
  await recordPayment(site.deps, dana, publication, { number: '2026-0001', payment: payment('2026-09-09') });
  const page = await orderPage(desk, order);
  for (const told of [
    /paid 2026-09-06, bank, by Dana Whitfield/,
    /It was for another invoice/,
    /paid 2026-09-08, cheque/,
  ])
    assert.match(page, told);
});

test('cancelling an invoiced order creates a numbered credit note, and the email says whether a refund is due', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const open = await unpaid(desk);
  const paid = await booked(desk, { advertiser: 'Paid', unit: 'in-article' });
  const never = await accepted(desk, { advertiser: 'Never', unit: 'field-brief', startsOn: '2026-10-06' });
  for (const { id } of [open, paid, never])
    await cancelOrder(deps, dana, siteSnapshot().publication, { orderId: id, ...WRITTEN });
  assert.deepEqual(
    (await Promise.all([open, paid, never].map((order) => listCreditNotesOf(deps.db.read, order)))).map((notes) =>
      notes.map(({ number, invoice, refundCents }) => [number, invoice, refundCents]),
    ),
    [[['CN-2026-0001', '2026-0001', 0]], [['CN-2026-0002', '2026-0002', 180000]], []],
  );
  const told = await emails(desk, 'ad.cancelled');
  const about = (unit: string) => told.find((text) => text.includes(`, ${unit}, `)) ?? '';
  assert.match(
    about('Homepage band'),
    /reverses invoice 2026-0001 of \$2,500\.00 in full\. The invoice was not paid, and you owe nothing/,
  );
  assert.match(about('In-article ad'), /You paid the invoice, so we owe you \$1,800\.00\./);
  assert.match(about('Field Brief'), /The order has no open invoice: you owe nothing/);
  await assert.rejects(
    recordPayment(deps, dana, siteSnapshot().publication, {
      number: '2026-0001',
      payment: { paidOn: '2026-09-06', note: '' },
    }),
    /Credit note CN-2026-0001 reverses invoice 2026-0001/,
  );
  const words = paperText(await paper(desk, 'credit-notes/CN-2026-0002'));
  for (const said of ['Credit note CN-2026-0002', 'reverses invoice 2026-0002', '-$1,800.00', 'Paid'])
    assert.ok(words.includes(said), `${said} is not in ${words}`);
});

test('a refund is recorded once, with a date between the credit note and today', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await booked(desk);
  await cancelOrder(deps, dana, siteSnapshot().publication, { orderId: order.id, ...WRITTEN });
  assert.match(await orderPage(desk, order), /refund of \$2,500\.00 is owed/);
  const refund = (refundedOn: string) =>
    recordRefund(deps, dana, siteSnapshot().publication, {
      number: 'CN-2026-0001',
      refund: { refundedOn, note: 'bank' },
    });
  for (const wrong of ['2026-09-05', '2026-09-07'])
    await assert.rejects(refund(wrong), { kind: 'validation_failed' }, wrong);
  assert.equal((await refund('2026-09-06')).refundedBy, 'Dana Whitfield');
  await assert.rejects(refund('2026-09-06'), { kind: 'already_done' });
  assert.match(await orderPage(desk, order), /Refunded 2026-09-06 \(bank\)/);

  const post = (act: string, fields: Record<string, string>) =>
    site.fetch(`/newsroom/ads/credit-notes/CN-2026-0001/refund/${act}`, form(dana, fields));
  assert.equal((await post('correct', { refundedOn: '2026-09-07', note: '' })).status, 422, 'a day in the future');
  assert.equal((await post('correct', { refundedOn: '2026-09-06', note: 'cheque' })).status, 303);
  assert.equal((await post('undo', { reason: '' })).status, 422);
  assert.equal((await post('undo', { reason: 'The bank sent it back.' })).status, 303);
  assert.equal((await post('undo', { reason: 'Again.' })).status, 409);
  assert.equal((await findCreditNote(deps.db.read, 'CN-2026-0001')).refundedOn, null);
  const page = await orderPage(desk, order);
  for (const told of [
    /refund of \$2,500\.00 is owed/,
    /refunded 2026-09-06, bank, by Dana Whitfield/,
    /refunded 2026-09-06, cheque/,
    /The bank sent it back/,
  ])
    assert.match(page, told);
});

test('an editor can credit a wrong invoice and invoice the order again under the next number', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const order = await unpaid(desk);
  const answer = await site.fetch('/newsroom/ads/invoices/2026-0001/credit', form(dana, { reason: 'A wrong name.' }));
  assert.equal(answer.status, 303);
  assert.equal((await getOrder(deps.db.read, order.id)).state, 'accepted');
  await assert.rejects(
    creditInvoice(deps, dana, siteSnapshot().publication, { number: '2026-0001', reason: 'Again.' }),
    {
      kind: 'already_done',
    },
  );
  const again = await issueInvoice(deps, dana, siteSnapshot().publication, {
    catalog,
    words: WORDS,
    orderId: order.id,
  });
  assert.equal(again.number, '2026-0002');
  assert.deepEqual(
    (await listInvoicesOf(deps.db.read, order.id)).map(({ number, creditedBy }) => [number, creditedBy]),
    [
      ['2026-0002', null],
      ['2026-0001', 'CN-2026-0001'],
    ],
  );
});

test('the invoice of a booked order can be credited and issued again, and the order stays booked', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  const order = await booked(desk);
  const issue = () =>
    issueInvoice(deps, dana, siteSnapshot().publication, { catalog, words: WORDS, orderId: order.id });
  await assert.rejects(issue(), /already has invoice 2026-0001/);
  await creditInvoice(deps, dana, siteSnapshot().publication, { number: '2026-0001', reason: 'A wrong name.' });
  assert.equal((await issue()).number, '2026-0002');
  assert.equal((await getOrder(deps.db.read, order.id)).state, 'booked');
});

test('credit notes created at the same time are numbered without a gap', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  for (let n = 1; n <= 4; n++) await unpaid(desk, { advertiser: `Advertiser ${n}` });
  const credits = [1, 2, 3, 4].flatMap((n) => [n, n]).map((n) => `2026-000${n}`);
  const outcomes = await Promise.allSettled(
    credits.map((number) => creditInvoice(site.deps, dana, site.publication, { number, reason: 'Wrong.' })),
  );
  const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
  assert.deepEqual(numbers.sort(), ['CN-2026-0001', 'CN-2026-0002', 'CN-2026-0003', 'CN-2026-0004']);
});

for (const [zone, hours, number, issuedOn] of [
  ['America/Chicago', 0, '2026-0001', '2026-12-31'],
  ['UTC', 0, '2027-0001', '2027-01-01'],
  ['Asia/Tokyo', -8, '2027-0001', '2027-01-01'],
] as const)
  test(`an invoice issued at the turn of the year has the date and year of the time zone ${zone}`, async (t) => {
    const desk = await openDesk(t, { PUBLICATION_TIME_ZONE: zone });
    const { site } = desk;
    const order = await accepted(desk, { startsOn: '2027-03-01' });
    const newYear = Date.parse('2027-01-01T00:30:00Z') + hours * 3_600_000;
    site.pass((newYear - site.deps.clock()) / 1000);
    const { deps } = site;
    const invoice = await issueInvoice(deps, desk.dana, siteSnapshot().publication, {
      catalog: desk.catalog,
      words: WORDS,
      orderId: order.id,
    });
    assert.deepEqual([invoice.number, invoice.document.issuedOn], [number, issuedOn]);
  });

/** An order with its invoice issued and not paid. */
async function unpaid(desk: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  const { site, dana, catalog } = desk;
  const order = await accepted(desk, over);
  await issueInvoice(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: order.id });
  return order;
}

async function orderPage(desk: Desk, { id }: Order): Promise<string> {
  const { cookie } = await signedIn(desk);
  return (await desk.site.fetch(`/newsroom/ads/${id}`, { headers: { Cookie: cookie } })).text();
}

async function paper({ site, dana }: Desk, name: string): Promise<Uint8Array> {
  const answer = await site.fetch(`/newsroom/ads/${name}.pdf`, { headers: { Cookie: dana.cookie } });
  assert.equal(answer.status, 200);
  return answer.bytes();
}

async function emails({ site }: Desk, about: string): Promise<string[]> {
  const rows = await site.deps.db.read
    .selectFrom('outbox')
    .select('text')
    .where('about', '=', about)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ text }) => text ?? '');
}
