import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { acceptInsertionOrder, findByLink } from '#ads/orders/accept-insertion-order.ts';
import { readAttachment } from '#ads/orders/attachments.ts';
import { changeDates } from '#ads/orders/correct-order.ts';
import { findInsertionOrder, type InsertionOrder, makeInsertionOrder, secretOf } from '#ads/orders/insertion-orders.ts';
import { findInvoiceOf, issueInvoice } from '#ads/orders/invoices.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { sendMail } from '#runtime/mail/send-mail.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { completeEmail } from '#server/emails.ts';
import { accepted, DAY, type Desk, openDesk, opened, WORDS } from '../../support/ads/ad-desk.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { paperText } from '../../support/pdf-text.ts';
import { form } from '../../support/site.ts';

// Insertion orders: made by an editor, accepted by the advertiser behind a link.

const NAME = 'Żółć Pomiary';

test('an advertiser accepts an insertion order behind the link of an email, and the order gets its rate', async (t) => {
  const { url, mails } = await openMailServer(t);
  const desk = await openDesk(t, { SMTP_URL: url, MAIL_FROM: 'ads@magazine.example', INVOICE_TAX_RATE: '8.25' });
  const { site, dana } = desk;
  const { deps, config } = site;
  const order = await accepted(desk, { advertiser: NAME });
  const made = await site.fetch(`/newsroom/ads/${order.id}/insertion-orders`, form(dana, { amount: '2,000' }));
  assert.equal(made.status, 303);
  await sendMail(deps, config, { warn: () => {} }, { complete: completeEmail, attach: readAttachment });
  const { head = '', body = '' } =
    mails.find((mail) => /link/.test(mail.body) && mail.to.includes('robin@acme.example')) ?? {};
  assert.match(body, /filename=insertion-order-IO-2026-0001\.pdf/);
  assert.match(head, /^Reply-To: advertising@magazine\.example\r?$/m, 'the advertiser answers to the ad desk');
  assert.match(body, /, Homepage band, 2026-10-05 to 2026-11-01/, 'a unit has its name');
  const [, path = ''] = /(\/advertise\/insertion-orders\/[0-9a-f]{64})/.exec(body.replaceAll('=\n', '')) ?? [];
  for (const { body: other, to } of mails)
    if (!to.includes('robin@acme.example')) assert.ok(!other.includes(path), 'the ad desk gets no link');

  const before = await getOrder(deps.db.read, order.id);
  const page = await site.fetch(path);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  const markup = await page.text();
  const [, pdf = ''] = /name="pdf" value="([0-9a-f]{64})"/.exec(markup) ?? [];
  const bytes = await (await site.fetch(`${path}/pdf`)).bytes();
  assert.equal(createHash('sha256').update(bytes).digest('hex'), pdf);
  const words = paperText(bytes);
  for (const told of [NAME, 'Insertion order IO-2026-0001', '$2,000.00', '$165.00', 'list price $2,500.00', 'Terms'])
    assert.ok(words.includes(told), `${told} is not in: ${words}`);
  assert.deepEqual(await getOrder(deps.db.read, order.id), before, 'a GET changes nothing');

  const accept = (fields: Record<string, string>) =>
    site.fetch(path, { method: 'POST', body: new URLSearchParams({ pdf, maySign: 'yes', ...fields }) });
  assert.equal((await accept({ name: '' })).status, 422);
  assert.equal((await accept({ name: 'Robin Vance', maySign: '' })).status, 422);
  const refused = await accept({ name: '<b>Robin</b>', pdf: '0'.repeat(64) });
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /value="&lt;b&gt;Robin&lt;\/b&gt;"/, 'the typed name is kept, escaped');
  assert.equal((await getOrder(deps.db.read, order.id)).insertionOrder, null);

  assert.equal((await accept({ name: 'Robin Vance' })).status, 303);
  assert.equal((await accept({ name: 'Robin Vance' })).status, 409);
  assert.match(await (await site.fetch(path)).text(), /Accepted on .*under the name Robin Vance/s);
  const { insertionOrder, cents } = await getOrder(deps.db.read, order.id);
  assert.deepEqual([insertionOrder, cents], [{ number: 'IO-2026-0001', signedOn: '2026-09-06' }, 200_000]);
  const line = await deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', 'ad.insertion_order_accepted')
    .executeTakeFirstOrThrow();
  assert.deepEqual([line.actor_kind, line.actor_name, line.subject_id], ['advertiser', 'Robin Vance', order.id]);
  assert.ok(line.detail?.includes(pdf), 'the journal keeps the SHA-256 of the PDF');
  const own = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.match(own, /accepted<\/span>.*by Robin Vance/);
  await issueInvoice(deps, dana, siteSnapshot().publication, {
    catalog: desk.catalog,
    words: WORDS,
    orderId: order.id,
  });
  assert.equal((await findInvoiceOf(deps.db.read, order.id))?.document.insertionOrder, 'IO-2026-0001');
});

test('an insertion order that was replaced, withdrawn, outdated or not accepted in time cannot be accepted', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps } = site;
  const order = await accepted(desk);
  const states: string[] = [];
  const refuse = async (number: string) => {
    const secret = secretOf(deps, number);
    states.push((await findByLink(deps, deps.db.read, secret))?.state ?? '');
    const page = await site.fetch(`/advertise/insertion-orders/${secret}`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(await page.text(), /<form/);
    const pdf = (await findInsertionOrder(deps.db.read, number)).pdfHash ?? '';
    const given = acceptInsertionOrder(deps, siteSnapshot().publication, secret, { name: 'Robin', pdf });
    await assert.rejects(given, { kind: 'already_done' });
  };
  const first = await make(desk, order);
  const invoicing = () =>
    issueInvoice(deps, dana, siteSnapshot().publication, { catalog: desk.catalog, words: WORDS, orderId: order.id });
  await assert.rejects(invoicing(), /can still accept insertion order IO-2026-0001/);
  const second = await make(desk, order);
  await refuse(first.number);
  const withdraw = () =>
    site.fetch(`/newsroom/ads/insertion-orders/${second.number}/withdraw`, form(dana, { reason: 'A wrong rate.' }));
  assert.equal((await withdraw()).status, 303);
  assert.equal((await withdraw()).status, 409);
  await refuse(second.number);
  const third = await make(desk, order);
  await changeDates(deps, dana, siteSnapshot().publication, { orderId: order.id, startsOn: '2026-11-02' });
  await refuse(third.number);
  const fourth = await make(desk, order);
  site.pass(31 * DAY);
  await refuse(fourth.number);
  assert.deepEqual(states, ['withdrawn', 'withdrawn', 'changed', 'expired']);
  assert.equal((await site.fetch(`/advertise/insertion-orders/${'0'.repeat(64)}`)).status, 404);
  assert.equal((await invoicing()).number, '2026-0001');
  await assert.rejects(make(desk, order), /has invoice 2026-0001/);
});

test('a custom program opens at a proposed rate and is invoiced only after the advertiser has accepted it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps } = site;
  await assert.rejects(opened(desk, { proposedCents: 100 }), /has a list price/);
  const order = await accepted(desk, { unit: 'custom-programs', endsOn: '2026-12-01', proposedCents: 350_050 });
  const invoice = () =>
    issueInvoice(deps, dana, siteSnapshot().publication, { catalog, words: WORDS, orderId: order.id });
  await assert.rejects(invoice(), /has no agreed rate/);
  const { number } = await make(desk, order, order.cents);
  const secret = secretOf(deps, number);
  await site.fetch(`/advertise/insertion-orders/${secret}`);
  const { pdfHash } = await findInsertionOrder(deps.db.read, number);
  const accept = () =>
    acceptInsertionOrder(deps, siteSnapshot().publication, secret, { name: 'Robin', pdf: pdfHash ?? '' });
  const outcomes = await Promise.allSettled([accept(), accept(), accept()]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await invoice()).totalCents, 350_050);
});

function make({ site, dana, catalog }: Desk, { id }: Order, cents = 200_000): Promise<InsertionOrder> {
  return makeInsertionOrder(site.deps, dana, site.publication, { catalog, words: WORDS, orderId: id, cents });
}
