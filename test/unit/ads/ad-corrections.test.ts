import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeDates, correctOrder, type OrderCorrection } from '#ads/orders/correct-order.ts';
import { cancelOrder } from '#ads/orders/end-order.ts';
import { getOrder, type Order } from '#ads/orders/orders.ts';
import { giveUpAllEmails } from '#runtime/mail/outbox.ts';
import { accepted, book, booked, DAY, type Desk, invoiced, openDesk, opened } from '../../support/ads/ad-desk.ts';
import { plain } from '../../support/pictures.ts';
import { form, fromPage } from '../../support/site.ts';

// Corrections and cancellations of orders. A refused form keeps the typed text.

const NEW = {
  unit: 'homepage-band',
  advertiser: 'Acme Layout',
  category: 'layout-robots',
  contactName: 'Robin Vance',
  contactEmail: 'robin@acme.example',
  startsOn: '2026-10-05',
  rate: 'list',
};

test('when a new advertiser’s name is similar to a known one, the form asks the editor which company is meant', async (t) => {
  const desk = await openDesk(t);
  const first = await opened(desk, { advertiser: 'Müller Bau' });
  const other = { ...NEW, unit: 'in-article', advertiser: 'Muller Bau' };
  const asked = await post(desk, '/newsroom/ads/new', other);
  assert.equal(asked.status, 409);
  const page = await asked.text();
  assert.match(page, /A new one, called Muller Bau/);
  assert.match(page, /Müller Bau, an existing advertiser/);
  assert.equal(await countOrders(desk), 1, 'no order is opened before the choice');
  assert.equal((await post(desk, '/newsroom/ads/new', { ...other, advertiserChoice: 'new' })).status, 303);
  const chosen = { ...other, unit: 'field-brief', startsOn: '2026-10-06', advertiser: 'MULLER BAU' };
  await post(desk, '/newsroom/ads/new', { ...chosen, advertiserChoice: first.advertiserId });
  const rows = await desk.site.deps.db.read.selectFrom('advertiser').select('name').orderBy('name').execute();
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Muller Bau', 'Müller Bau'],
  );
  await opened(desk, { advertiser: 'Łódź Pomiary' });
  await assert.rejects(
    opened(desk, { advertiser: 'Lodz Pomiary' }),
    /advertiser with a similar name exists: Łódź Pomiary/,
  );
});

test('a form sent three times at the same time opens one order and sends one email', async (t) => {
  const desk = await openDesk(t);
  for (const fields of [NEW, { ...NEW, unit: 'in-article', formKey: '0b0a7a54-6f4f-4d53-9d5c-0d9c1d6d2a11' }]) {
    const answers = await Promise.all([1, 2, 3].map(() => post(desk, '/newsroom/ads/new', fields)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.get('location'))).size, 1);
  }
  assert.equal(await countOrders(desk), 2);
  assert.equal(await countEmails(desk, 'ad.opened'), 2);
});

test('a change of dates to the same dates is refused and sends no email', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await opened(desk);
  await assert.rejects(
    changeDates(site.deps, dana, site.publication, { orderId: order.id, startsOn: order.startsOn }),
    {
      kind: 'already_done',
    },
  );
  assert.equal(await countEmails(desk, 'ad.dates_changed'), 0);
});

for (const startsOn of ['9999-12-31', '9999-12-07', '2127-01-05', '2030-01-01', '0000-01-01', '0001-01-01'])
  test(`the forms refuse ${startsOn} as the start of a new or an existing order`, async (t) => {
    const desk = await openDesk(t);
    for (const unit of desk.catalog.units.map(({ id }) => id)) {
      const asked = { ...NEW, unit, startsOn, endsOn: '9999-12-31', rate: 'insertion order', orderNumber: 'IO-1' };
      const answer = await post(desk, '/newsroom/ads/new', { ...asked, signedOn: '2026-09-01', amount: '1' });
      assert.equal(answer.status, 422, unit);
    }
    const { id } = await opened(desk);
    assert.equal((await post(desk, `/newsroom/ads/${id}/dates`, { startsOn })).status, 422);
  });

for (const issue of ['9999-Q4', '0000-Q1', '0001-Q1'])
  test(`the calendar page of issue ${issue} opens`, async (t) => {
    const { site, dana } = await openDesk(t);
    const path = `/newsroom/ads/calendar?issue=${issue}`;
    assert.equal((await site.fetch(path, { headers: { Cookie: dana.cookie } })).status, 200);
  });

test('an invoiced order can be corrected except for its rate, and its history keeps the old values', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await invoiced(desk);
  const correct = (over: Partial<OrderCorrection>) =>
    correctOrder(site.deps, dana, catalog, { orderId: order.id, correction: { ...correctionOf(order), ...over } });
  await assert.rejects(correct({}), { kind: 'already_done' });
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 100 };
  await assert.rejects(correct({ insertionOrder }), /has invoice 2026-0001: its rate cannot change/);
  const contact = { contactName: 'Sam Reyes', contactEmail: 'sam@acme.example', note: 'By phone.' };
  const after = await correct({ ...contact, category: 'Drones', advertiser: 'Acme Layout Robots Inc.' });
  assert.deepEqual(
    [after.contactName, after.contactEmail, after.note, after.category, after.advertiser],
    ['Sam Reyes', 'sam@acme.example', 'By phone.', 'drones', 'Acme Layout Robots Inc.'],
  );
  const page = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.match(page, /<del>robin@acme\.example<\/del> → <ins>sam@acme\.example<\/ins>/);
  assert.match(page, /<del>Layout robots<\/del> → <ins>Drones<\/ins>/);
  const { document } = await site.deps.db.read.selectFrom('invoice').select('document').executeTakeFirstOrThrow();
  assert.match(document, /"Acme Layout"/, 'the issued invoice is unchanged');
});

test('the correction form changes the order; a refused form keeps the typed text', async (t) => {
  const desk = await openDesk(t);
  const { id } = await opened(desk);
  const { unit: _, startsOn: __, ...fields } = NEW;
  const refused = await post(desk, `/newsroom/ads/${id}/correct`, {
    ...fields,
    contactName: 'Sam',
    contactEmail: 'sam',
  });
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /value="Sam"/);
  const insertion = { rate: 'insertion order', orderNumber: 'IO-9', signedOn: '2026-09-01', amount: '1,200.50' };
  assert.equal((await post(desk, `/newsroom/ads/${id}/correct`, { ...fields, ...insertion })).status, 303);
  assert.equal((await getOrder(desk.site.deps.db.read, id)).cents, 120050);
});

test('a booked order keeps its category and its advertiser; only the advertiser’s name can be corrected', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await booked(desk);
  const correct = (over: Partial<OrderCorrection>) =>
    correctOrder(site.deps, dana, catalog, { orderId: order.id, correction: { ...correctionOf(order), ...over } });
  await assert.rejects(correct({ category: 'Drones' }), { kind: 'already_done' });
  await assert.rejects(correct({ advertiser: 'Somebody else', advertiserIs: 'another' }), { kind: 'already_done' });
  await correct({ advertiser: 'Acme Layout Inc.' });
});

test('all spellings of a category count as one, and a sponsor’s category also excludes custom programs', async (t) => {
  const desk = await openDesk(t);
  await booked(desk, { unit: 'issue-sponsorship', startsOn: '2026-10-01', category: 'Scanners and reality capture' });
  const insertionOrder = { number: 'IO-1', signedOn: '2026-09-01', cents: 0 };
  const program = { unit: 'custom-programs', startsOn: '2026-11-02', endsOn: '2026-11-30', insertionOrder };
  for (const [n, category] of ['scanner', 'scanners', 'SCANNERS', 'other: Scanner'].entries()) {
    const rival = { advertiser: `Rival ${n}`, category };
    const listing = { ...rival, unit: 'directory-listing', startsOn: '2026-11-10' };
    await assert.rejects(booked(desk, listing), { kind: 'already_exists' }, category);
    await assert.rejects(booked(desk, { ...rival, ...program }), { kind: 'already_exists' }, category);
  }
  await booked(desk, { advertiser: 'Third', category: 'Drones', ...program });
  await booked(desk, { advertiser: 'Fourth', category: 'Drones', ...program });
});

test('before payment, the ad desk sees that another order has booked or wants the same days', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const taken = await booked(desk, { advertiser: 'First' });
  const form409 = await post(desk, '/newsroom/ads/new', NEW);
  assert.equal(form409.status, 409);
  const page = await form409.text();
  assert.match(page, /First holds homepage-band on 2026-10-05/);
  assert.match(page, /name="despite"/);
  assert.equal((await post(desk, '/newsroom/ads/new', { ...NEW, despite: 'yes' })).status, 303);
  const open = await accepted(desk, { advertiser: 'Third' });
  const see = async (path: string) => (await site.fetch(path, { headers: { Cookie: dana.cookie } })).text();
  const order = await see(`/newsroom/ads/${open.id}`);
  assert.match(order, /Another order holds these days or this category/);
  assert.match(order, new RegExp(`First holds homepage-band on 2026-10-05, <a href="/newsroom/ads/${taken.id}"`));
  assert.match(order, /Acme Layout asks for homepage-band on 2026-10-05/);
  assert.match(await see('/newsroom/ads'), /days taken<\/span> First holds homepage-band on 2026-10-05, and 1 more/);
});

test('an order shows that its booking was refused until its dates change', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  await booked(desk, { advertiser: 'First' });
  const late = await invoiced(desk, { advertiser: 'Late' });
  await assert.rejects(book(desk, dana, late), { kind: 'already_exists' });
  assert.match((await getOrder(site.deps.db.read, late.id)).bookingRefused ?? '', /First holds homepage-band/);
  await changeDates(site.deps, dana, site.publication, { orderId: late.id, startsOn: '2027-01-04' });
  assert.equal((await getOrder(site.deps.db.read, late.id)).bookingRefused, null);
  await book(desk, dana, late);
});

test('a cancellation counts from the day the written notice arrived, not from the day an editor records it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk);
  site.pass(16 * DAY); // 2026-09-22: 13 days are left
  const cancel = (arrivedOn: string) =>
    cancelOrder(site.deps, dana, site.publication, {
      orderId: order.id,
      inWriting: 'A letter',
      arrivedOn,
      lateBecause: null,
    });
  await assert.rejects(cancel('2026-09-23'), { kind: 'validation_failed' }, 'in the future');
  await assert.rejects(cancel('2026-09-05'), { kind: 'validation_failed' }, 'before the order');
  await assert.rejects(cancel('2026-09-22'), { kind: 'forbidden' });
  assert.match((await cancel('2026-09-21')).reason ?? '', /A letter, arrived 2026-09-21/);
});

test('a cancellation by the publisher has its own email; only a chief can cancel a booked order this way', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const chief = await site.person('chief');
  const [open, held] = [await opened(desk), await booked(desk, { advertiser: 'Held', unit: 'in-article' })];
  const ours = { by: 'publisher', inWriting: 'The place is not there in that month.', lateBecause: null } as const;
  const cancel = (by: typeof dana, { id }: Order) =>
    cancelOrder(site.deps, by, site.publication, { orderId: id, ...ours });
  await assert.rejects(cancel(dana, held), { kind: 'forbidden' });
  await cancel(dana, open);
  await cancel(chief, held);
  const rows = await site.deps.db.read
    .selectFrom('outbox')
    .selectAll()
    .where('about', '=', 'ad.cancelled_by_publisher')
    .execute();
  assert.equal(rows.length, 2);
  for (const { subject, text } of rows) {
    assert.match(subject, /^We cancel your order/);
    assert.match(text ?? '', /we have to cancel your order/);
    assert.doesNotMatch(text ?? '', /as you asked/);
  }
});

test('after a refused file the form keeps the typed text, and the advertiser gets one email when an editor sends it', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const { id } = await opened(desk);
  const words = { kind: 'homepage-band', url: 'http://acme.example/', alt: 'A robot on a slab.' };
  const body = new FormData();
  for (const [name, value] of Object.entries(words)) body.append(name, value);
  body.append('file', new File([new Uint8Array(await plain(9, 9).png().toBuffer())], 'small.png'));
  const request = { method: 'POST', headers: fromPage(dana), body };
  const refused = await site.fetch(`/newsroom/ads/${id}/creatives`, request);
  assert.equal(refused.status, 422);
  const page = await refused.text();
  assert.match(page, /role="alert"><p><strong>The file was not accepted\./);
  assert.match(page, /value="http:\/\/acme\.example\/"/);
  assert.match(page, /value="A robot on a slab\."/);
  assert.equal(await countEmails(desk, 'ad.creative_refused'), 0);
  const [, tell = ''] = /action="([^"]+\/tell)"/.exec(page) ?? [];
  assert.equal((await post(desk, tell, {})).status, 303);
  assert.equal((await post(desk, tell, {})).status, 409);
  assert.equal(await countEmails(desk, 'ad.creative_refused'), 1);
});

test('the order’s page lists an undelivered email, and an editor can send it again to the corrected address', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await opened(desk);
  await giveUpAllEmails(site.deps, 'The mail server refused the email (550).');
  await correctOrder(site.deps, dana, catalog, {
    orderId: order.id,
    correction: {
      ...correctionOf(order),
      contactEmail: 'sam@acme.example',
    },
  });
  const page = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.match(page, /2 not delivered/);
  assert.match(page, /The mail server refused the email \(550\)/);
  assert.match(page, /This newsroom sends no email \(SMTP_URL is not set\)/);
  const { id } = await site.deps.db.read
    .selectFrom('outbox')
    .select('id')
    .where('about', '=', 'ad.opened')
    .executeTakeFirstOrThrow();
  const again = `/newsroom/ads/${order.id}/emails/${id}/again`;
  assert.equal((await post(desk, again, {})).status, 303);
  assert.equal((await post(desk, again, {})).status, 409);
  const waiting = await site.deps.db.read
    .selectFrom('outbox')
    .select(['recipient', 'text'])
    .where('about', '=', 'ad.opened')
    .where('given_up_at', 'is', null)
    .execute();
  assert.deepEqual(
    waiting.map(({ recipient }) => recipient),
    ['sam@acme.example'],
  );
  assert.match(waiting[0]?.text ?? '', /Thank you for your inquiry/);
});

function correctionOf(order: Order): OrderCorrection {
  const { advertiser, category, contactName, contactEmail, insertionOrder, cents, note } = order;
  const rate = insertionOrder ? { ...insertionOrder, cents } : null;
  return { advertiser, advertiserIs: 'renamed', category, contactName, contactEmail, insertionOrder: rate, note };
}

function post({ site, dana }: Desk, path: string, fields: Record<string, string>): Promise<Response> {
  return site.fetch(path, form(dana, fields));
}

async function countOrders({ site }: Desk): Promise<number> {
  return (await site.deps.db.read.selectFrom('ad_order').select('id').execute()).length;
}

async function countEmails({ site }: Desk, about: string): Promise<number> {
  const rows = await site.deps.db.read.selectFrom('outbox').select('id').where('about', '=', about).execute();
  return rows.length;
}
