import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TICKED, booked, type Desk, invoiced, openDesk, opened, withCreatives } from '../support/ad-desk.ts';
import { bearer, form } from '../support/site.ts';

// The forms of the ad desk and their responses.

const NEW = {
  unit: 'homepage-band',
  advertiser: 'Acme Layout',
  category: 'Layout robots',
  contactName: 'Robin Vance',
  contactEmail: 'robin@acme.example',
  startsOn: '2026-10-05',
  rate: 'list',
};
const ticks = Object.fromEntries(ALL_TICKED.map((id) => [`tick-${id}`, 'yes']));

test('writers cannot open the ad desk’s pages, and neither writers nor agents can send its forms', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await withCreatives(desk);
  const writer = await site.person('writer');
  const token = await site.grantToken(dana);
  const own = `/newsroom/ads/${order.id}`;
  for (const path of ['/newsroom/ads', '/newsroom/ads/new', '/newsroom/ads/calendar', '/newsroom/ads/invoices', own])
    assert.equal((await site.fetch(path, { headers: { Cookie: writer.cookie } })).status, 403, path);
  const acts = ['accept', 'refuse', 'invoice', 'book', 'dates', 'cancel', 'close', 'proofs', 'creatives'];
  for (const path of ['/newsroom/ads/new', '/newsroom/ads/sends', ...acts.map((act) => `${own}/${act}`)]) {
    assert.equal((await site.fetch(path, form(writer, ticks))).status, 403, path);
    const asAgent = await site.fetch(path, { method: 'POST', headers: bearer(token), body: '{}' });
    const location = asAgent.headers.get('location') ?? '';
    assert.deepEqual([asAgent.status, location.replace(/=.*/, '')], [303, '/newsroom/sign-in?next'], path);
  }
  assert.equal(await stateOf(desk, order.id), 'creative in');
});

test('a refused order form keeps the typed text and opens no order', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const wrong = [
    { startsOn: '2026-09-01' },
    { startsOn: 'soon' },
    { contactEmail: 'robin' },
    { unit: 'skyscraper' },
    { unit: 'custom-programs' },
    { rate: 'insertion order', orderNumber: 'IO-1', signedOn: '2026-09-01', amount: '1.234,50' },
    { rate: 'insertion order', orderNumber: '', signedOn: '2026-09-01', amount: '1800' },
    { advertiser: '<script>alert(1)</script>\u202e' },
    { category: '!!' },
  ];
  for (const over of wrong) {
    const response = await site.fetch('/newsroom/ads/new', form(dana, { ...NEW, ...over }));
    assert.equal(response.status, 422, JSON.stringify(over));
    const page = await response.text();
    assert.match(page, /role="alert"/);
    assert.match(page, /value="Robin Vance"/);
    assert.doesNotMatch(page, /<script>/);
  }
  assert.equal((await site.deps.db.read.selectFrom('ad_order').select('id').execute()).length, 0);
});

test('the ad desk’s pages escape an advertiser’s name and note', async (t) => {
  const desk = await openDesk(t);
  const { id } = await opened(desk, { advertiser: '<b>Bold</b> & "Sons"', note: '</textarea><img src=x>' });
  for (const path of ['/newsroom/ads', `/newsroom/ads/${id}`]) {
    const page = await (await desk.site.fetch(path, { headers: { Cookie: desk.dana.cookie } })).text();
    assert.match(page, /&lt;b&gt;Bold/);
    assert.doesNotMatch(page, /<b>Bold|<img src=x>/);
  }
});

test('a booking of reserved days is refused, and the page names the advertiser that holds them', async (t) => {
  const desk = await openDesk(t);
  await booked(desk);
  const late = await invoiced(desk, { advertiser: 'Rival' });
  const response = await desk.site.fetch(`/newsroom/ads/${late.id}/book`, form(desk.dana, {}));
  assert.equal(response.status, 409);
  assert.match(await response.text(), /Acme Layout holds homepage-band on 2026-10-05\. Nothing was booked\./);
  assert.equal(await stateOf(desk, late.id), 'invoiced');
});

test('the page and the form of an unknown order answer 404', async (t) => {
  const { site, dana } = await openDesk(t);
  for (const id of ['none', '00000000-0000-4000-8000-000000000000', "1'--"]) {
    const path = `/newsroom/ads/${encodeURIComponent(id)}`;
    assert.equal((await site.fetch(path, { headers: { Cookie: dana.cookie } })).status, 404, id);
    assert.equal((await site.fetch(`${path}/accept`, form(dana, ticks))).status, 404, id);
  }
});

async function stateOf({ site }: Desk, id: string): Promise<string | undefined> {
  const row = await site.deps.db.read.selectFrom('ad_order').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}
