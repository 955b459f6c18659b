import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { publish } from '#editorial/publish/publish.ts';
import { assign } from '#editorial/review/assign.ts';
import { violationsOf } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import type { Person, TestSite } from '../support/site.ts';
import { file, revise, stock } from '../support/stocked.ts';

// The board in a real browser: it shows the changes of other people, and has keyboard shortcuts.

type Closing = Parameters<typeof serveSite>[0];

async function openBoard(t: Closing, site: TestSite, person: Person, path = '/newsroom/articles'): Promise<Page> {
  const context = await openContext(t, { viewport: { width: 1280, height: 700 }, reducedMotion: 'reduce' });
  await signInAs(context, site, person);
  const page = await context.newPage();
  const followed = page.waitForResponse((response) => response.url().includes('/newsroom/changes'));
  await page.goto(site.config.publication.baseUrl + path);
  assert.equal((await followed).status(), 200);
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('the board shows the changes of another person and keeps focus and scroll position', async (t) => {
  const site = await serveSite(t);
  const { editor, chief, token, drafted, stopped } = await stock(site);
  const page = await openBoard(t, site, editor);
  const seen = watch(page, site);
  await page.getByText('Changes appear here as they happen.').waitFor();
  assert.equal(await page.locator('#stage-draft [data-line]').first().getAttribute('data-line'), drafted);

  await page.getByRole('link', { name: 'What a pour-sequence model' }).focus();
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }));
  const place = () =>
    page.evaluate(() => document.activeElement?.closest('li')?.getBoundingClientRect().top ?? Number.NaN);
  const before = await place();
  site.pass(60);
  const crane = { slug: 'crane-schedule', section: 'logistics', baseRevision: 0 };
  await revise(site, token, stopped, { ...crane, headline: 'A crane schedule, and who argues back' });
  await page.getByText('Changed just now: “A crane schedule, and who argues back” (drafts).').waitFor();
  assert.equal(await page.locator('#stage-draft [data-line]').first().getAttribute('data-line'), stopped);
  assert.equal(await page.locator('.fresh').count(), 1);

  const filed = await file(site, token, { slug: 'one-more', headline: 'One more draft comes in' });
  await page.getByRole('link', { name: 'One more draft comes in' }).waitFor();
  assert.match(await focused(page), /What a pour-sequence model/);
  const moved = Math.abs((await place()) - before);
  assert.ok(moved <= 1, `${moved}: the line in focus stays where it was on the screen`);
  assert.equal(
    await page
      .getByRole('link', { name: /^Drafts/ })
      .locator('.n')
      .textContent(),
    '3',
  );

  await assign(site.deps, chief, filed, chief.id);
  await page.locator(`[data-line="${filed}"]`, { hasText: 'Ruth Okafor' }).waitFor();
  await publish(site.deps, chief, filed, { revisionNumber: 0 });
  await page.locator(`#stage-published [data-line="${filed}"]`).waitFor();
  assert.deepEqual(seen, []);
});

test('the keyboard shortcuts of the articles move between articles, list the keys and focus the search', async (t) => {
  const site = await serveSite(t);
  const { editor } = await stock(site);
  const page = await openBoard(t, site, editor);
  const seen = watch(page, site);
  await page.keyboard.press('j');
  assert.equal(await focused(page), 'A layout robot on a live slab');
  await page.keyboard.press('j');
  assert.equal(await focused(page), 'A crane schedule that argues back');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  assert.equal(await focused(page), 'A layout robot on a live slab', 'k on the first line does not move the focus');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys of the articles' });
  await keys.waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.keyboard.type('jk takeoff?');
  assert.equal(await page.locator('#q').inputValue(), 'jk takeoff?', 'in a field, the keys type text');
  await page.locator('#q').fill('takeoff');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=takeoff/);
  await page.getByText('Changes appear here as they happen.').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/newsroom\/articles\//);
  assert.deepEqual(seen, []);
});
