import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { requestReview } from '#editorial/review/review.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, shoot, signInAs, watch } from '../support/browser.ts';
import { countActs } from '../support/count-acts.ts';
import { seenByEditor, sitDown } from '../support/editor-page.ts';
import { copy, type Person, type TestSite } from '../support/site.ts';
import { settleFigures } from '../support/stocked.ts';

// Publishing without leaving the page: every click, key and load of a page is counted, beside what was counted before there was a drawer
// (23 November).

const WIDTHS = inBothSchemes(390, 1280);
const NOTE = 'The robot marked 412 points, not 421; two digits were transposed.';
const BODY = [
  {
    id: 'b1',
    type: 'paragraph',
    text: 'The robot marked 421 points on the *live* deck, and a superintendent checked each with a tape.',
  },
];
const PUBLIC = '/robotics/layout-robot-pilot';

test('from the editor to readers: 2 clicks and no load of a page (before: 3 clicks, 3 loads)', async (t) => {
  const { site, dana, id } = await newsroom(t);
  const { page, counts, seen } = await editing(t, site, dana, id);
  await counts.click(page.locator('#f-headline'));
  await page.keyboard.press('End');
  await page.keyboard.type(', counted');
  counts.start();
  await counts.click(page.locator('#leave'));
  const drawer = page.getByRole('dialog', { name: 'Publish revision 1' });
  await drawer.getByText('A layout robot on a live slab, counted', { exact: true }).first().waitFor();
  await lookAt(page, 'the drawer of a first publication', WIDTHS);
  await shoot(page, 'drawer-first');
  await counts.click(drawer.getByRole('button', { name: 'Save and publish revision 1' }));
  await page.getByRole('dialog', { name: 'Published' }).getByText('Readers see revision 1 now.').waitFor();
  await lookAt(page, 'the drawer after a publication', WIDTHS);
  await shoot(page, 'drawer-published');
  t.diagnostic(`editor to public: ${counts.words()}; before 3 clicks, 0 keys, 3 loads`);
  assert.deepEqual(counts.all(), { clicks: 2, keys: 0, loads: 0 });
  assert.match(await read(site), /A layout robot on a live slab, counted/);
  await page.keyboard.press('Escape');
  await page.locator('#standing', { hasText: 'revision 1' }).waitFor();
  await page.keyboard.type('!');
  await page.locator('#standing', { hasText: /draft|saved/i }).waitFor();
  assert.deepEqual(seen, []);
});

test('a digit of a live article is corrected with a note in 5 acts, without a load (before: 7 clicks, 7 keys, 4 loads)', async (t) => {
  const { site, dana, id } = await newsroom(t);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const { page, counts, seen } = await editing(t, site, dana, id);
  counts.start();
  const number = page.locator('.body').getByText('421', { exact: true }); // it is marked as settled
  await counts.click({ click: () => number.dblclick() }); // 1: the number
  await seenByEditor(page);
  await page.keyboard.type('412'); // 2: the digits
  counts.act();
  await counts.click(page.locator('#leave')); // 3
  const drawer = page.getByRole('dialog', { name: 'Publish revision 1' });
  await drawer.locator('.changed-words').getByText('412').waitFor();
  assert.equal(await drawer.locator('del').first().textContent(), '421');
  await drawer.locator('textarea[name="correctionNote"]:focus').waitFor();
  await page.keyboard.type(NOTE); // 4: typing chooses the answer
  counts.act();
  await lookAt(page, 'the drawer of a correction', WIDTHS);
  await shoot(page, 'drawer-correction');
  await counts.press(page, 'Control+Enter'); // 5
  await page.getByRole('dialog', { name: 'Published' }).waitFor();
  const { clicks, loads } = counts.all();
  t.diagnostic(`a correction: ${counts.acts()} acts, ${counts.words()}; before 7 clicks, 7 keys, 4 loads`);
  assert.ok(counts.acts() <= 5, `${counts.acts()} acts`);
  assert.deepEqual([clicks, loads], [2, 0]);
  const text = await read(site);
  assert.match(text, /412 points/);
  assert.match(text, /two digits were transposed/);
  assert.deepEqual(seen, []);
});

test('from the page of an article: approve, publish, schedule, undo and unpublish, by keyboard too', async (t) => {
  const { site, dana, id } = await newsroom(t);
  const ruth = await site.person('chief', 'Ruth Okafor');
  await requestReview(site.deps, dana, id, 0);
  const page = await (await sitDown(t, site, ruth)).newPage();
  const seen = watch(page, site);
  const counts = countActs(page);
  const open = () => page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}`);
  await open();
  await lookAt(page, 'the page of an article in review', WIDTHS);
  await shoot(page, 'article-in-review');

  counts.start();
  await counts.click(page.getByRole('link', { name: 'Publish …' }));
  await counts.click(page.getByText('At a time'));
  await page.getByLabel('Day and time').fill('2026-09-06T18:00');
  counts.act();
  await lookAt(page, 'the drawer with a time', WIDTHS);
  await shoot(page, 'drawer-time');
  await counts.click(page.getByRole('button', { name: 'Schedule revision 0' }));
  await page.getByRole('dialog', { name: 'Scheduled' }).getByText('Nobody sees it before').waitFor();
  await shoot(page, 'drawer-scheduled');
  t.diagnostic(`schedule: ${counts.words()}; before 3 clicks and 3 loads`);
  assert.deepEqual(counts.all(), { clicks: 3, keys: 0, loads: 0 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Not scheduled' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('In review.').first().waitFor();

  counts.start();
  await counts.click(page.getByRole('button', { name: 'Approve' }));
  await page.getByRole('status').getByText('Revision 0 is approved.').waitFor();
  await counts.click(page.getByRole('link', { name: 'Publish …' }));
  await page.getByRole('dialog').getByText('Approved by Ruth Okafor, this revision').waitFor();
  await counts.click(page.getByRole('button', { name: 'Publish revision 0' }));
  await page.getByRole('dialog', { name: 'Published' }).waitFor();
  t.diagnostic(`approve and publish: ${counts.words()}; before 3 clicks and 3 loads`);
  assert.deepEqual(counts.all(), { clicks: 3, keys: 0, loads: 1 });
  assert.match(await read(site), /A layout robot on a live slab/);

  await open();
  counts.start();
  await counts.click(page.getByRole('link', { name: 'Publication …' }));
  await counts.click(page.getByText('Unpublish …'));
  await page.getByLabel('Reason', { exact: true }).fill('A number in it is disputed.');
  await page.getByLabel('Notice for readers, if you want one').fill('We withdrew this article: a number is disputed.');
  await lookAt(page, 'the drawer of a published article', WIDTHS);
  await shoot(page, 'drawer-live');
  await counts.click(page.getByRole('button', { name: /^Unpublish revision/ }));
  await page.getByRole('dialog', { name: 'Unpublished' }).waitFor();
  t.diagnostic(`unpublish: ${counts.words()}; before 3 clicks`);
  assert.deepEqual(counts.all(), { clicks: 3, keys: 0, loads: 0 });
  const gone = await fetch(site.config.publication.baseUrl + PUBLIC);
  assert.equal(gone.status, 404);
  assert.match(await gone.text(), /We withdrew this article/);
  await page.keyboard.press('Escape');

  // By keyboard alone: Enter on the link, Enter on the button; a key that is held down does not go through.
  await page.getByText('Unpublished.').first().waitFor();
  await page.getByRole('link', { name: 'Publish …' }).focus();
  await page.keyboard.down('Enter');
  await page.locator('dialog button:focus', { hasText: 'Publish revision 0' }).waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal(await page.getByRole('dialog', { name: 'Publish revision 0' }).count(), 1, 'the held key did nothing');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Published' }).waitFor();
  assert.deepEqual(seen, []);
});

test('a writer asks for a review in the drawer and takes it back', async (t) => {
  const site = await serveSite(t);
  const writer = await site.person('writer', 'Tomasz Lind');
  const { id } = await createDraft(site.deps, writer, copy({ bodyBlocks: BODY }));
  const page = await (await sitDown(t, site, writer)).newPage();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}`);
  await page.getByRole('link', { name: 'Ask for a review …' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ask for a review of revision 0' });
  await drawer.waitFor();
  await lookAt(page, 'the drawer of a writer', WIDTHS);
  await shoot(page, 'drawer-writer');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'In review' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Withdrawn' }).waitFor();
});

test('without a script the same form is a page', async (t) => {
  const { site, dana, id } = await newsroom(t);
  const context = await openContext(t, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}`);
  await page.getByRole('link', { name: 'Publish …' }).click();
  assert.equal(new URL(page.url()).pathname, `/newsroom/articles/${id}/publish`);
  await page.getByText('At a time').click();
  await page.getByLabel('Day and time').fill('2026-09-06T18:00');
  await page.getByRole('button', { name: 'Schedule revision 0' }).click();
  await page.getByText('Revision 0 will be published on 2026-09-06 18:00 UTC').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Nothing is scheduled for this article now.').waitFor();
  await page.getByRole('link', { name: 'Publish …' }).click();
  await page.getByRole('button', { name: 'Publish revision 0' }).click();
  await page.getByRole('status').getByText('Published. Readers see revision 0').waitFor();
});

/** An editor, and a draft of hers with one settled number. */
async function newsroom(t: Parameters<typeof serveSite>[0]): Promise<{ site: TestSite; dana: Person; id: string }> {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks: BODY }));
  await settleFigures(site);
  return { site, dana, id };
}

async function editing(t: Parameters<typeof serveSite>[0], site: TestSite, person: Person, id: string) {
  const page = await (await sitDown(t, site, person)).newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/edit`);
  await page.locator('.body p').first().waitFor();
  return { page, seen, counts: countActs(page) };
}

async function read(site: TestSite): Promise<string> {
  return (await fetch(site.config.publication.baseUrl + PUBLIC, { headers: { 'Cache-Control': 'no-cache' } })).text();
}
