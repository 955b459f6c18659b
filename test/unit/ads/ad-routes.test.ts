import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft } from '#editorial/write/create-draft.ts';
import { ROUTES } from '#server/routes.ts';
import { ALL_TICKED, booked, type Desk, invoiced, openDesk, opened, withCreatives } from '../../support/ads/ad-desk.ts';
import { goLive } from '../../support/live.ts';
import { bearer, copy, draft, form, fromPage } from '../../support/site.ts';

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
const ticks = ALL_TICKED.map((id) => ['ticks', id]);

test('writers cannot open the ad desk’s pages, and neither writers nor agents can send its forms', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await withCreatives(desk);
  const writer = await site.person('writer');
  const token = await site.grantToken(dana);
  const own = `/newsroom/ads/${order.id}`;
  for (const path of ['/newsroom/ads', '/newsroom/ads/new', '/newsroom/ads/calendar', '/newsroom/ads/invoices', own])
    assert.equal((await site.fetch(path, { headers: { Cookie: writer.cookie } })).status, 403, path);
  const acts = ['accept', 'refuse', 'invoice', 'book', 'dates', 'cancel', 'close', 'creatives'];
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

/** The pages of the newsroom that ad sales can open, beside those of the ad desk: their own account, help, the search and the side bar. */
const OPEN =
  /^\/newsroom\/(?:ads(?:\/|$)|sessions|password|profile|second-factor|session$|sign-out|help|search|find|settings|fold)/;

test('ad sales work at the ad desk, and every other page and act of the newsroom is closed to them', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const sales = await site.person('ad sales', 'Sam Seller');
  assert.deepEqual([sales.role, sales.sellsAds], ['writer', true]);
  const order = await withCreatives(desk);
  const live = await goLive(site);
  const hidden = await createDraft(site.deps, dana, copy({ slug: 'a-secret', headline: 'A secret draft' }));
  const get = (path: string) => site.fetch(path, { headers: { Cookie: sales.cookie }, redirect: 'manual' });
  assert.equal((await get('/newsroom')).headers.get('location'), '/newsroom/ads');
  const page = await (await get(`/newsroom/ads/${order.id}`)).text();
  assert.match(page, /Sam Seller, ad sales/);
  assert.equal((await get('/newsroom/help')).status, 200);
  assert.match(page, /An editor accepts or refuses the ad/);
  assert.doesNotMatch(page, /href="\/newsroom\/(?:journal|pictures|weeks)"/);

  const values: Record<string, string> = { articleId: hidden.id, orderId: order.id, number: '0' };
  for (const { method, path, who } of ROUTES) {
    if (!path.startsWith('/newsroom') || who === 'anyone') continue;
    const address = path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => values[name] ?? order.id);
    const answer = method === 'GET' ? await get(address) : await site.fetch(address, form(sales, {}));
    const isClosed = answer.status === 403 || answer.headers.get('location') === '/newsroom/ads';
    if (!OPEN.test(address)) assert.ok(isClosed, `${method} ${path} answered ${answer.status}`);
    assert.doesNotMatch(await answer.text(), /A secret draft/, path);
    if (address.endsWith('/sign-out')) sales.cookie = (await site.person('ad sales', 'Toni Seller')).cookie;
  }
  for (const act of ['accept', 'accept-creative', 'refuse'])
    assert.equal((await site.fetch(`/newsroom/ads/${order.id}/${act}`, form(sales, ticks))).status, 403, act);

  const headers = fromPage(sales, { 'Content-Type': 'application/json' });
  const body = JSON.stringify(draft({ slug: 'by-sales' }));
  assert.equal((await site.fetch('/api/admin/articles', { method: 'POST', headers, body })).status, 403);
  const revisions = `/api/admin/articles/${live.id}/revisions`;
  assert.equal((await site.fetch(revisions, { method: 'POST', headers, body })).status, 403);
});

test('ad sales open, correct, hold and share orders, and an editor accepts', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const sales = await site.person('ad sales');
  const order = await withCreatives(desk);
  const post = (by: { cookie: string }, act: string, fields: Record<string, string> | string[][] = {}) =>
    site.fetch(`/newsroom/ads/${order.id}/${act}`, form(by, fields));
  assert.equal((await post(sales, 'hold', { until: '2026-09-13' })).status, 303);
  assert.equal((await post(sales, 'link')).status, 303);
  assert.equal((await post(dana, 'accept', ticks)).status, 303);
  assert.equal((await post(sales, 'invoice')).status, 303);
  assert.equal((await post(sales, 'book', { onCreditBecause: 'A customer for years' })).status, 303);
});

async function stateOf({ site }: Desk, id: string): Promise<string | undefined> {
  const row = await site.deps.db.read.selectFrom('ad_order').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}
