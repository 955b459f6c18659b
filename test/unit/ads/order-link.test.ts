import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCreatives } from '#ads/creatives/stored-creatives.ts';
import { correctOrder } from '#ads/orders/correct-order.ts';
import { makeInsertionOrder } from '#ads/orders/insertion-orders.ts';
import { readOrderLink } from '#ads/orders/order-links.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { completeEmail } from '#server/emails.ts';
import {
  DAY,
  type Desk,
  inquiry,
  invoiced,
  openDesk,
  opened,
  picture,
  signedIn,
  WORDS,
} from '../../support/ads/ad-desk.ts';
import { form } from '../../support/site.ts';

// The page of an order for its advertiser, who has no account.

test('the advertiser sees the state, sends files that are checked at once, and gets the documents of this order alone', async (t) => {
  const desk = await openDesk(t);
  const { site, catalog } = desk;
  const order = await opened(desk, { advertiser: '<b>Żółć</b>' });
  const path = await pathOf(desk, order.id);
  const page = await site.fetch(path);
  assert.equal(page.status, 200);
  assert.deepEqual(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => page.headers.get(name)),
    ['no-store', 'no-referrer', 'noindex, nofollow, noarchive'],
  );
  const body = await page.text();
  assert.match(body, /We have your inquiry/);
  assert.match(body, /&lt;b&gt;Żółć/);
  assert.doesNotMatch(body, /newsroom\/ads/);

  const wrong = await send(desk, path, await picture(catalog, 'in-article'));
  assert.equal(wrong.status, 422);
  assert.match(await wrong.text(), /2400 × 1600[\s\S]*value="https:\/\/acme\.example\/"/);
  site.pass(60);
  const sent = await send(desk, path, await picture(catalog, 'homepage-band'));
  assert.equal(sent.status, 303, await sent.clone().text());
  const [last, first] = await listCreatives(site.deps.db.read, order.id);
  assert.deepEqual([first?.state, last?.state], ['refused', 'in']);
  assert.ok(first?.toldAt, 'nobody has to email the advertiser about it');
  assert.equal(last?.takenBy, 'Robin Vance, by the link of the order');
  assert.equal((await getOrder(site.deps.db.read, order.id)).state, 'creative in');
  assert.match(await (await site.fetch(path)).text(), /The file fits\. An editor still has to accept it/);
  assert.equal((await site.fetch(`${path}/files/creative-${last?.id}`)).headers.get('content-type'), 'image/png');

  const { number } = await makeInsertionOrder(site.deps, desk.dana, site.publication, {
    catalog,
    words: WORDS,
    orderId: order.id,
    cents: 1,
  });
  const agreement = /href="(\/advertise\/insertion-orders\/[0-9a-f]{64})">Insertion order IO-2026-0001<\/a>, to read/;
  const [, href = ''] = agreement.exec(await (await site.fetch(path)).text()) ?? [];
  assert.match(await (await site.fetch(href)).text(), new RegExp(number));

  const other = await invoiced(desk, { advertiser: 'Rival', startsOn: '2027-01-04' });
  const otherPath = await pathOf(desk, other.id);
  assert.match(await (await site.fetch(otherPath)).text(), /Invoice 2026-0001<\/a>, paid 2026-09-06/);
  const pdf = await site.fetch(`${otherPath}/files/invoice-2026-0001.pdf`);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  for (const file of ['invoice-2026-0001.pdf', 'invoice-x.pdf', 'proof-1.pdf', 'other.txt', '..%2fx'])
    assert.equal((await site.fetch(`${path}/files/${file}`)).status, 404, file);
});

test('the link is in the emails, ends, can be ended, and changes with the contact’s address', async (t) => {
  const desk = await openDesk(t);
  const { site, dana, catalog } = desk;
  const order = await opened(desk);
  const path = await pathOf(desk, order.id);
  const emails = await site.deps.db.read.selectFrom('outbox').selectAll().where('about', '=', 'ad.opened').execute();
  const text = emails[0]?.text ?? '';
  assert.doesNotMatch(text, new RegExp(path), 'the outbox holds no secret');
  const email = { about: 'ad.opened', to: '', subject: '', text, orderId: order.id };
  assert.match((await completeEmail(site.deps, email)) ?? '', new RegExp(path));
  const rows = await site.deps.db.read.selectFrom('ad_link').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(path.split('/').at(-1) ?? ''), 'nor the table');

  const { unit: _, startsOn: _s, endsOn: _e, ...fields } = inquiry({ contactEmail: 'kim@acme.example' });
  const correction = { ...fields, advertiserIs: 'renamed' } as const;
  await correctOrder(site.deps, dana, catalog, { orderId: order.id, correction });
  assert.equal((await site.fetch(path)).status, 404, 'the old contact may be somebody else');
  const next = await pathOf(desk, order.id);
  assert.equal((await site.fetch(next)).status, 200);
  const own = `/newsroom/ads/${order.id}`;
  assert.match(await (await site.fetch(own, { headers: { Cookie: dana.cookie } })).text(), new RegExp(next));
  assert.equal((await site.fetch(`${own}/link`, form(dana, {}))).status, 303);
  const third = await pathOf(desk, order.id);
  assert.notEqual(third, next);
  assert.equal((await site.fetch(next)).status, 404);
  assert.equal((await site.fetch(`${own}/link/end`, form(dana, {}))).status, 303);
  assert.equal((await site.fetch(third)).status, 404);
  assert.doesNotMatch((await completeEmail(site.deps, email)) ?? '', /Its state|order-secret/);
  assert.equal((await site.fetch(`${own}/link/end`, form(dana, {}))).status, 409);

  assert.equal((await site.fetch(`${own}/link`, form(dana, {}))).status, 303);
  const last = await pathOf(desk, order.id);
  site.pass(150 * DAY); // the order ends on 2026-11-01
  assert.equal((await site.fetch(last)).status, 404);
  dana.cookie = (await signedIn(desk)).cookie;
  assert.equal((await site.fetch(`${own}/link`, form(dana, {}))).status, 422);
  assert.equal((await site.fetch(`/advertise/orders/${'0'.repeat(64)}`)).status, 404);
});

async function pathOf({ site }: Desk, orderId: string): Promise<string> {
  const link = await readOrderLink(site.deps, site.deps.db.read, orderId);
  return `/advertise/orders/${link?.secret}`;
}

function send({ site }: Desk, path: string, file: Uint8Array): Promise<Response> {
  const body = new FormData();
  const fields = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([new Uint8Array(file)]), 'ad.png');
  return site.fetch(`${path}/files`, { method: 'POST', body });
}
