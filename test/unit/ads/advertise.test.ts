import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advertisingCatalog, checkCatalog } from '#ads/catalog/catalog.ts';
import { type AdvertisingCatalog, catalogSchemas } from '#ads/catalog/catalog-schema.ts';
import { UNITS } from '#ads/catalog/units.ts';
import { readConfig } from '#runtime/config/config.ts';
import { createApp } from '#server/create-app.ts';
import { placeSite } from '#site/live-site.ts';
import { json, openSite } from '../../support/site.ts';

const site = { name: 'Plumbline', adDesk: 'ads@magazine.example' };
const PNG_JPEG = ['image/png', 'image/jpeg'];

// The specification's creative table: pixels, display pixels, ratio, bytes, types, safe area, label.
const creatives: [string, number[], number[], string, number, string[], number, string][] = [
  ['homepage-band', [2880, 480], [1440, 240], '6:1', 400000, PNG_JPEG, 24, 'ADVERTISEMENT'],
  ['in-article', [2400, 1600], [1200, 800], '3:2', 400000, PNG_JPEG, 24, 'ADVERTISEMENT'],
  ['field-brief', [600, 200], [600, 200], '3:1', 150000, PNG_JPEG, 16, 'Advertisement'],
  ['directory-logo', [800, 800], [400, 400], '1:1', 150000, ['image/png'], 24, 'Directory listing'],
];

for (const [
  id,
  [widthPx, heightPx],
  [displayWidthPx, displayHeightPx],
  ratio,
  maxBytes,
  mimeTypes,
  safeAreaPx,
  label,
] of creatives) {
  test(`creative ${id}: ${widthPx} x ${heightPx}, ${ratio}, at most ${maxBytes} bytes, labelled ${label}`, async (t) => {
    const { creatives: served } = await read(t);
    const { name, labelPlacement, placement, ...numbers } = served.find((one) => one.id === id) ?? assert.fail();
    assert.deepEqual(numbers, {
      id,
      label,
      ratio,
      mimeTypes,
      maxBytes,
      widthPx,
      heightPx,
      displayWidthPx,
      displayHeightPx,
      safeAreaPx,
    });
    for (const words of [name, labelPlacement, placement]) assert.equal(typeof words, 'string');
  });
}

// The specification's unit table: term, price in cents, words of copy, creatives.
const units: [string, string, number | null, number | null, string[]][] = [
  [
    'issue-sponsorship',
    'one quarterly issue',
    800000,
    null,
    ['homepage-band', 'in-article', 'field-brief', 'directory-logo'],
  ],
  ['homepage-band', '4 weeks', 250000, null, ['homepage-band']],
  ['in-article', '4 weeks', 180000, null, ['in-article']],
  ['field-brief', 'one weekly send', 100000, 40, ['field-brief']],
  ['directory-listing', 'one quarter', 60000, null, ['directory-logo']],
  ['custom-programs', 'on request', null, null, []],
];

for (const [id, term, listPriceCents, copyMaxWords, creativeIds] of units) {
  test(`unit ${id}: ${term}, ${listPriceCents} cents, ${copyMaxWords ?? 'no'} words of copy`, async (t) => {
    const { units: served } = await read(t);
    const { title, summary, ...rest } = served.find((one) => one.id === id) ?? assert.fail();
    assert.deepEqual(rest, { id, term, listPriceCents, copyMaxWords, creativeIds });
    for (const words of [title, summary]) assert.equal(typeof words, 'string');
  });
}

test('the ad catalog has exactly the fields and creatives of the specification, its units, and those of further rows', async (t) => {
  const catalog = await read(t);
  assert.deepEqual(Object.keys(catalog).sort(), [
    'audience',
    'creatives',
    'currency',
    'desk',
    'effectiveAt',
    'howToBuy',
    'name',
    'terms',
    'units',
  ]);
  assert.deepEqual(Object.keys(catalog.desk).sort(), ['alias', 'email', 'note']);
  assert.deepEqual(
    catalog.creatives.map((one) => one.id),
    creatives.map(([id]) => id),
  );
  assert.deepEqual(
    catalog.units.map((one) => one.id),
    UNITS.map((one) => one.id),
  );
  const specified = new Set(units.map(([id]) => id));
  assert.deepEqual(
    catalog.units.map((one) => one.id).filter((id) => specified.has(id)),
    units.map(([id]) => id),
  );
  assert.deepEqual(catalogSchemas('USD').catalogSchema.parse(catalog), catalog);
});

test('currency is USD and the rate card takes effect on 2026-08-26', async (t) => {
  const { currency, effectiveAt } = await read(t);
  assert.deepEqual({ currency, effectiveAt }, { currency: 'USD', effectiveAt: '2026-08-26' });
});

test('audience names the readers of the magazine', async (t) => {
  const { audience } = await read(t);
  for (const reader of [
    'estimators',
    'project managers',
    'superintendents',
    'trade principals',
    'construction companies',
  ])
    assert.match(audience.toLowerCase(), new RegExp(reader));
});

const placements: [string, RegExp[]][] = [
  ['homepage-band', [/homepage/, /below the supplier directory block/, /one advertiser at a time/]],
  ['in-article', [/one labeled image/i, /inside each published article/]],
  ['field-brief', [/one sponsor/i, /weekly Field Brief send/]],
  ['directory-logo', [/supplier directory/, /square crop/, /paid directory row/]],
];
for (const [id, words] of placements) {
  test(`the placement of ${id} matches the specification`, async (t) => {
    const creative = (await read(t)).creatives.find((one) => one.id === id);
    for (const word of words) assert.match(creative?.placement ?? '', word);
  });
}

test('band and in-article ads have their label outside the crop, the Field Brief above the image', async (t) => {
  const where = Object.fromEntries((await read(t)).creatives.map((one) => [one.id, one.labelPlacement]));
  assert.match(where['homepage-band'] ?? '', /outside the crop.*magazine's type/i);
  assert.match(where['in-article'] ?? '', /outside the crop.*magazine's type/i);
  assert.match(where['field-brief'] ?? '', /above the image/i);
  assert.match(where['directory-logo'] ?? '', /paid/);
});

test('the catalog describes what an issue sponsorship covers, and that a Field Brief has one HTTPS URL and up to 40 words', async (t) => {
  const summaries = Object.fromEntries((await read(t)).units.map((one) => [one.id, one.summary]));
  for (const part of [
    /homepage band/,
    /in-article ad on every story/,
    /one Field Brief ad/,
    /directory logo for the quarter/,
  ])
    assert.match(summaries['issue-sponsorship'] ?? '', part);
  assert.match(summaries['field-brief'] ?? '', /one HTTPS URL and up to 40 words/);
});

const rules: [string, RegExp][] = [
  ['no animation', /no animation/i],
  ['no HTML5', /no HTML5/],
  ['no third-party ad tags', /no third-party ad tags/i],
  ['no third-party tracking pixels', /no third-party tracking pixels/i],
  ['the service adds the ADVERTISEMENT label', /adds the ADVERTISEMENT label/],
  ['creatives carry no look-alike label', /must not carry a look-alike label/],
  [
    'issue sponsorship is exclusive in its product category for that issue',
    /exclusive in its product category for that issue/,
  ],
  [
    'one advertiser at a time',
    /only one advertiser at a time runs in the homepage band, the in-article ad and the Field Brief/i,
  ],
  ['an ad does not run until an editor accepts it', /does not run until an editor accepts it/],
  ['payment is by invoice after acceptance', /payment is by invoice after acceptance/i],
  ['static PNG or JPEG in sRGB', /static PNG or JPEG files in sRGB/],
  ['a directory logo is PNG only', /directory logo is PNG only/],
  ['Field Brief copy has at most 40 words and one HTTPS URL', /at most 40 words with one HTTPS URL/],
  ['the safe area is 24 px, 16 px for the Field Brief image', /24 px inside the crop, 16 px for the Field Brief image/],
  ['cancellation is in writing, 14 days before the start date', /in writing, 14 days before the start date/],
  [
    'prices are USD list prices and a signed insertion order can set another',
    /USD list prices; a signed insertion order can set/,
  ],
  ['editorial copy, bylines and newsroom headlines are not for sale', /not for sale/],
];
for (const [rule, words] of rules) {
  test(`the terms say: ${rule}`, async (t) => {
    const { terms } = await read(t);
    assert.ok(terms.some((term) => words.test(term)));
  });
}

const steps: [string, RegExp][] = [
  ['an editor has to accept the ad', /editor has to accept/],
  [
    'payment is by invoice after acceptance, then the flight is scheduled',
    /invoice after acceptance, then the flight is scheduled/,
  ],
  ['automated payment is not supported', /automated payment is not supported/i],
];
for (const [step, words] of steps) {
  test(`how to buy says: ${step}`, async (t) => {
    const { howToBuy } = await read(t);
    assert.ok(howToBuy.some((line) => words.test(line)));
  });
}

test('/advertise says where an ad is shown smaller than its catalog size', async (t) => {
  const site = await openSite(t);
  for (const path of ['/advertise', '/advertise.md']) {
    const text = await (await site.fetch(path)).text();
    assert.match(text, /1440 × 240 px in windows of 1440 px or more/);
    assert.match(text, /1200 × 800 px, scaled down to the width of the text/);
    assert.doesNotMatch(text, /600 × 200 px(?:,| in) (?:scaled|windows)/);
  }
});

test('the ad catalog needs no authentication, is cached, and answers HEAD and 304', async (t) => {
  const open = await openSite(t);
  const get = await open.fetch('/api/v1/advertise');
  assert.equal(get.status, 200);
  assert.equal(get.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(get.headers.get('cache-control') ?? '', /^public, max-age=60/);
  const etag = get.headers.get('etag') ?? '';
  const head = await open.fetch('/api/v1/advertise', { method: 'HEAD' });
  assert.equal(head.headers.get('etag'), etag);
  assert.equal(await head.text(), '');
  const again = await open.fetch('/api/v1/advertise', { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  assert.equal((await open.fetch('/api/v1/advertise', { method: 'POST' })).status, 405);
});

test('AD_DESK_EMAIL sets the alias and email of the ad desk', async (t) => {
  const { desk } = await read(t, { AD_DESK_EMAIL: 'ads@magazine.example' });
  assert.deepEqual([desk.alias, desk.email], ['ads@magazine.example', 'ads@magazine.example']);
});

test('without AD_DESK_EMAIL the ad desk has an address at the host of BASE_URL, or an example host on loopback', () => {
  const at = (BASE_URL: string) => readConfig({ BASE_URL }).publication.adDesk;
  assert.equal(at('https://fieldwork.example'), 'advertising@fieldwork.example');
  assert.equal(at('http://127.0.0.1:3000'), 'advertising@magazine.example');
  assert.equal(at('http://localhost:3000'), 'advertising@magazine.example');
  assert.equal(at('http://[::1]:3000'), 'advertising@magazine.example');
});

test('the server does not start with an invalid ad catalog, and names the error', async (t) => {
  const { deps, config } = await openSite(t);
  placeSite(deps.site, { ...config, publication: { ...config.publication, adDesk: 'nobody' } });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  assert.throws(() => createApp(deps, config, log), /advertising catalog is wrong:\n {2}desk\.alias: .*AD_DESK_EMAIL/);
});

test('checkCatalog finds a price with fractions of a cent, a wrong currency and an unknown field', () => {
  const good = advertisingCatalog(site);
  checkCatalog(good);
  const [unit, ...rest] = good.units;
  assert.ok(unit);
  assert.throws(
    () => checkCatalog({ ...good, units: [{ ...unit, listPriceCents: 80.5 }, ...rest] }),
    /units\.0\.listPriceCents/,
  );
  assert.throws(() => checkCatalog({ ...good, currency: 'JPY' }), /currency/);
  assert.throws(() => checkCatalog({ ...good, discount: 1 } as AdvertisingCatalog), /discount/);
});

test('the API description and its schemas hold the currency to one code, and a price to whole cents or null', async (t) => {
  const { schemas } = (await json(await (await openSite(t)).fetch('/openapi.json'))).components;
  assert.equal(schemas.AdvertisingCatalog.properties.currency.const, 'USD');
  const { description: _, ...price } = schemas.AdUnit.properties.listPriceCents;
  assert.deepEqual(price, { type: ['integer', 'null'], minimum: 1 });
  const good = advertisingCatalog(site);
  const { catalogSchema, unitSchema } = catalogSchemas('USD');
  for (const currency of ['EUR', 'usd', '', null])
    assert.ok(!catalogSchema.safeParse({ ...good, currency }).success, String(currency));
  for (const [listPriceCents, isGood] of [
    ...[[1, true] as const, [null, true] as const],
    ...[0, -1, 80.5, '100', undefined].map((wrong) => [wrong, false] as const),
  ])
    assert.equal(unitSchema.safeParse({ ...good.units[0], listPriceCents }).success, isGood, String(listPriceCents));
});

test('checkCatalog finds a repeated id, a wrong ratio and a unit with an unknown creative', () => {
  const good = advertisingCatalog(site);
  const [creative] = good.creatives;
  const [unit] = good.units;
  assert.ok(creative && unit);
  assert.throws(
    () => checkCatalog({ ...good, creatives: [...good.creatives, creative] }),
    /creatives\.4\.id: is there twice/,
  );
  assert.throws(() => checkCatalog({ ...good, units: [unit, ...good.units] }), /units\.1\.id: is there twice/);
  assert.throws(
    () => checkCatalog({ ...good, creatives: [{ ...creative, heightPx: 500 }, ...good.creatives.slice(1)] }),
    /creatives\.0\.ratio/,
  );
  assert.throws(
    () => checkCatalog({ ...good, units: [{ ...unit, creativeIds: ['skyscraper'] }] }),
    /units\.0\.creativeIds: names "skyscraper"/,
  );
});

async function read(
  t: Parameters<typeof openSite>[0],
  settings: Record<string, string> = {},
): Promise<AdvertisingCatalog> {
  const open = await openSite(t, settings);
  return json(await open.fetch('/api/v1/advertise'));
}
