import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSupplier, changeSupplier } from '#ads/suppliers/suppliers.ts';
import { Failure } from '#core/failure.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';

// The supplier directory in the newsroom: rights, validation, payment, and escaping.

const ENTRY = {
  name: 'Example Layout Tools',
  what: 'Rents layout robots with an operator.',
  place: 'Denver, Colorado',
  url: 'https://supplier.example/',
  reference: '',
};
const AT = '/newsroom/suppliers';

const post = (site: TestSite, person: Person, fields: Record<string, string>, path = AT) =>
  site.fetch(path, form(person, fields));

test('an editor adds, changes and removes a supplier; the public API shows each change, and the journal records it', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const names = async () =>
    (await json(await site.fetch('/api/v1/suppliers'))).suppliers.map((one: { name: string }) => one.name);
  const added = await post(site, editor, ENTRY);
  assert.equal(added.status, 303);
  const [at = '', done] = (added.headers.get('location') ?? '').split('?');
  assert.match(at, /^\/newsroom\/suppliers\/[0-9a-f-]{36}$/);
  assert.equal(done, 'done=added');
  assert.deepEqual(await names(), ['Example Layout Tools']);
  assert.equal((await json(await site.fetch('/api/v1/suppliers'))).nextCursor, null);
  assert.equal((await post(site, editor, { ...ENTRY, name: 'Example Tools' }, at)).status, 303);
  assert.deepEqual(await names(), ['Example Tools']);
  assert.match(
    (await post(site, editor, {}, `${at}/remove`)).headers.get('location') ?? '',
    /^\/newsroom\/suppliers\?removed=/,
  );
  assert.deepEqual(await names(), []);
  assert.equal((await site.fetch(at, { headers: fromPage(editor) })).status, 404);
  const lines = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'actor_name'])
    .where('subject_kind', '=', 'supplier')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    lines.map(({ act }) => act),
    ['supplier.added', 'supplier.changed', 'supplier.removed'],
  );
});

test('a writer or a form from another site cannot change suppliers', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  const editor = await site.person('editor');
  assert.equal((await post(site, writer, ENTRY)).status, 403);
  assert.equal((await site.fetch(AT, { headers: fromPage(writer) })).status, 403);
  await assert.rejects(
    addSupplier(site.deps, writer, ENTRY),
    (error) => error instanceof Failure && error.kind === 'forbidden',
  );
  const foreign = {
    ...form(editor, ENTRY),
    headers: { ...form(editor, ENTRY).headers, Origin: 'https://evil.example' },
  };
  assert.equal((await site.fetch(AT, foreign)).status, 403);
  assert.deepEqual((await json(await site.fetch('/api/v1/suppliers'))).suppliers, []);
});

const REFUSED: [string, Record<string, string>, RegExp][] = [
  ['no name', { name: '' }, /The name must not be empty/],
  ['a name too long', { name: 'x'.repeat(121) }, /The name must be at most 120/],
  ['a name without a letter', { name: '--' }, /no letter or digit/],
  ['a description of two lines', { what: 'One line\nand another' }, /What they do must not hold/],
  ['a right-to-left override character', { place: 'Denver \u202e' }, /The place must not hold/],
  ['an address that is not https', { url: 'http://supplier.example/' }, /This address cannot be linked to/],
  ['a javascript: address', { url: 'javascript:alert(1)' }, /This address cannot be linked to/],
  ['an address with a user name', { url: 'https://user@supplier.example/' }, /This address cannot be linked to/],
  ['an address with a macro', { url: 'https://supplier.example/?cb=[CACHEBUSTER]' }, /fills in no macros/],
  ['an unknown order', { reference: 'nothing' }, /No booked order nothing/],
];
for (const [what, over, reason] of REFUSED) {
  test(`a supplier with ${what} is refused, and the form keeps the typed text`, async (t) => {
    const site = await openSite(t);
    const editor = await site.person('editor');
    const response = await post(site, editor, { ...ENTRY, ...over });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(page, reason);
    assert.match(page, /value="(Rents layout robots with an operator\.|Example Layout Tools)"/);
    assert.deepEqual((await json(await site.fetch('/api/v1/suppliers'))).suppliers, []);
  });
}

test('two suppliers cannot have the same name, whatever its case, spaces and hyphens', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await addSupplier(site.deps, editor, ENTRY);
  const again = await post(site, editor, { ...ENTRY, name: 'EXAMPLE  layout-tools' });
  assert.equal(again.status, 409);
  assert.match(await again.text(), /is already in the directory/);
  const other = await addSupplier(site.deps, editor, { ...ENTRY, name: 'Another' });
  await assert.rejects(changeSupplier(site.deps, editor, other, ENTRY), /is already in the directory/);
});

test('the name and description of a supplier are escaped in HTML and Markdown', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const hostile = '<script>alert(1)</script>[x](javascript:alert(1)) "&\' `*_';
  await addSupplier(site.deps, editor, {
    ...ENTRY,
    name: hostile,
    what: hostile,
    place: hostile,
    url: 'https://supplier.example/a(b)?<c>"d',
  });
  for (const path of ['/', '/suppliers', AT]) {
    const page = await (await site.fetch(path, { headers: path === AT ? fromPage(editor) : {} })).text();
    assert.doesNotMatch(page, /<script>alert|href="javascript/, path);
  }
  const markdown = await (await site.fetch('/suppliers.md')).text();
  assert.doesNotMatch(markdown, /(?<!\\)<script|(?<!\\)\]\(javascript/);
  const { suppliers } = await json(await site.fetch('/api/v1/suppliers'));
  assert.equal(suppliers[0].name, hostile);
  assert.equal(suppliers[0].url, 'https://supplier.example/a(b)?%3Cc%3E%22d');
});

test('a supplier entry can name a directory order, and the list shows when the order ends', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { reference } = await runAd(site, 'directory-logo', { advertiser: ENTRY.name });
  await post(site, editor, { ...ENTRY, reference });
  const page = await (await site.fetch(AT, { headers: fromPage(editor) })).text();
  assert.match(page, new RegExp(`${reference} <span class="by">until 2026-09-06`));
  const inside = await runAd(site, 'in-article');
  assert.equal((await post(site, editor, { ...ENTRY, name: 'Other', reference: inside.reference })).status, 422);
});

test('an order pays for one supplier entry, and another name than the advertiser’s needs confirmation', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { reference } = await runAd(site, 'directory-logo', { advertiser: 'Delta Scanners' });
  const wrong = await post(site, editor, { ...ENTRY, name: 'Someone Else', reference });
  assert.equal(wrong.status, 422);
  const page = await wrong.text();
  assert.match(page, /belongs to Delta Scanners, but the row names Someone Else/);
  assert.match(page, /name="isOtherName"/);
  const written = { ...ENTRY, name: 'DELTA  scanners', reference: reference.toUpperCase() };
  assert.equal((await post(site, editor, written)).status, 303, 'case and spaces do not make a different name');
  const second = await post(site, editor, { ...ENTRY, name: 'Someone Else', reference, isOtherName: 'yes' });
  assert.equal(second.status, 409);
  assert.match(await second.text(), /already pays for the row of DELTA {2}scanners/);
  const other = await runAd(site, 'directory-logo', { advertiser: 'Delta Group' });
  const confirmed = { ...ENTRY, name: 'Delta Rental', reference: other.reference, isOtherName: 'yes' };
  assert.equal((await post(site, editor, confirmed)).status, 303);
});

test('a supplier entry that states a number is accepted, with a warning beside its form', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const pageOf = async (what: string, name: string) => {
    const added = await post(site, editor, { ...ENTRY, name, what });
    assert.equal(added.status, 303);
    return (await site.fetch(added.headers.get('location') ?? '', { headers: fromPage(editor) })).text();
  };
  assert.match(
    await pageOf('Cuts rework by 42 percent.', 'First Tools'),
    /Check the numbers\.<\/b> The row states a number that nobody has settled: “42 percent”\./,
  );
  assert.doesNotMatch(await pageOf('Rents robots since 2019.', 'Second Tools'), /Check the numbers/);
});

test('a directory of 201 suppliers has two pages, without a gap and without a repeat', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await addSupplier(site.deps, editor, ENTRY);
  const { db, newId } = site.deps;
  const row = await db.read.selectFrom('supplier').selectAll().executeTakeFirstOrThrow();
  const names = Array.from({ length: 200 }, (_, at) => `supplier ${1000 + at}`);
  const rows = names.map((name) => ({ ...row, id: newId(), name, name_key: name }));
  await db.write((tx) => tx.insertInto('supplier').values(rows).execute());
  const first = await json(await site.fetch('/api/v1/suppliers'));
  const second = await json(await site.fetch(`/api/v1/suppliers?cursor=${first.nextCursor}`));
  const listed = [...first.suppliers, ...second.suppliers].map((one: { name: string }) => one.name);
  assert.deepEqual(listed, [ENTRY.name, ...names]);
  assert.deepEqual([first.suppliers.length, second.nextCursor], [200, null]);
});
