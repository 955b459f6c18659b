import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { setDue } from '#editorial/review/assign.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { file, stock } from '../../support/stocked.ts';

// Tidying up by keyboard: tick articles on the board, change them together, bin and restore.

const WINDOWS = inBothSchemes(390, 768, 1280);

test('an editor ticks articles on the board, tags and bins them together, and restores one', async (t) => {
  const site = await serveSite(t);
  const { editor, token } = await stock(site);
  for (let at = 1; at <= 3; at++) await file(site, token, { slug: `test-${at}`, headline: `Test draft ${at}` });
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  const { baseUrl } = site.publication;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const ticked = page.locator('#bulk-count');

  await page.goto(`${baseUrl}/newsroom/articles?stage=draft`);
  await page.getByText('Changes appear here').waitFor();
  assert.equal(await page.locator('.bulk').isVisible(), false);
  await press('j', 'x', 'j', 'x', 'j', 'x');
  assert.equal(await ticked.textContent(), '3 articles ticked.');
  await page.setViewportSize({ width: 1280, height: 1600 }); // else the bar covers a part of a line
  await lookAt(page, 'ticked board', WINDOWS);
  await shoot(page, 'board-ticked');

  // Ticks survive an update of the board by somebody else.
  await file(site, token, { slug: 'arrived', headline: 'It arrived meanwhile' });
  await page.getByRole('link', { name: 'It arrived meanwhile' }).waitFor();
  assert.equal(await ticked.textContent(), '3 articles ticked.');

  await press('e', 'Enter');
  await lookAt(page, 'the assignee for ticked articles', WINDOWS);
  await page.setViewportSize({ width: 1280, height: 800 });
  await shoot(page, 'board-assign');
  await press('Tab', 'ArrowDown', 'Tab', 'Enter');
  const toast = page.getByRole('status').filter({ hasText: /articles? (?:assigned|moved)/ });
  await toast.filter({ hasText: '3 articles assigned' }).waitFor();
  await lookAt(page, 'assigned', WINDOWS);

  await press('j', 'x');
  await page.getByRole('button', { name: 'Tick all shown' }).click();
  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await toast.filter({ hasText: '6 articles moved to the bin' }).waitFor();
  await shoot(page, 'bulk-undo');
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Taken back.').waitFor();
  await press('j', 'x');
  await page.getByRole('button', { name: 'Tick all shown' }).click();
  assert.equal(await ticked.textContent(), '6 articles ticked.');
  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await toast.filter({ hasText: '6 articles moved to the bin' }).waitFor();

  // Where an article is not changed, a page says which and why.
  await page.goto(`${baseUrl}/newsroom/articles?stage=published`);
  await press('j', 'x');
  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await page.getByRole('heading', { name: '0 of 1 changed' }).waitFor();
  await lookAt(page, 'result', WINDOWS);
  await shoot(page, 'result');
  await page.goto(`${baseUrl}/newsroom/articles`);
  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  await lookAt(page, 'bin', WINDOWS);
  await shoot(page, 'bin');
  await page.getByRole('button', { name: 'Restore Test draft 2' }).press('Enter');
  await page.getByText('Restored from the bin.').waitFor();
  await lookAt(page, 'copy or remove', WINDOWS);
  await shoot(page, 'tidy-box', '#tidy');

  // A search over all copy, saved under a name.
  await page.goto(`${baseUrl}/newsroom/articles`);
  await press('/');
  await page.keyboard.type('site pilot');
  await press('Enter');
  await page.waitForURL(/q=site\+pilot/);
  await page.getByText('Filter', { exact: true }).press('Enter');
  await page.getByRole('form', { name: 'Filter' }).getByLabel('Section').selectOption('robotics');
  await page.getByLabel('Order').selectOption('headline');
  await lookAt(page, 'the filter', WINDOWS);
  await shoot(page, 'filter');
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await page.waitForURL(/sort=headline/);
  assert.equal(await page.locator('#q').inputValue(), 'site pilot section:robotics');
  await page.getByText('Saved views').press('Enter');
  await page.getByLabel('Save this view as').fill('The pilot');
  await press('Enter');
  await page.getByText('View: The pilot').press('Enter');
  await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'The pilot' }).waitFor();
  await page.getByText('Remove a view …').press('Enter');
  await lookAt(page, 'saved view', WINDOWS);
  await shoot(page, 'saved-view');
  await press('Escape');
  assert.equal(await page.getByLabel('Saved views').isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'View: The pilot');
  assert.deepEqual(seen, []);
});

test('an editor moves plans in the calendar by keyboard and by dragging, and plans for a day', async (t) => {
  const site = await serveSite(t);
  const { chief, editor, writer, token, drafted, stopped } = await stock(site);
  await setDue(site.deps, editor, drafted, '2026-09-09');
  await setDue(site.deps, editor, stopped, '2026-09-09');
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  const { baseUrl } = site.publication;
  await page.goto(`${baseUrl}/newsroom/calendar?month=2026-09`);
  await lookAt(page, 'calendar', WINDOWS);
  await shoot(page, 'calendar');

  const button = page.locator('[draggable]', { hasText: 'A layout robot' }).locator('summary');
  await button.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match((await page.locator('#move-said').textContent()) ?? '', /^Thursday 17 September\./);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.target').count(), 0);
  await page.keyboard.press('ArrowDown');
  await lookAt(page, 'a target day', [{ width: 1280, colorScheme: 'dark' }]);
  await shoot(page, 'calendar-target');
  await page.keyboard.press('Enter');
  await page.getByText('“A layout robot on a live slab” is due on Wednesday 16 September.').waitFor();
  assert.ok(await button.evaluate((one) => one === document.activeElement), 'the focus stays on the plan');

  // The word with its way back covers the day: it steps aside while something is dragged.
  await page.setViewportSize({ width: 1280, height: 1100 });
  const day = page.locator('[data-day="2026-09-30"]');
  const bottom = Math.round((await day.boundingBox())?.y ?? 0) + 100;
  await page.setViewportSize({ width: 1280, height: bottom });
  assert.equal(await day.evaluate(isCovered), true, 'the word covers the day');
  const [from, to] = [await middleOf(page.getByText('A crane schedule that argues back').first()), await middleOf(day)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.getByText('“A crane schedule that argues back” is due on Wednesday 30 September.').waitFor();
  await button.focus();
  await page.keyboard.press('Enter');
  await lookAt(page, 'the form of a move', WINDOWS);
  await shoot(page, 'calendar-move');

  await page.getByRole('link', { name: 'Plan for Monday 21 September' }).press('Enter');
  await lookAt(page, 'plan a day', WINDOWS);
  await shoot(page, 'plan-day');
  await page
    .getByLabel('An article without a due day')
    .selectOption({ label: 'Four takeoff programs, one set of drawings' });
  await page.getByRole('button', { name: 'Set the due day' }).press('Enter');
  await page.getByText('is due on Monday 21 September.').waitFor();

  for (let at = 1; at <= 8; at++) {
    const id = await file(site, token, { slug: `crowd-${at}`, headline: `Report ${at} of a crowded day` });
    await setDue(site.deps, editor, id, '2026-09-24');
  }
  await page.goto(`${baseUrl}/newsroom/calendar?month=2026-09`);
  await page.getByRole('link', { name: '2 more on Thursday 24 September' }).waitFor();
  await lookAt(page, 'a crowded day', WINDOWS);
  await shoot(page, 'calendar-crowd', '[data-day="2026-09-24"]');

  for (const path of ['tags', 'profile']) {
    await page.goto(`${baseUrl}/newsroom/${path}`);
    await lookAt(page, path, WINDOWS);
    await shoot(page, path);
  }
  await page.context().clearCookies();
  await signInAs(context, site, chief);
  await page.goto(`${baseUrl}/newsroom/masthead/people/${writer.id}`);
  await lookAt(page, 'a person with a byline', WINDOWS);
  assert.deepEqual(seen, []);
});

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await element.boundingBox()) ?? assert.fail('it is not on the page');
  return { x: x + width / 2, y: y + height / 2 };
}

/** Whether another element is in front of the middle of this one. */
function isCovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
