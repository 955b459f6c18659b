import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStart } from '#ads/orders/renew-order.ts';
import { booked, type Desk, openDesk, opened } from '../../support/ads/ad-desk.ts';
import { form } from '../../support/site.ts';

// The pages of advertisers, and the renewal of their orders.

test('an order is renewed once with its files, and the advertiser’s page lists contacts, orders and invoices', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await booked(desk, { advertiser: 'Żółć & Sons' }); // 2026-10-05 to 2026-11-01
  await opened(desk, { advertiser: 'Rival' });
  site.pass(60);
  const page = async (path: string) => (await site.fetch(path, { headers: { Cookie: dana.cookie } })).text();
  assert.match(await page(`/newsroom/ads/${order.id}`), /name="startsOn" type="date" value="2026-11-02"/);
  const renew = (id: string, fields: Record<string, string>) =>
    site.fetch(`/newsroom/ads/${id}/renew`, form(dana, fields));
  const answers = [];
  for (let n = 0; n < 2; n++) answers.push(await renew(order.id, { startsOn: '2026-11-02' }));
  const [path, again] = answers.map((answer) => (answer.headers.get('location') ?? '').replace(/\?.*/, ''));
  assert.equal(again, path, 'the same form opens one order');
  const renewed = await page(path ?? '');
  assert.match(renewed, /2026-11-02<\/time> to <time datetime="2026-11-29"/);
  assert.match(renewed, /Accept or refuse/, 'its file waits for an editor');
  assert.match(renewed, /\$2,500\.00, list price/);
  assert.match(await mailTo(desk, 'robin@acme.example'), /We renew your order/);
  const [, id = ''] = /\/newsroom\/ads\/(.*)/.exec(path ?? '') ?? [];
  assert.equal((await renew(id, { startsOn: '2026-12-07' })).status, 422, 'only a booked order is renewed');
  assert.equal((await renew(order.id, { startsOn: '2026-09-01' })).status, 422);

  const list = await page('/newsroom/ads/advertisers');
  assert.match(list, /Żółć &amp; Sons<\/a>[\s\S]*Rival/);
  assert.doesNotMatch(await page('/newsroom/ads/advertisers?q=żółć'), /Rival/);
  const own = await page(`/newsroom/ads/advertisers/${order.advertiserId}`);
  for (const told of ['Robin Vance', order.reference, '2026-0001.pdf', 'paid 2026-09-06', 'Booked', 'Received'])
    assert.ok(own.includes(told), told);
  const cookie = (await site.person('writer')).cookie;
  assert.equal((await site.fetch('/newsroom/ads/advertisers', { headers: { Cookie: cookie } })).status, 403);
  const none = await site.fetch('/newsroom/ads/advertisers/none', { headers: { Cookie: dana.cookie } });
  assert.equal(none.status, 404);
});

test('a renewal starts on the next day that its unit can start on', () => {
  const next = (unit: string, endsOn: string, today = '2026-09-06') => nextStart({ unit, endsOn }, today);
  assert.equal(next('homepage-band', '2026-10-04'), '2026-10-05');
  assert.equal(next('homepage-band', '2026-08-04'), '2026-09-07');
  assert.equal(next('field-brief', '2026-10-06'), '2026-10-13');
  assert.equal(next('issue-sponsorship', '2026-12-31'), '2027-01-01');
  assert.equal(next('issue-sponsorship', '2026-06-30'), '2026-10-01');
});

async function mailTo({ site }: Desk, address: string): Promise<string> {
  const mails = await site.deps.db.read.selectFrom('outbox').select('text').where('recipient', '=', address).execute();
  return mails.map(({ text }) => text).join('\n');
}
