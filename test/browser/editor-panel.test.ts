import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { serveSite, watch } from '../support/browser.ts';
import { goToEditor, goToEndOf, save, seenByEditor, sitDown, told } from '../support/editor-page.ts';
import { file, RICH, revise } from '../support/stocked.ts';

// The parts of the editor's panel, in a real browser.

const site = await serveSite({ after });
const editor = await site.person('editor', 'Dana Whitfield');
const token = await site.grantToken(editor);
const page = await (await sitDown({ after }, site, editor)).newPage();
const seen = watch(page, site);

test('History names the changed fields with their old and new words, and brings old words back', async () => {
  const evil = 'A slab <script>alert(1)</script> & more';
  const old = { ...RICH, slug: `article-${site.deps.newId()}`, headline: evil, dek: 'The old dek.' };
  const id = await file(site, token, old);
  const [first, ...others] = RICH.sources;
  await revise(site, token, id, {
    ...old,
    headline: 'A slab and more',
    dek: 'The new dek.',
    sponsorshipDisclosure: 'Paid for by a maker of slabs.',
    sources: [{ ...first, title: 'Another title' }, ...others],
    editorialPacket: { seoTitle: 'For search' },
    baseRevision: 0,
  });
  await goToEditor(page, site, id);
  seen.length = 0;
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Compare revision 0 with the latest' }).click();
  const history = page.locator('#panel-history');
  const change = (label: string) => history.locator('.change').filter({ has: page.getByText(label, { exact: true }) });
  await change('Headline').waitFor();
  assert.equal(await history.getByText('is the same').count(), 0);
  assert.match((await change('Headline').locator('del').allTextContents()).join(''), /<script>alert\(1\)<\/script>/);
  assert.equal(await change('Dek').locator('del').textContent(), 'old');
  assert.equal(await change('Dek').locator('ins').textContent(), 'new');
  assert.match((await change('Sponsorship disclosure').textContent()) ?? '', /Paid for by a maker of slabs\./);
  assert.match((await change('Source').textContent()) ?? '', /Another title/);
  assert.match((await change('Title for search engines').textContent()) ?? '', /For search/);
  for (const label of ['Headline', 'Dek']) {
    await change(label).getByRole('button', { name: 'Bring this passage back' }).click();
    await told(page, new RegExp(`^${label}: the earlier words are back`));
  }
  assert.equal(await page.locator('#f-headline').inputValue(), evil);
  await page.keyboard.press('Control+z');
  await told(page, /^Undone\.$/);
  assert.equal(await page.locator('#f-dek').inputValue(), 'The new dek.');
  await save(page, 2);
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.deepEqual([copy.headline, copy.dek], [evil, 'The new dek.']);
  assert.deepEqual(seen, []);
});

/** Puts the cursor into the link of the text with this address. */
async function goIntoLink(address: string): Promise<void> {
  const link = page.locator(`.body a[href="${address}"]`).first();
  await link.click();
  await link.evaluate((element) => getSelection()?.collapse(element.firstChild, 2));
  await seenByEditor(page);
}

test('a link of the text becomes a source by one key, once, and undo takes it out', async () => {
  const text =
    'See [the **log** of it](https://example.org/new-log) and [https://www.example.net/a](https://www.example.net/a).';
  const blocks = [...RICH.bodyBlocks, { id: 'b7', type: 'paragraph', text }];
  const id = await file(site, token, { ...RICH, bodyBlocks: blocks, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  seen.length = 0;
  const sources = async () => {
    const rows = await page.locator('.source').all();
    const valuesOf = (label: string) =>
      Promise.all(rows.map((row) => row.getByLabel(label, { exact: true }).inputValue()));
    const [titles, addresses] = await Promise.all([valuesOf('Title'), valuesOf('Address')]);
    return titles.map((title, at) => [title, addresses[at]]);
  };
  const before = await sources();
  await goIntoLink('https://example.org/new-log');
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^Added as source 3: the log of it\. Undo$/);
  assert.deepEqual(await sources(), [...before, ['the log of it', 'https://example.org/new-log']]);
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^This address is source 3 already\.$/);
  await goIntoLink('https://example.org/pilot-record');
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^This address is source 1 already\.$/);
  await goIntoLink('https://www.example.net/a');
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^Added as source 4: www\.example\.net\./);
  await page.keyboard.press('Control+z');
  await told(page, /^Undone\.$/);
  assert.equal((await sources()).length, 3);
  assert.equal(await page.locator('.body a[href="https://www.example.net/a"]').count(), 1, 'the text keeps its link');
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^Added as source 4/);
  await page.locator('#told').getByRole('button', { name: 'Undo' }).click();
  await told(page, /^Undone\.$/);
  assert.equal((await sources()).length, 3);
  await goToEndOf(page, 1);
  await page.keyboard.press('Control+Shift+k');
  await told(page, /^Put the cursor into a link first/);
  await goToEndOf(page, 6);
  await page.keyboard.press('Shift+Home');
  await seenByEditor(page);
  await page
    .getByRole('toolbar', { name: 'Selected words' })
    .getByRole('button', { name: 'Source: add this link' })
    .click();
  await told(page, /^Added as source 4: www\.example\.net\./);
  await save(page, 1);
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.deepEqual(copy.sources?.slice(2), [
    { title: 'the log of it', url: 'https://example.org/new-log' },
    { title: 'www.example.net', url: 'https://www.example.net/a' },
  ]);
  assert.deepEqual(seen, []);
});

test('the dialog of a link sets it and adds it to the sources', async () => {
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  await goToEndOf(page, 1);
  await page.keyboard.press('Shift+Home');
  await seenByEditor(page);
  await page.keyboard.press('Control+k');
  await page.locator('#link-address').fill('https://example.org/stopped');
  await page.getByRole('button', { name: 'Set it and add it to the sources' }).click();
  await told(page, /^Added as source 3: What stopped it\./);
  assert.equal(await page.locator('.body h2 a').getAttribute('href'), 'https://example.org/stopped');
});

test('a new source is added in the card of a number, is one of the article’s sources and is chosen at once', async () => {
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  seen.length = 0;
  const card = page.locator('#number-panel');
  const list = page.locator('#sources .source');
  await page.locator('.body .number', { hasText: '412' }).first().click();
  await card.locator('details[data-key="s"] > summary').waitFor();
  await page.keyboard.press('Alt+Enter');
  await card.locator('.stated', { hasText: '412' }).waitFor();
  await page.keyboard.press('s');
  await page.keyboard.type('Sheet 9');
  await card.getByText('Add a source that is not in the list').click();
  const form = card.locator('.new-source');
  await form.getByLabel('Title').fill('The survey of the slab');
  await page.keyboard.press('Enter');
  assert.match((await form.textContent()) ?? '', /start with https/);
  assert.equal(await list.count(), 3, 'what is typed is in the sources under Details');
  await page.keyboard.press('Escape');
  await page.locator('#standing', { hasText: 'Saved as draft' }).waitFor();
  await page.reload();
  await page.locator('.body').waitFor();
  assert.equal(await list.nth(2).getByLabel('Title').inputValue(), 'The survey of the slab', 'nothing typed is lost');
  await page.getByRole('tab', { name: 'Details' }).click();
  await list.nth(2).getByRole('button', { name: 'Remove' }).click();

  await page.locator('.body .number', { hasText: '412' }).first().click();
  await card.getByText('Add a source that is not in the list').click();
  await card.getByLabel('Where in it').fill('Sheet 9');
  await form.getByLabel('Title').fill('The survey of the slab');
  await form.getByLabel('Address').fill('https://example.org/survey');
  await form.getByLabel('Publisher').fill('Example Surveyors');
  await form.getByLabel('Publisher').press('Enter');
  await told(page, /^Added as source 3: The survey of the slab\. It is chosen/);
  assert.equal(await card.getByLabel('Source', { exact: true }).inputValue(), 'https://example.org/survey');
  assert.equal(await card.getByLabel('Where in it').inputValue(), 'Sheet 9', 'the place stays');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'locator');
  await page.keyboard.press('Enter');
  await page.locator('.body .number.is-settled', { hasText: '412' }).first().waitFor();
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.deepEqual(copy.sources?.at(-1), {
    title: 'The survey of the slab',
    url: 'https://example.org/survey',
    publisher: 'Example Surveyors',
  });
  assert.equal(copy.sources?.length, 3);

  await card.getByText('Add a source that is not in the list').click();
  await form.getByLabel('Title').fill('The same');
  await form.getByLabel('Address').fill('https://example.org/tolerances');
  await form.getByLabel('Address').press('Enter');
  await told(page, /^This address is source 2 already\. It is chosen/);
  assert.equal(await card.getByLabel('Source', { exact: true }).inputValue(), 'https://example.org/tolerances');
  assert.equal(await list.count(), 3);
  assert.deepEqual(seen, []);
});

test('keys that are pressed while a card loads settle nothing; a complete card is not loaded again, an unanswered one is', async () => {
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  const card = page.locator('#number-panel');
  await page.locator('.body .number', { hasText: '412' }).first().click();
  await card.locator('.stated', { hasText: '412' }).waitFor();
  const released = Promise.withResolvers<void>();
  let loads = 0;
  await page.route('**/figures/panel?*', async (route) => {
    loads++;
    await released.promise;
    await route.continue();
  });
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.press('s');
  await page.keyboard.type('Sheet 9');
  assert.equal(await card.getByLabel('Where in it').inputValue(), 'Sheet 9');
  assert.equal(loads, 0);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await page.keyboard.press('Alt+Enter');
  await card.waitFor();
  assert.equal(loads, 0);
  await page.keyboard.press('Alt+ArrowDown');
  await page.locator('#number-panel[aria-busy="true"]').waitFor();
  for (const key of ['e', 'Enter', 'q', 'Enter']) await page.keyboard.press(key);
  released.resolve();
  await card.locator('.stated', { hasText: '397' }).waitFor();
  assert.equal(await page.locator('.body .number.is-settled').count(), 0);
  await page.unroute('**/figures/panel?*');

  await page.route('**/figures/panel?*', (route) => route.abort());
  await page.keyboard.press('Alt+ArrowDown');
  await card.getByText('The server does not answer').waitFor();
  await page.unroute('**/figures/panel?*');
  await page.keyboard.press('Alt+Enter');
  await card.locator('.stated').waitFor();
});

test('a number is looked up in its card, in a passage of the source, and confirmed there', async () => {
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  seen.length = 0;
  const card = page.locator('#number-panel');
  await page.locator('.body .number', { hasText: '412' }).first().click();
  await card.getByText('If the server cannot open the source').click();
  await card.getByLabel('Passage that you copied').fill('It marked 412 points, of which 397 stayed within 3 mm.');
  await card.getByRole('button', { name: 'Open the source' }).click();
  await card.locator('.looked', { hasText: 'Found in' }).waitFor();
  await card.locator('.looked form button').first().click();
  await page.locator('.body .number.is-settled', { hasText: '412' }).first().waitFor();
  assert.deepEqual(seen, []);
});

test('a source that is typed under Details and not saved yet is offered in the card of a number', async () => {
  const id = await file(site, token, { ...RICH, sources: [], slug: `article-${site.deps.newId()}` });
  await goToEditor(page, site, id);
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Add a source' }).click();
  const source = page.locator('#sources .source');
  await source.getByLabel('Title').fill('The survey of the slab');
  await source.getByLabel('Address').fill('https://example.org/survey');
  await page.getByRole('button', { name: /numbers? to settle/ }).click();
  const card = page.locator('#number-panel');
  await card.getByText('The sources under Details are not saved yet.').waitFor();
  assert.equal(await card.getByLabel('Address').count(), 0, 'nobody types the source a second time');
  await card.getByRole('button', { name: 'Save and settle' }).click();
  await card.locator('select[name="source"]').first().waitFor({ state: 'attached' });
});
