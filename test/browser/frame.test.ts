import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { requestReview } from '#editorial/review/review.ts';
import { COLORS, lookAt, type Window } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { stock } from '../support/stocked.ts';

// The frame of the newsroom with the keys alone, on a phone, folded, and without its script.

/** All rules at the narrowest width; at others what can differ there. */
const WINDOWS: readonly Window[] = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark', rules: COLORS },
  { width: 1920, colorScheme: 'light', rules: COLORS },
];

async function enter(t: Parameters<typeof serveSite>[0], options: { javaScriptEnabled?: boolean } = {}) {
  const site = await serveSite(t);
  const stocked = await stock(site);
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  await signInAs(context, site, stocked.chief);
  const page = await context.newPage();
  const base = site.config.publication.baseUrl;
  return { site, stocked, context, page, seen: watch(page, site), open: (path: string) => page.goto(base + path) };
}

async function jump(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: new RegExp(words, 'i') })
    .waitFor();
  await page.keyboard.press('Enter');
}

test('Ctrl K leads from any page to any other, to an act and to an article, with the keys alone', async (t) => {
  const { stocked, page, seen, open } = await enter(t);
  await open(`/newsroom/articles/${stocked.drafted}`);
  await jump(page, 'bylines');
  await page.waitForURL(/\/newsroom\/bylines$/);
  await jump(page, 'activity log');
  await page.waitForURL(/\/newsroom\/journal$/);
  await jump(page, 'publish “A crane');
  await page.waitForURL(new RegExp(`/newsroom/articles/${stocked.stopped}/publish$`));

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search or go to' });
  await dialog.getByRole('option', { name: 'Today' }).waitFor();
  await page.keyboard.press('ArrowUp');
  assert.equal(await dialog.getByRole('option', { selected: true }).textContent(), 'New article');
  const field = dialog.getByRole('combobox');
  assert.equal(
    await field.getAttribute('aria-activedescendant'),
    await dialog.getByRole('option', { selected: true }).getAttribute('id'),
  );
  await lookAt(page, 'the search', WINDOWS);
  await page.keyboard.type('nothing has these words');
  await dialog.getByText('Nothing has the words').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(seen, []);
});

test('help opens beside the page at ?, the bar folds at once and stays folded, and a toast takes an act back', async (t) => {
  const { site, stocked, page, seen, open } = await enter(t);
  await requestReview(site.deps, stocked.editor, stocked.drafted, 0);
  await open('/newsroom/calendar');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('heading', { name: 'See the month and the weeks' }).waitFor();
  await lookAt(page, 'help', WINDOWS);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Fold the side bar' }).press('Enter');
  await page.getByRole('button', { name: 'Unfold the side bar' }).waitFor();
  await open('/newsroom');
  await page.getByRole('button', { name: 'Unfold the side bar' }).waitFor();
  await lookAt(page, 'Today, folded', WINDOWS);
  assert.ok(await page.getByRole('link', { name: /^Articles 1 waiting$/ }).isVisible());

  await open(`/newsroom/articles/${stocked.drafted}`);
  await page.getByRole('button', { name: 'Move to the bin' }).press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'is in the bin' });
  await toast.waitFor();
  await lookAt(page, 'a toast', WINDOWS);
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Restored from the bin.').waitFor();
  assert.deepEqual(seen, []);
});

test('without a script, search, menu, fold and help of the frame lead to pages', async (t) => {
  const { page, open, stocked } = await enter(t, { javaScriptEnabled: false });
  await open('/newsroom');
  await page.getByRole('link', { name: 'Search or go to' }).click();
  await page.getByRole('searchbox').fill('layout robot');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'A layout robot on a live slab' }).click();
  await page.waitForURL(new RegExp(`/newsroom/articles/${stocked.drafted}$`));
  await page.getByRole('button', { name: 'Fold the side bar' }).click();
  await page.waitForURL(new RegExp(`/newsroom/articles/${stocked.drafted}$`));
  await page.getByRole('button', { name: 'Unfold the side bar' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Help' }).click();
  await page.waitForURL(/\/newsroom\/help#review-an-article$/);
});
