import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { listThreads } from '#editorial/review/comment-threads.ts';
import { requestReview } from '#editorial/review/review.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { countActs } from '../support/count-acts.ts';
import { goToEditor, goToEndOf, seenByEditor, sitDown } from '../support/editor-page.ts';
import { copy, type Person, type TestSite } from '../support/site.ts';

// What an editor does each day, with each click, key and load of a page counted, beside what was counted on 23 November. Five
// more (publish, correct, schedule, approve and publish, unpublish) are counted in publish-drawer.test.ts.

const NUMBERS = [
  'The robot marked 412 points on the deck, and 37 of them by hand.',
  'The record says 1,240 holes and 26 kg of paint, within 3 mm.',
  'It took 18 trips, 7 batteries, 14 hours and 9 blades.',
];

test('from the start page to the first word: 1 click (before: 1 click)', async (t) => {
  const { page, counts, open } = await newsroom(t);
  await open('/newsroom');
  counts.start();
  await counts.click(
    page
      .getByRole('button', { name: 'New article' })
      .or(page.getByRole('link', { name: 'New article' }))
      .first(),
  );
  await page.locator('#f-headline:focus').waitFor();
  await page.keyboard.type('A first word');
  t.diagnostic(`first word: ${counts.words()}; before 1 click`);
  assert.deepEqual(counts.all(), { clicks: 1, keys: 0, loads: 1 });
});

test('nine numbers of one source: 15 keys, of which four write the place (before: 25 keys and 30 characters)', async (t) => {
  const { site, dana, page, counts, seen } = await newsroom(t);
  const bodyBlocks = NUMBERS.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  await goToEditor(page, site, id);
  await goToEndOf(page, 0);
  await page.keyboard.press('Home');
  await seenByEditor(page);
  counts.start();
  await counts.press(page, 'Alt+Enter');
  for (const number of ['412', '37', '1,240', '26 kg', '3 mm', '18', '7', '14 hours', '9']) {
    await page.locator('#number-content .stated', { hasText: number }).waitFor();
    if (number === '412') {
      await counts.press(page, 's');
      for (const letter of 'p. 3') await counts.press(page, letter);
    } else await page.locator('.repeat button[data-key="r"]:focus').waitFor();
    await counts.press(page, 'Enter');
  }
  await page.locator('#standing', { hasText: 'Every number is settled.' }).waitFor();
  t.diagnostic(`nine numbers: ${counts.words()}; before 25 keys and 30 characters`);
  assert.deepEqual(counts.all(), { clicks: 0, keys: 15, loads: 0 });
  assert.deepEqual(seen, []);
});

test('a comment: 1 click and 1 key beside its words (before: 2 clicks, 1 load)', async (t) => {
  const { site, dana, page, counts, open } = await newsroom(t);
  const { id } = await createDraft(site.deps, CLI, copy());
  await open(`/newsroom/articles/${id}`);
  counts.start();
  await counts.click(page.locator('.beside details.begin summary').first());
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Which log is this?');
  await counts.press(page, 'Control+Enter');
  await page.getByText('Which log is this?').waitFor();
  t.diagnostic(`a comment: ${counts.words()}; before 2 clicks, 1 load`);
  assert.deepEqual(counts.all(), { clicks: 1, keys: 1, loads: 1 });
  const [thread] = await listThreads(site.deps.db.read, dana, id, 0);
  assert.equal(thread?.text, 'Which log is this?');
});

test('changes are requested with a note: 1 click and 1 key beside the note (before: 3 clicks, 1 load)', async (t) => {
  const { site, page, counts, open } = await newsroom(t);
  const writer = await site.person('writer', 'Tomasz Lind');
  const { id } = await createDraft(site.deps, writer, copy());
  await requestReview(site.deps, writer, id, 0);
  await open(`/newsroom/articles/${id}`);
  counts.start();
  await counts.click(page.getByText('Request changes …').first());
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Name the log, and say who counted.');
  await shoot(page, 'job-changes');
  await counts.press(page, 'Control+Enter');
  await page.getByText('Changes requested').first().waitFor();
  t.diagnostic(`request changes: ${counts.words()}; before 3 clicks, 1 load`);
  assert.deepEqual(counts.all(), { clicks: 1, keys: 1, loads: 1 });
});

test('a colleague is invited from any page: 1 click and 2 keys (before: 3 clicks)', async (t) => {
  const { page, counts, open } = await newsroom(t, 'chief');
  await open('/newsroom');
  counts.start();
  await counts.press(page, 'Control+k');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('team');
  await shoot(page, 'job-palette');
  await counts.press(page, 'Enter');
  await page.locator('#invited-name').waitFor();
  await page.locator('#invited-name').fill('Ines Calloway');
  await page.locator('#invited-email').fill('ines@magazine.example');
  await counts.click(page.getByRole('button', { name: 'Invite', exact: true }));
  await page.getByRole('status').getByText('Ines Calloway').first().waitFor();
  t.diagnostic(`invite: ${counts.words()}; before 3 clicks`);
  assert.deepEqual(counts.all(), { clicks: 1, keys: 2, loads: 2 });
});

test('one of many articles is found and opened by its words: 2 keys and the word', async (t) => {
  const { page, counts, open, site } = await newsroom(t);
  const others = ['Cranes in wind', 'A slab in winter', 'Paint on steel'];
  for (const [at, headline] of others.entries())
    await createDraft(site.deps, CLI, copy({ headline, slug: `other-${at}` }));
  await open('/newsroom');
  counts.start();
  await counts.press(page, 'Control+k');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('winter');
  await page.locator('dialog').getByText('A slab in winter').waitFor();
  await counts.press(page, 'Enter');
  await page.waitForURL(/\/newsroom\/articles\/[0-9a-f-]{36}/);
  t.diagnostic(`find and open: ${counts.words()}`);
  assert.deepEqual(counts.all(), { clicks: 0, keys: 2, loads: 1 });
});

async function newsroom(t: Parameters<typeof serveSite>[0], role: 'editor' | 'chief' = 'editor') {
  const site: TestSite = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana: Person = await site.person(role, 'Dana Whitfield');
  const page = await (await sitDown(t, site, dana)).newPage();
  const open = (path: string) => page.goto(site.config.publication.baseUrl + path);
  return { site, dana, page, counts: countActs(page), seen: watch(page, site), open };
}
