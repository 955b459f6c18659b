import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttachment } from '#ads/orders/attachments.ts';
import { creditInvoice } from '#ads/orders/credit-notes.ts';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { makeInsertionOrder } from '#ads/orders/insertion-orders.ts';
import { findInvoice, issueInvoice } from '#ads/orders/invoices.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { completeEmail } from '#server/emails.ts';
import { accepted, DAY, openDesk, signedIn } from '../../support/ads/ad-desk.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { paperText } from '../../support/pdf-text.ts';
import { form } from '../../support/site.ts';

const SETTINGS = {
  INVOICE_FROM: 'Plumbline Press | 1 Level Street, Denver',
  INVOICE_BANK: 'First Bank of Denver | Account 12 345',
  INVOICE_TAX_RATE: '8.25',
};
const BILLING = { address: 'ul. Żółta 1\n東京都港区\nΟδός Ακριβείας 7', taxNumber: 'PL 123 456', taxExempt: '' };

test('an invoice shows the buyer’s address and tax number, the service dates, the due date, the tax and the bank', async (t) => {
  const desk = await openDesk(t, SETTINGS);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await accepted(desk, { advertiser: 'Żółć Pomiary' });
  const post = (path: string, fields: Record<string, string>) =>
    site.fetch(`/newsroom/ads/${order.id}/${path}`, form(dana, fields));
  assert.equal((await post('billing', BILLING)).status, 303);
  assert.equal((await post('billing', BILLING)).status, 409, 'the same details again');
  const refused = await post('billing', { ...BILLING, address: '1\n2\n3\n4\n5\n6\n7\n8\nToo long' });
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /Too long<\/textarea>/, 'the typed text is kept');
  assert.equal((await post('invoice', {})).status, 303);

  const { document, totalCents } = await findInvoice(deps.db.read, '2026-0001');
  assert.deepEqual(
    [totalCents, document.tax, document.dueOn, document.title],
    [270_625, { what: 'Tax, 8.25 %', cents: 20_625 }, '2026-09-20', 'Homepage band'],
  );
  const pdf = await site.fetch('/newsroom/ads/invoices/2026-0001.pdf', { headers: { Cookie: dana.cookie } });
  const bytes = await pdf.bytes();
  const words = paperText(bytes);
  for (const told of [
    ...['ul. Żółta 1', '[not shown]', 'Οδός Ακριβείας 7', 'Tax number: PL 123 456', 'Due 2026-09-20', 'Tax, 8.25 %'],
    ...['Service dates (UTC): 2026-10-05 to 2026-11-01', 'Homepage band', '$206.25', '$2,706.25', 'Account 12 345'],
  ])
    assert.ok(words.includes(told), `${told} is not in: ${words}`);
  const raw = Buffer.from(bytes).toString('latin1');
  for (const tag of ['/Marked true', '/StructTreeRoot', '/S /H1', '/S /Table', '/S /TD'])
    assert.ok(raw.includes(tag), `the PDF has no ${tag}`);

  assert.equal((await post('billing', { ...BILLING, taxExempt: 'reverse charge' })).status, 303);
  const note = await creditInvoice(deps, dana, siteSnapshot().publication, {
    number: '2026-0001',
    reason: 'No tax is due.',
  });
  assert.equal(note.totalCents, 270_625, 'the credit note reverses the tax as well');
  assert.equal((await post('invoice', {})).status, 303);
  const second = await findInvoice(deps.db.read, '2026-0002');
  assert.deepEqual([second.totalCents, second.document.tax], [250_000, undefined]);
  assert.ok(second.document.notes.includes('No tax is charged: reverse charge'));

  const page = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.match(page, /tax exemption: <del><\/del> → <ins>reverse charge<\/ins>/);
});

test('the email of an invoice has the bank details and the PDF, and waits while the PDF cannot be read', async (t) => {
  const { url, mails } = await openMailServer(t);
  const desk = await openDesk(t, { ...SETTINGS, SMTP_URL: url, MAIL_FROM: 'newsroom@magazine.example' });
  const { deps, config } = desk.site;
  const log = { warn: () => {} };
  const send = (attach: typeof readAttachment) =>
    sendMail(deps, config, log, { complete: async (_, { text }) => text, attach });
  const order = await accepted(desk);
  await send(readAttachment);
  mails.length = 0;
  await issueInvoice(deps, desk.dana, siteSnapshot().publication, {
    catalog: desk.catalog,
    words: config.invoice,
    orderId: order.id,
  });
  await send(() => Promise.reject(new Error('no file')));
  assert.deepEqual(
    mails.map(({ to }) => to),
    [[config.publication.adDesk]],
    'other emails are sent',
  );
  desk.site.pass(61);
  await send(readAttachment);
  const body = mails.find(({ to }) => to.includes('robin@acme.example'))?.body ?? '';
  assert.match(body, /due on 2026-09-20\n\nPay to:\nFirst Bank of Denver\nAccount 12 345\n/);
  assert.match(body, /filename=invoice-2026-0001\.pdf/);
  assert.ok(pdfText(body).includes('Invoice 2026-0001'));
  assert.ok((await findInvoice(deps.db.read, '2026-0001')).pdfHash, 'the PDF was made and stored');

  mails.length = 0;
  await cancelOrder(deps, desk.dana, siteSnapshot().publication, {
    orderId: order.id,
    inWriting: 'Mail',
    lateBecause: null,
  });
  await send(readAttachment);
  const cancelled = mails.find(({ to }) => to.includes('robin@acme.example'))?.body ?? '';
  assert.match(cancelled, /That includes the tax of \$206\.25/);
  assert.match(cancelled, /filename=credit-note-CN-2026-0001\.pdf/);
  assert.ok(pdfText(cancelled).includes('Credit note CN-2026-0001'));
});

test('a delivered email can be sent again for thirty days, and a document can be emailed after that', async (t) => {
  const { url, mails } = await openMailServer(t);
  const desk = await openDesk(t, { ...SETTINGS, SMTP_URL: url, MAIL_FROM: 'newsroom@magazine.example' });
  const { site } = desk;
  const { deps, config } = site;
  const order = await accepted(desk);
  await issueInvoice(deps, desk.dana, siteSnapshot().publication, {
    catalog: desk.catalog,
    words: config.invoice,
    orderId: order.id,
  });
  const send = async () => {
    mails.length = 0;
    await sendMail(deps, config, { warn: () => {} }, { complete: completeEmail, attach: readAttachment });
    return mails.map(({ to, head, body }) => ({ to: to.join(), head, body }));
  };
  const contact = (sent: Awaited<ReturnType<typeof send>>) => sent.filter(({ to }) => to === 'robin@acme.example');
  await send();
  const kept = deps.db.read.selectFrom('outbox').selectAll().where('about', '=', 'ad.invoiced');
  const { id, recipient, text } = await kept.executeTakeFirstOrThrow();
  assert.deepEqual([recipient, text?.includes('Pay to:')], [null, true], 'the text is kept without the address');

  const post = async (path: string, fields = {}) =>
    (await site.fetch(`/newsroom/ads/${order.id}/${path}`, form(await signedIn(desk), fields))).status;
  assert.deepEqual([await post(`emails/${id}/again`), await post(`emails/${id}/again`)], [303, 409]);
  const again = await send();
  assert.deepEqual([again.length, contact(again).length], [1, 1]);
  assert.match(again[0]?.head ?? '', /Subject: Invoice 2026-0001/);
  assert.ok(pdfText(again[0]?.body ?? '').includes('Invoice 2026-0001'));
  assert.equal(await post(`emails/${id}/again`), 303, 'a third time');
  await send();

  site.pass(31 * DAY);
  await send();
  assert.equal(await post(`emails/${id}/again`), 409);
  const page = await site.fetch(`/newsroom/ads/${order.id}`, {
    headers: { Cookie: (await signedIn(desk)).cookie },
  });
  const shown = await page.text();
  assert.match(shown, /Emails from before 2026-09-07 were deleted/);
  assert.match(
    shown,
    /<button type="submit" class="btn quiet">Email it<span class="unseen"> to the contact: invoice 2026-0001/,
  );
  const email = (document: string) => post('emails', { document });
  assert.deepEqual(
    [await email('invoice 2026-0001'), await email('invoice 2026-0001'), await email('invoice 2026-0002')],
    [303, 409, 404],
  );
  assert.deepEqual([await email('proof x'), await email('constructor 1'), await email('')], [404, 404, 404]);
  const anew = await send();
  assert.deepEqual([anew.length, contact(anew).length], [1, 1]);
  assert.match(anew[0]?.head ?? '', /Subject: Invoice 2026-0001, once more/);
  assert.ok(pdfText(anew[0]?.body ?? '').includes('Invoice 2026-0001'));

  await creditInvoice(deps, desk.dana, siteSnapshot().publication, { number: '2026-0001', reason: 'A wrong name.' });
  await makeInsertionOrder(deps, desk.dana, siteSnapshot().publication, {
    catalog: desk.catalog,
    words: config.invoice,
    orderId: order.id,
    cents: order.cents - 1000,
  });
  await send();
  for (const document of ['credit note CN-2026-0001', 'insertion order IO-2026-0001'])
    assert.equal(await email(document), 303, document);
  const documents = await send();
  assert.deepEqual(documents.map(({ head }) => /^Subject: (\S+ \S+)/m.exec(head)?.[1]).sort(), [
    'Credit note',
    'Please accept',
  ]);
  assert.ok(documents.some(({ body }) => /\/advertise\/insertion-orders\/[0-9a-f]{64}/.test(body)));

  const other = await accepted(desk, { advertiser: 'Another', unit: 'in-article', startsOn: '2027-02-01' });
  const foreign = await site.fetch(
    `/newsroom/ads/${other.id}/emails`,
    form(await signedIn(desk), { document: 'invoice 2026-0001' }),
  );
  assert.equal(foreign.status, 404, 'a document of another order');
});

/** The text of the PDF that an email carries. */
function pdfText(body: string): string {
  const [, file = ''] = /base64\n\S*?.*?\n\n?(JVBERi[\w+/=\n]+)/s.exec(body) ?? [];
  return paperText(Buffer.from(file, 'base64'));
}
