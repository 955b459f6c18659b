import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { acceptInsertionOrder } from '#ads/orders/accept-insertion-order.ts';
import { creditInvoice } from '#ads/orders/credit-notes.ts';
import { emailDocument } from '#ads/orders/email-document.ts';
import { findInsertionOrder, makeInsertionOrder, secretOf } from '#ads/orders/insertion-orders.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { readOrderLink } from '#ads/orders/order-links.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { recordPayment } from '#ads/orders/payments.ts';
import { sendReminder } from '#ads/orders/reminders.ts';
import { renewOrder } from '#ads/orders/renew-order.ts';
import { CLI } from '#core/actor.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { accepted, booked, DAY, type Desk, openDesk, signedIn, WORDS } from '../../support/ads/ad-desk.ts';
import { paperText } from '../../support/pdf-text.ts';
import { form, json } from '../../support/site.ts';

// The currency of the rate card, and that of orders from before it changed.

const DOLLARS = /\$\d|US dollars|US cents|\bUSD\b/;
const TAXED = { ...WORDS, taxRate: 10_000 };

test('a site with prices in euros prints euros on every page, paper and email, and no dollars', async (t) => {
  const desk = await withCurrency(await openDesk(t), 'EUR');
  const { site } = desk;
  const catalog = await json(await site.fetch('/api/v1/advertise'));
  assert.equal(catalog.currency, 'EUR');
  assert.equal(catalog.terms[0], 'Prices are EUR list prices; a signed insertion order can set a different rate.');
  const { components } = await json(await site.fetch('/openapi.json'));
  assert.equal(components.schemas.AdvertisingCatalog.properties.currency.const, 'EUR');
  assert.match(components.schemas.AdUnit.properties.listPriceCents.description, /^Cents \(EUR\)/);
  for (const path of ['/advertise', '/advertise.md']) await hasEuros(desk, path, /prices in EUR[\s\S]*EUR 2,500\b/);
  await hasEuros(desk, '/newsroom/ads/new', /EUR 2,500\.00[\s\S]*Rate in EUR/);

  const order = await walked(desk, await accepted(desk));
  assert.equal((await getOrder(site.deps.db.read, order.id)).currency, 'EUR');
  await hasEuros(desk, '/newsroom/ads', /EUR 2,000\.00/);
  await hasEuros(desk, `/newsroom/ads/${order.id}`, /EUR 2,000\.00[\s\S]*refund of EUR 2,200\.00 is owed/);
  await hasEuros(desk, await orderPath(desk, order), /EUR 2,000\.00/);
  await hasEuros(
    desk,
    `/advertise/insertion-orders/${secretOf(site.deps, 'IO-2026-0001')}`,
    />EUR<[\s\S]*EUR 2,200\.00/,
  );
  await hasEuros(desk, `/newsroom/ads/advertisers/${order.advertiserId}`, /EUR 0\.00[\s\S]*EUR 2,200\.00/);
  await hasEuros(desk, '/newsroom/ads/advertisers', /EUR 0\.00/);
  for (const show of ['all', 'open', 'overdue', 'refunds'])
    await hasEuros(desk, `/newsroom/ads/invoices?show=${show}`, /EUR 2,200\.00, 1 credit note/);
  assert.match(
    await read(desk, '/newsroom/ads/invoices.csv'),
    /,EUR,2000\.00,200\.00,2200\.00,.*\r\n.*,EUR,-2000\.00,/,
  );
  const papers = ['invoices/2026-0001', 'credit-notes/CN-2026-0001', 'insertion-orders/IO-2026-0001'];
  for (const paper of papers) assert.match(await paperOf(desk, paper), /EUR[\s\S]*EUR 2,200\.00/, paper);
  const emails = await emailsOf(desk);
  for (const { about, text } of emails) assert.doesNotMatch(text, DOLLARS, about);
  const told = emails.filter(({ text }) => /EUR \d/.test(text)).map(({ about }) => about);
  const wanted = ['opened', 'insertion_order', 'agreed', 'invoiced', 'reminder', 'credited', 'document'];
  assert.deepEqual(
    wanted.filter((name) => !told.includes(`ad.${name}`)),
    [],
  );
});

test('an order from before the change stays in dollars to its credit note, and sums of two currencies are never added', async (t) => {
  const before = await openDesk(t);
  const { site } = before;
  const old = await accepted(before);
  const unpaid = await accepted(before, { startsOn: '2027-01-04' });
  const program = { unit: 'custom-programs', advertiser: 'Program', startsOn: '2027-02-01', endsOn: '2027-02-07' };
  const insertionOrder = { number: 'P-1', signedOn: '2026-09-01', cents: 350_050 };
  const agreed = await booked(before, { ...program, insertionOrder });
  const desk = await withCurrency(before, 'EUR');
  const recent = await accepted(desk, { startsOn: '2027-03-01' });
  for (const { id } of [unpaid, recent])
    await issueInvoice(site.deps, desk.dana, site.publication, { catalog: desk.catalog, words: WORDS, orderId: id });
  assert.deepEqual([old.currency, recent.currency], ['USD', 'EUR']);

  const typed = form(await signedIn(desk), { amount: 'EUR 2000' });
  const refused = await site.fetch(`/newsroom/ads/${old.id}/insertion-orders`, typed);
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /The rate must be an amount in US dollars\./);
  await walked(desk, old);
  const { document } = await findInsertionOrder(site.deps.db.read, 'IO-2026-0001');
  assert.match(document.terms[0] ?? '', /USD list prices/);
  assert.match(document.lines[0]?.what ?? '', /at an agreed rate$/, 'the list price is in another currency');
  for (const paper of ['invoices/2026-0004', 'credit-notes/CN-2026-0001', 'insertion-orders/IO-2026-0001'])
    assert.match(await paperOf(desk, paper), /US dollars[\s\S]*\$2,200\.00/, paper);
  const emails = (await emailsOf(desk)).filter(({ text }) => text.includes(old.reference));
  for (const { about, text } of emails) assert.doesNotMatch(text, /EUR/, about);
  assert.match(await read(desk, `/newsroom/ads/${old.id}`), /\$2,000\.00[\s\S]*refund of \$2,200\.00 is owed/);
  assert.match(await read(desk, await orderPath(desk, old)), /\$2,000\.00/);

  const invoices = await read(desk, '/newsroom/ads/invoices');
  assert.match(invoices, /\$2,500\.00 and EUR 2,500\.00, 2 invoices[\s\S]*>Amount</);
  for (const amount of [/class="number"[^>]*>\$2,500\.00</, /class="number"[^>]*>EUR 2,500\.00</])
    assert.match(invoices, amount);
  const table = await read(desk, '/newsroom/ads/invoices.csv');
  assert.match(table, /,USD,2000\.00,200\.00,2200\.00,/);
  assert.match(table, /,EUR,2500\.00,0\.00,2500\.00,/);
  for (const path of ['/newsroom/ads/advertisers', `/newsroom/ads/advertisers/${old.advertiserId}`])
    assert.match(await read(desk, path), /EUR 2,500\.00, \$2,500\.00/, path);
  await assert.rejects(renewed(desk, agreed), /is in US dollars, and the rate card is in EUR now/);
});

test('a currency without two decimals, a price in another currency and a rate typed before the change are refused', async (t) => {
  const desk = await openDesk(t);
  const { site } = desk;
  const chief = await site.person('chief', 'Carla Chief');
  const fields = { adCurrency: 'JPY', 'sold-homepage-band': 'yes', 'price-homepage-band': '2500' };
  const refused = await site.fetch('/newsroom/price-list', form(chief, fields));
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /Currency must be the code of a currency with cents, such as USD or EUR/);
  for (const code of ['KWD', 'ZZZ', 'euros', '$']) {
    const wrong = await site.fetch('/newsroom/price-list', form(chief, { ...fields, adCurrency: code }));
    assert.match(await wrong.text(), /Currency must be the code/, code);
  }
  assert.equal((await json(await site.fetch('/api/v1/advertise'))).currency, 'USD');
  const dollars = { ...fields, adCurrency: 'EUR', 'price-homepage-band': '$2500' };
  const mixed = await site.fetch('/newsroom/price-list', form(chief, dollars));
  assert.match(await mixed.text(), /“\$2500” is no price/);
  assert.equal((await json(await site.fetch('/api/v1/advertise'))).currency, 'USD', 'nothing was changed');

  const saved = await site.fetch('/newsroom/price-list', form(chief, { ...fields, adCurrency: 'eur' }));
  assert.match(saved.headers.get('location') ?? '', /done=saved/);
  const page = await site.fetch('/newsroom/price-list', { headers: { Cookie: chief.cookie } });
  assert.match(await page.text(), /name="adCurrency"[^>]*value="EUR"[\s\S]*Price in EUR/);
  const changes = await site.deps.db.read
    .selectFrom('journal')
    .select(['actor_name', 'detail'])
    .where('subject_id', '=', 'adCurrency')
    .execute();
  assert.deepEqual(
    changes.map(({ actor_name, detail }) => [actor_name, JSON.parse(detail ?? '')]),
    [['Carla Chief', { from: 'USD', to: 'EUR' }]],
  );

  const stale = {
    ...{ unit: 'homepage-band', advertiser: 'Acme Layout', category: 'layout-robots', contactName: 'Robin Vance' },
    ...{ contactEmail: 'robin@acme.example', startsOn: '2026-10-05', rate: 'insertion order', orderNumber: 'IO-7' },
    ...{ signedOn: '2026-09-01', amount: '500' },
  };
  const answer = await site.fetch('/newsroom/ads/new', form(desk.dana, stale));
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /The rate card is in EUR now; the rate is in US dollars\./);
  const again = await site.fetch('/newsroom/ads/new', form(desk.dana, { ...stale, currency: 'EUR' }));
  assert.equal(again.status, 303, await again.text());
});

test('a stored currency that this release cannot read counts as none', () => {
  const site = { name: 'Plumbline', adDesk: 'ads@magazine.example' };
  assert.equal(advertisingCatalog({ ...site, settings: { adCurrency: 'JPY' } }).currency, 'USD');
});

async function withCurrency(desk: Desk, adCurrency: string): Promise<Desk> {
  await saveDeclaredSettings(desk.site.deps, CLI, desk.site.publication, { adCurrency });
  assert.equal((await json(await desk.site.fetch('/api/v1/advertise'))).currency, adCurrency);
  return { ...desk, catalog: advertisingCatalog(desk.site.publication) };
}

/** Brings an accepted order through an agreement, an overdue invoice with tax, a payment and a credit note. */
async function walked(desk: Desk, accept: Order): Promise<Order> {
  const { site, dana, catalog } = desk;
  const { deps, publication } = site;
  const made = await makeInsertionOrder(deps, dana, publication, {
    catalog,
    words: TAXED,
    orderId: accept.id,
    cents: 200_000,
  });
  const secret = secretOf(deps, made.number);
  await site.fetch(`/advertise/insertion-orders/${secret}`);
  const { pdfHash } = await findInsertionOrder(deps.db.read, made.number);
  await acceptInsertionOrder(deps, publication, secret, { name: 'Robin Vance', pdf: pdfHash ?? '' });
  const { number } = await issueInvoice(deps, dana, publication, { catalog, words: TAXED, orderId: accept.id });
  site.pass(15 * DAY);
  await sendReminder(deps, dana, publication, number);
  await emailDocument(deps, dana, publication, { orderId: accept.id, document: `invoice ${number}` });
  await recordPayment(deps, dana, publication, { number, payment: { paidOn: '2026-09-06', note: 'bank' } });
  await creditInvoice(deps, dana, publication, { number, reason: 'The wrong days.' });
  return getOrder(deps.db.read, accept.id);
}

function renewed({ site, dana, catalog }: Desk, { id }: Order): Promise<Order> {
  const retry = { key: 'again', bodyHash: 'again' };
  return renewOrder(site.deps, dana, site.publication, { catalog, orderId: id, startsOn: '2027-05-03', retry });
}

async function read(desk: Desk, path: string): Promise<string> {
  const { cookie } = await signedIn(desk);
  const answer = await desk.site.fetch(path, { headers: { Cookie: cookie } });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

async function hasEuros(desk: Desk, path: string, expected: RegExp): Promise<void> {
  const body = await read(desk, path);
  assert.match(body, expected, path);
  assert.doesNotMatch(body, DOLLARS, path);
}

async function paperOf(desk: Desk, name: string): Promise<string> {
  const { cookie } = await signedIn(desk);
  const answer = await desk.site.fetch(`/newsroom/ads/${name}.pdf`, { headers: { Cookie: cookie } });
  assert.equal(answer.status, 200, name);
  return paperText(new Uint8Array(await answer.arrayBuffer()));
}

async function orderPath({ site }: Desk, { id }: Order): Promise<string> {
  return `/advertise/orders/${(await readOrderLink(site.deps, site.deps.db.read, id))?.secret}`;
}

async function emailsOf({ site }: Desk): Promise<{ about: string; text: string }[]> {
  const rows = await site.deps.db.read.selectFrom('outbox').select(['about', 'text']).execute();
  return rows.map(({ about, text }) => ({ about, text: text ?? '' }));
}
