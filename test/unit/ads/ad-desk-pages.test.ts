import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creditInvoice, findCreditNote } from '#ads/orders/credit-notes.ts';
import { findHold } from '#ads/orders/holds.ts';
import { findInvoiceOf, issueInvoice } from '#ads/orders/invoices.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import {
  accepted,
  booked,
  DAY,
  type Desk,
  invoiced,
  keep,
  openDesk,
  opened,
  signedIn,
  WORDS,
  withCreatives,
} from '../../support/ads/ad-desk.ts';
import { form } from '../../support/site.ts';

// The board of the ad desk, the step in front of an order, its forms, and the way back after an act.

test('each order is in the column of what to do next, and its page has this step in front, with one primary button', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const { deps, publication } = site;
  const ran = await booked(desk, { advertiser: 'Ran', startsOn: '2026-09-08' });
  const missed = await booked(desk, { advertiser: 'Missed', unit: 'in-article', startsOn: '2026-09-08' });
  site.pass(2 * DAY);
  await keep(desk);
  site.pass(28 * DAY); // 2026-10-06
  await keep(desk);
  const held = await booked(desk, { advertiser: 'Booked', startsOn: '2026-12-01' });
  const credited = await booked(desk, { advertiser: 'Credited', unit: 'in-article', startsOn: '2026-12-01' });
  const number = (await findInvoiceOf(deps.db.read, credited.id))?.number ?? '';
  await creditInvoice(deps, dana, publication, { number, reason: 'A wrong name.' });
  const unpaid = await accepted(desk, { advertiser: 'Unpaid', startsOn: '2027-06-01' });
  await issueInvoice(deps, dana, publication, { catalog, words: WORDS, orderId: unpaid.id });
  const insertionOrder = { number: 'IO-1', signedOn: '2026-09-01', cents: 100 };
  const program = { unit: 'custom-programs', startsOn: '2026-12-01', endsOn: '2026-12-30', insertionOrder };
  const orders = {
    ...{ Answer: [await opened(desk, { advertiser: 'Taken', startsOn: '2026-12-02', category: 'Drones' })] },
    'Wait for creative': [await opened(desk, { advertiser: 'Waits', startsOn: '2027-01-05' })],
    'Check creative': [await withCreatives(desk, { advertiser: 'New files', startsOn: '2027-02-05' })],
    Invoice: [credited, await accepted(desk, { advertiser: 'Accepted', startsOn: '2027-03-05' })],
    'Wait for payment': [unpaid],
    Book: [await invoiced(desk, { advertiser: 'Paid', startsOn: '2027-04-05' })],
    'Booked and running': [held],
    Close: [ran, missed],
  };
  orders.Answer.push(await opened(desk, { advertiser: 'Program', category: 'Lasers', ...program }));

  const board = await read(desk, '/newsroom/ads');
  for (const [name, expected] of Object.entries(orders)) {
    const [, inner = ''] = new RegExp(`<h2 id="stage-[^"]+">${name} .*?</h2>([\\s\\S]*?)</section>`).exec(board) ?? [];
    const found = [...inner.matchAll(/<h3><a href="\/newsroom\/ads\/([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(found.sort(), expected.map(({ id }) => id).sort(), name);
  }
  const steps = {
    ...{ Answer: /Agree on other days|Accept or refuse/, 'Wait for creative': /Wait for the creative/ },
    ...{
      'Check creative': /Accept or refuse/,
      Invoice: /Invoice/,
      'Wait for payment': /Payment/,
      Book: /Book the flight/,
    },
    ...{ 'Booked and running': /Nothing to do/, Close: /Close the order|The ad did not run/ },
  };
  for (const [name, step] of Object.entries(steps))
    for (const { id } of orders[name as keyof typeof orders]) {
      const page = await read(desk, `/newsroom/ads/${id}`);
      assert.match(/<h2 id="step-title">([^<]*)</.exec(page)?.[1] ?? '', step, name);
      assert.equal(page.match(/class="btn primary"/g)?.length ?? 0, name === 'Booked and running' ? 0 : 1, name);
    }
});

test('a form of the ad desk names every wrong field at once, beside the field, and keeps what was typed', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await accepted(desk);
  const { number } = await issueInvoice(site.deps, dana, site.publication, {
    catalog,
    words: WORDS,
    orderId: order.id,
  });
  const chief = { ...dana, ...(await site.person('chief')) };
  const wrong: [path: string, fields: Record<string, string>, ids: string[]][] = [
    [
      '/newsroom/ads/new',
      {
        unit: 'homepage-band',
        category: 'other',
        contactEmail: 'robin',
        startsOn: '2026-01-01',
        rate: 'insertion order',
      },
      ['advertiser', 'otherCategory', 'contactName', 'contactEmail', 'startsOn', 'orderNumber', 'signedOn', 'amount'],
    ],
    ['/newsroom/ads/new', { unit: 'custom-programs', advertiser: 'A', rate: 'list' }, ['unit', 'advertiser', 'rate']],
    [
      `/newsroom/ads/${order.id}/correct`,
      { advertiser: '', category: 'drones', contactName: '', contactEmail: 'x', rate: 'list' },
      ['correct-advertiser', 'correct-contactName', 'correct-contactEmail'],
    ],
    [`/newsroom/ads/invoices/${number}/paid`, { paidOn: '2026-09-30' }, ['paid-paidOn']],
    [`/newsroom/ads/invoices/${number}/paid`, { paidOn: 'soon', note: 'x'.repeat(201) }, ['paid-paidOn', 'paid-note']],
    [`/newsroom/ads/invoices/${number}/credit`, { reason: '' }, ['credit-reason']],
    [
      `/newsroom/ads/${order.id}/cancel`,
      { by: 'advertiser', arrivedOn: 'soon' },
      ['cancel-inWriting', 'cancel-arrivedOn'],
    ],
    [`/newsroom/ads/${order.id}/dates`, { startsOn: '2026-09-01' }, ['dates-startsOn']],
    [`/newsroom/ads/${order.id}/hold`, { until: '' }, ['hold-until']],
    ['/newsroom/ads/sends', { day: '', at: 'noon' }, ['send-day', 'send-at']],
    ['/newsroom/suppliers', { name: '', what: 'x', place: '', url: '' }, ['name', 'what', 'place', 'url']],
    [
      '/newsroom/price-list',
      { adCurrency: 'EURO', adPricesFrom: 'soon', 'sold-homepage-band': 'on', 'price-homepage-band': 'cheap' },
      ['adPricesFrom', 'adCurrency', 'price-homepage-band'],
    ],
  ];
  for (const [path, fields, ids] of wrong) {
    const answer = await site.fetch(path, form(chief, fields));
    assert.equal(answer.status, 422, path);
    const page = await answer.text();
    for (const id of ids.filter((one) => one !== 'unit')) {
      assert.match(
        page,
        new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-wrong`),
        `${path} ${id}`,
      );
      assert.match(page, new RegExp(`<a href="#${id}">`), `${path} names ${id}`);
    }
    assert.doesNotMatch(page, /Invalid input|expected string|Too small/, path);
    for (const typed of Object.values(fields).filter((one) => one.length > 1 && one.length < 200))
      assert.ok(page.includes(`"${typed}"`), `${path} keeps ${typed}`);
  }
});

test('a payment recorded on the board is taken back by Undo: nothing is paid, and the journal has both', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await accepted(desk);
  const { number, totalCents } = await issueInvoice(site.deps, dana, site.publication, {
    catalog,
    words: WORDS,
    orderId: order.id,
  });
  assert.doesNotMatch(
    await read(desk, `/newsroom/ads?done=paid&order=${order.id}`),
    /class="toast"/,
    'nothing is said that is not so',
  );
  const paid = await press(desk, await read(desk, '/newsroom/ads'), 'Paid today');
  assert.equal(paid, `/newsroom/ads?done=paid&order=${order.id}`);
  assert.equal((await findInvoiceOf(site.deps.db.read, order.id))?.paidOn, '2026-09-06');
  const undone = await press(desk, await read(desk, paid), 'Undo');
  assert.equal(undone, `/newsroom/ads?done=unpaid&order=${order.id}`, 'the board again');
  assert.match(await read(desk, undone), /Acme Layout: Invoice 2026-0001 counts as not paid\./);
  const after = await findInvoiceOf(site.deps.db.read, order.id);
  assert.deepEqual([after?.number, after?.paidOn, after?.totalCents], [number, null, totalCents]);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('act', 'like', 'ad.pa%')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['ad.paid', 'ad.payment_undone'],
  );
});

test('a hold and a refund are taken back by Undo', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { deps, publication } = site;
  const open = await opened(desk);
  const held = await site.fetch(`/newsroom/ads/${open.id}/hold`, form(dana, { until: '2026-09-13' }));
  const page = await read(desk, held.headers.get('location') ?? '');
  assert.match(page, /The days are on hold until 2026-09-13\./);
  assert.match(await read(desk, '/newsroom/ads'), /on hold<\/span> until 13 Sep 2026/);
  await press(desk, page, 'Undo');
  assert.equal(await findHold(deps.db.read, open.id, '2026-09-06'), null);

  const order = await booked(desk, { advertiser: 'Rival', unit: 'in-article' });
  const { number } = await creditInvoice(deps, dana, publication, { number: '2026-0001', reason: 'A wrong name.' });
  const refund = form(dana, { refundedOn: '2026-09-06', note: 'bank' });
  const refunded = await site.fetch(`/newsroom/ads/credit-notes/${number}/refund`, refund);
  await press(desk, await read(desk, refunded.headers.get('location') ?? ''), 'Undo');
  assert.equal((await findCreditNote(deps.db.read, number)).refundedOn, null);
  assert.match(await read(desk, `/newsroom/ads/${order.id}`), /refund of \$1,800\.00 is owed/);
});

test('a supplier that was removed comes back by Undo, with the order that pays for it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { reference } = await booked(desk, { unit: 'directory-listing' });
  const words = { name: 'Acme <b>', what: 'Rents layout robots.', place: 'Denver', url: 'https://acme.example/' };
  const id = await addSupplier(site.deps, dana, { ...words, reference, isOtherName: true });
  const removed = await press(desk, await read(desk, `/newsroom/suppliers/${id}`), 'Remove');
  const list = await read(desk, removed);
  assert.match(list, /Acme &lt;b&gt; is no longer in the directory/);
  const back = await press(desk, list, 'Undo');
  assert.equal(back, `/newsroom/suppliers/${id}?done=added`);
  assert.match(await read(desk, back), new RegExp(`Paid by order ${reference}`));
});

async function read(desk: Desk, path: string): Promise<string> {
  const { cookie } = await signedIn(desk);
  return (await desk.site.fetch(path, { headers: { Cookie: cookie } })).text();
}

/** Sends the form of the button with these words as the page has it; returns where it leads. */
async function press(desk: Desk, page: string, words: string): Promise<string> {
  const forms = [...page.matchAll(/<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/g)];
  const [, action = '', inner = ''] = forms.find(([, , one]) => one?.includes(`>${words}<`)) ?? [];
  assert.ok(action, `the page has ${words}`);
  const hidden = [...inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const unescaped = (text = '') => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
  const fields = hidden.map(([, name = '', value]) => [name, unescaped(value)]);
  const answer = await desk.site.fetch(action, form(await signedIn(desk), fields));
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get('location') ?? '';
}
