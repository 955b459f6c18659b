import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditInvoice } from '#ads/orders/credit-notes.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { recordPayment } from '#ads/orders/payments.ts';
import { sendDueReminders, sendReminder } from '#ads/orders/reminders.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { accepted, DAY, type Desk, openDesk, signedIn } from '../../support/ads/ad-desk.ts';
import { form } from '../../support/site.ts';

// Overdue invoices: lists, reminders, CSV. The invoices of these tests are issued on 2026-09-06 and due on 2026-09-20.

test('an overdue invoice is reminded of on the days of the settings, each time once, until it is paid', async (t) => {
  const desk = await openDesk(t, { INVOICE_BANK: 'First Bank of Denver' });
  const { site, dana } = desk;
  const { deps, config } = site;
  const number = await invoice(desk, { startsOn: '2027-01-05' });
  const paid = await invoice(desk, { startsOn: '2027-03-05' });
  await recordPayment(deps, dana, siteSnapshot().publication, {
    number: paid,
    payment: { paidOn: '2026-09-06', note: '' },
  });
  const run = async () => {
    await Promise.all([1, 2].map(() => sendDueReminders(deps, siteSnapshot().publication, config.reminderDays)));
    return reminders(desk);
  };
  site.pass(20 * DAY); // 6 days overdue
  assert.deepEqual(await run(), []);
  site.pass(DAY);
  assert.deepEqual(await run(), [number], 'two processes at the same time send one');
  site.pass(13 * DAY);
  assert.deepEqual(await run(), [number]);
  site.pass(DAY);
  assert.deepEqual(await run(), [number, number]);
  site.pass(90 * DAY);
  assert.deepEqual(await run(), [number, number], 'there is no third one');
  await sendReminder(deps, dana, siteSnapshot().publication, number);
  await assert.rejects(
    sendReminder(deps, dana, siteSnapshot().publication, number),
    /got a reminder of invoice .* today/,
  );
  await assert.rejects(sendReminder(deps, dana, siteSnapshot().publication, paid), /is paid since 2026-09-06/);
  const { text, attachment } = await deps.db.read
    .selectFrom('outbox')
    .select(['text', 'attachment'])
    .where('about', '=', 'ad.reminder')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  assert.match(text ?? '', /was due on 2026-09-20, 7 days ago.*First Bank of Denver.*ignore this email/s);
  assert.equal(attachment, `invoice ${number}`);
});

test('an editor who reminds early does not make the reminder of the settings come the next day', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps, config } = site;
  await invoice(desk);
  await assert.rejects(
    sendReminder(deps, dana, siteSnapshot().publication, '2026-0001'),
    /not overdue: it is due on 2026-09-20/,
  );
  site.pass(20 * DAY);
  await sendReminder(deps, dana, siteSnapshot().publication, '2026-0001');
  for (const [days, expected] of [
    [2, 1],
    [13, 2],
    [90, 2],
  ] as const) {
    site.pass(days * DAY);
    await sendDueReminders(deps, siteSnapshot().publication, config.reminderDays);
    assert.equal((await reminders(desk)).length, expected, `${days} days later`);
  }
});

test('the lists and the CSV show what is open, overdue and to be refunded', async (t) => {
  const desk = await openDesk(t, { INVOICE_TAX_RATE: '10' });
  const { site, dana } = desk;
  await invoice(desk, { advertiser: '=HYPERLINK("x")' });
  await invoice(desk, { advertiser: 'Paid back', unit: 'in-article' });
  await recordPayment(site.deps, dana, site.publication, {
    number: '2026-0002',
    payment: {
      paidOn: '2026-09-06',
      note: 'bank, "A"',
    },
  });
  await creditInvoice(site.deps, dana, site.publication, { number: '2026-0002', reason: 'Wrong.' });
  site.pass(17 * DAY);
  const { cookie } = await signedIn(desk);
  const read = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();
  const overdue = await read('/newsroom/ads/invoices?show=overdue');
  for (const told of [
    /Not paid<\/dt><dd>\$2,750\.00, 1 invoice</,
    /3 days overdue/,
    /owed<\/dt><dd>\$1,980\.00, 1 credit note</,
  ])
    assert.match(overdue, told);
  assert.match(await read('/newsroom/ads/invoices?show=refunds'), /CN-2026-0001/);
  assert.match(await read('/newsroom/ads'), /1 invoice is overdue/);
  const csv = (await read('/newsroom/ads/invoices.csv'))
    .split('\r\n')
    .map((line) => line.replaceAll(/[0-9A-F]{8}(?=,)/g, 'REF'));
  assert.deepEqual(csv.slice(1), [
    `invoice,2026-0001,2026-09-06,2026-09-20,"'=HYPERLINK(""x"")",REF,,USD,2500.00,250.00,2750.00,,,,,,,,2750.00,3,0`,
    'invoice,2026-0002,2026-09-06,2026-09-20,Paid back,REF,,USD,1800.00,180.00,1980.00,2026-09-06,"bank, ""A""",,CN-2026-0001,,,,0.00,,0',
    'credit note,CN-2026-0001,2026-09-06,,Paid back,REF,,USD,-1800.00,-180.00,-1980.00,,,2026-0002,,1980.00,,,-1980.00,,',
    '',
  ]);
  const writer = await site.person('writer');
  assert.equal((await site.fetch('/newsroom/ads/invoices.csv', { headers: { Cookie: writer.cookie } })).status, 403);
  const remind = () => site.fetch('/newsroom/ads/invoices/2026-0001/remind', form({ ...dana, cookie }, {}));
  assert.equal((await remind()).status, 303);
  const again = await remind();
  assert.equal(again.status, 409);
  assert.match(await again.text(), /got a reminder of invoice 2026-0001 today/);
});

async function invoice(desk: Desk, over: Parameters<typeof accepted>[1] = {}): Promise<string> {
  const { site, dana, catalog } = desk;
  const order = await accepted(desk, { startsOn: '2027-01-05', ...over });
  const { deps, config } = site;
  return (
    await issueInvoice(deps, dana, siteSnapshot().publication, { catalog, words: config.invoice, orderId: order.id })
  ).number;
}

/** The invoices of the reminders that were sent to the contact, oldest first. */
async function reminders({ site }: Desk): Promise<string[]> {
  const rows = await site.deps.db.read
    .selectFrom('invoice_reminder')
    .select('invoice_number as number')
    .orderBy('sent_at')
    .execute();
  const mails = await site.deps.db.read.selectFrom('outbox').select('id').where('about', '=', 'ad.reminder').execute();
  assert.equal(mails.length, rows.length, 'each reminder is one email');
  return rows.map(({ number }) => number);
}
