import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { availabilitySchema } from '#ads/catalog/availability.ts';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { UNITS, type UnitRow } from '#ads/catalog/units.ts';
import { getOrder } from '#ads/orders/orders.ts';
import { CLI } from '#core/actor.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { booked, type Desk, openDesk, opened } from '../../support/ads/ad-desk.ts';
import { form, json, openSite, type TestSite } from '../../support/site.ts';

// The settings of the rate card.

const catalogOf = async (site: TestSite) => json(await site.fetch('/api/v1/advertise'));
const save = ({ deps }: TestSite, typed: Record<string, string>) =>
  saveDeclaredSettings(deps, CLI, siteSnapshot().publication, typed);

/** The fields of the form that the page shows. */
async function fieldsOf(site: TestSite, cookie: string): Promise<Record<string, string>> {
  const page = await (await site.fetch('/newsroom/price-list', { headers: { Cookie: cookie } })).text();
  const inputs = [...page.matchAll(/<input[^>]*? name="([^"]+)"(?=[^>]*value="([^"]*)")[^>]*>/g)];
  const areas = [...page.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)</g)];
  return Object.fromEntries([...inputs, ...areas].map(([, name = '', value = '']) => [name, value]));
}

test('a chief changes the rate card in the newsroom: new orders get the new price, an old order keeps its own, and the journal says who changed what', async (t) => {
  const desk: Desk = await openDesk(t);
  const { site } = desk;
  const order = await opened(desk);
  const chief = await site.person('chief', 'Carla Chief');
  const fields = await fieldsOf(site, chief.cookie);
  assert.equal(fields['price-homepage-band'], '2500.00');
  const same = await site.fetch('/newsroom/price-list', form(chief, fields));
  assert.match(same.headers.get('location') ?? '', /done=same/, 'the form as it is shown changes nothing');
  const { 'sold-in-article': _, ...without } = fields;
  const changed = { ...without, 'price-homepage-band': '3,100', adPricesFrom: '2026-10-01', adAudience: 'Bakers.' };
  const saved = await site.fetch('/newsroom/price-list', form(chief, changed));
  assert.match(saved.headers.get('location') ?? '', /done=saved/);

  const catalog = await catalogOf(site);
  assert.deepEqual([catalog.audience, catalog.effectiveAt], ['Bakers.', '2026-10-01']);
  const prices = Object.fromEntries(
    catalog.units.map((unit: Record<string, unknown>) => [unit.id, unit.listPriceCents]),
  );
  assert.equal(prices['homepage-band'], 310_000);
  assert.ok(!('in-article' in prices), 'a unit that is not on sale is not on the list');
  const page = await (await site.fetch('/advertise')).text();
  assert.match(page, /Read by: Bakers\.[\s\S]*\$3,100/);

  assert.equal((await getOrder(site.deps.db.read, order.id)).cents, 250_000);
  const later = { ...desk, catalog: advertisingCatalog(site.publication) };
  assert.equal((await opened(later, { advertiser: 'Rival' })).cents, 310_000);
  await assert.rejects(opened(later, { unit: 'in-article' }), /is not on the rate card/);
  const entries = await site.deps.db.read
    .selectFrom('journal')
    .select(['actor_name', 'subject_id', 'detail'])
    .where('act', '=', 'site.changed')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    entries.map(({ subject_id }) => subject_id),
    ['adAudience', 'adPricesFrom', 'adUnits'],
  );
  assert.ok(entries.every(({ actor_name }) => actor_name === 'Carla Chief'));
  const { from, to } = JSON.parse(entries[2]?.detail ?? '');
  assert.match(from, /homepage-band \| 2500\.00/);
  assert.match(to, /homepage-band \| 3100\.00/);
});

test('an order of a unit that is no longer on sale goes on with its files', async (t) => {
  const desk = await openDesk(t);
  const { site, dana } = desk;
  const order = await opened(desk, { unit: 'in-article' });
  await save(site, { adUnits: 'homepage-band | 2500' });
  const page = await (await site.fetch(`/newsroom/ads/${order.id}`, { headers: { Cookie: dana.cookie } })).text();
  assert.match(page, /In-article ad/);
  assert.match(page, /name="file"/, 'it still waits for its creative');
  assert.match(page, /\$1,800\.00, list price/);
});

test('another magazine says nothing of the readers of the specification, unless a chief says so', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: 'The Weekly Loaf' });
  assert.equal((await catalogOf(site)).audience, 'Readers of The Weekly Loaf.');
  for (const path of ['/advertise', '/advertise.md'])
    assert.match(await (await site.fetch(path)).text(), /Read by: Readers of The Weekly Loaf\./, path);
  assert.doesNotMatch(await (await site.fetch('/api/v1/advertise')).text(), /estimators|superintendents/i);
  await save(site, { adAudience: 'Estimators of bread.' });
  assert.equal((await catalogOf(site)).audience, 'Estimators of bread.');
});

test('a wrong rate card is refused whole, and only chiefs change it', async (t) => {
  const { site, dana } = await openDesk(t);
  const before = await catalogOf(site);
  const chief = await site.person('chief');
  const fields = await fieldsOf(site, chief.cookie);
  const wrong: [Record<string, string>, RegExp][] = [
    [{ 'price-homepage-band': 'cheap' }, /Homepage band: “cheap” is no price/],
    [{ 'price-homepage-band': 'on request' }, /Homepage band/],
    [{ 'price-homepage-band': '0.50' }, /at least 1\.00/],
    [{ 'price-homepage-band': '1,000,000.01' }, /must be at most 1000000\.00/],
    [{ adCurrency: 'EURO' }, /Currency must be the code of a currency/],
    [{ adPricesFrom: 'soon', 'price-homepage-band': '9999' }, /Prices from/],
    [{ 'summary-homepage-band': 'x'.repeat(301) }, /Homepage band: what it is must be at most 300 characters/],
  ];
  for (const [over, words] of wrong) {
    const answer = await site.fetch('/newsroom/price-list', form(chief, { ...fields, ...over }));
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), words);
  }
  const none = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('sold-')));
  assert.equal((await site.fetch('/newsroom/price-list', form(chief, none))).status, 422, 'no unit on sale');
  assert.equal((await site.fetch('/newsroom/price-list', form(dana, fields))).status, 403);
  await assert.rejects(saveDeclaredSettings(site.deps, dana, site.publication, { adAudience: 'Mine.' }), {
    kind: 'forbidden',
  });
  assert.deepEqual(await catalogOf(site), before);
  for (const price of ['1.00', '1,000,000.00']) {
    const highest = await site.fetch('/newsroom/price-list', form(chief, { ...fields, 'price-homepage-band': price }));
    assert.equal(highest.status, 303, price);
  }
});

test('a stored rate card that this release cannot read counts as none', () => {
  const site = { name: 'Plumbline', adDesk: 'ads@magazine.example' };
  const settings = { adAudience: 7, adPricesFrom: 'x', adUnits: [{ id: 'gone' }] };
  assert.deepEqual(advertisingCatalog({ ...site, settings }), advertisingCatalog(site));
});

/** Made-up rows of the list of units, removed after the test. */
function withUnits(t: TestContext, ...rows: UnitRow[]): void {
  const list = UNITS as UnitRow[];
  list.push(...rows);
  t.after(() => list.splice(-rows.length));
}

test('a unit is one row: at the place of another unit it is booked, offered and missed like that one, without a place it is a program', async (t) => {
  const summary = 'Made up.';
  withUnits(
    t,
    {
      ...{
        id: 'in-article-quarter',
        runs: 'quarter',
        title: 'In-article ad for a quarter',
        summary,
        term: 'one quarter',
      },
      ...{ listPriceCents: 480_000, copyMaxWords: null, creativeIds: ['in-article'] },
    },
    {
      ...{ id: 'site-visits', runs: 'as agreed', title: 'Site visits', summary, term: 'on request' },
      ...{ listPriceCents: null, copyMaxWords: null, creativeIds: [] },
    },
  );
  const desk = await openDesk(t);
  const { site } = desk;
  assert.deepEqual(
    (await catalogOf(site)).units.slice(-2).map(({ id }: { id: string }) => id),
    ['in-article-quarter', 'site-visits'],
  );
  await booked(desk, { unit: 'in-article-quarter', startsOn: '2026-10-01' });
  const free = availabilitySchema.parse(await json(await site.fetch('/api/v1/advertise/availability')));
  const startsOf = (unit: string) => free.units.find(({ id }) => id === unit)?.starts;
  const until = { from: '2027-01-01', to: '2027-07-01' };
  assert.deepEqual(startsOf('in-article-quarter'), [until], 'first days with a whole free quarter, to 2027-09-30');
  assert.equal(startsOf('in-article')?.at(-1)?.from, '2027-01-01');
  const insertionOrder = { number: 'IO-7', signedOn: '2026-09-01', cents: 350_050 };
  const visit = { unit: 'site-visits', startsOn: '2026-10-05', endsOn: '2026-10-20', insertionOrder };
  await booked(desk, { ...visit, advertiser: 'Rival', category: 'Drones' });
  await booked(desk, {
    ...visit,
    advertiser: 'Third',
    category: 'Lasers',
    insertionOrder: { ...insertionOrder, number: 'IO-8' },
  });
  const runs = await site.deps.db.read.selectFrom('ad_run').select('place').orderBy('place').execute();
  assert.deepEqual(
    runs.map(({ place }) => place),
    ['custom-programs', 'custom-programs', 'in-article'],
  );
});
