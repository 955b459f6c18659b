import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDue } from '#editorial/review/assign.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
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
  const { baseUrl } = site.config.publication;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const ticked = page.locator('#bulk-count');

  await page.goto(`${baseUrl}/newsroom?stage=draft`);
  await page.getByText('Changes appear here').waitFor();
  assert.equal(await page.locator('.bulk').isVisible(), false);
  await press('j', 'x', 'j', 'x', 'j', 'x');
  assert.equal(await ticked.textContent(), '3 articles ticked.');
  await lookAt(page, 'ticked board', WINDOWS);
  await shoot(page, 'board-ticked');

  // Ticks survive an update of the board by somebody else.
  await file(site, token, { slug: 'arrived', headline: 'It arrived meanwhile' });
  await page.getByRole('link', { name: 'It arrived meanwhile' }).waitFor();
  assert.equal(await ticked.textContent(), '3 articles ticked.');

  await press('e');
  await page.getByLabel('Tag', { exact: true }).focus();
  await press('Tab', 'Enter');
  await page.getByRole('heading', { name: /of 3 changed/ }).waitFor();
  await lookAt(page, 'result', WINDOWS);
  await press('Enter');
  await page.waitForURL(/newsroom\?stage=draft$/);

  await press('j', 'x');
  await page.getByRole('button', { name: 'Tick all shown' }).click();
  await page.getByRole('button', { name: 'Move to the bin' }).click();
  await page.getByRole('heading', { name: '6 of 6 changed' }).waitFor();
  await shoot(page, 'result');
  await page.getByRole('link', { name: 'Open the bin' }).click();
  await lookAt(page, 'bin', WINDOWS);
  await shoot(page, 'bin');
  await page.getByRole('button', { name: 'Restore Test draft 2' }).press('Enter');
  await page.getByText('Restored from the bin.').waitFor();
  await page.getByText('Move to the bin …').click();
  await lookAt(page, 'copy or remove', WINDOWS);
  await shoot(page, 'tidy-box', '#tidy');

  // A search over all copy, saved under a name.
  await page.goto(`${baseUrl}/newsroom`);
  await press('/');
  await page.keyboard.type('site pilot');
  await page.getByLabel('Order').selectOption('headline');
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await page.getByText('Save this filter …').press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('The pilot');
  await press('Enter');
  await page.getByRole('navigation', { name: 'Saved filters' }).getByRole('link', { name: 'The pilot' }).waitFor();
  await page.getByText('Remove a filter …').press('Enter');
  await lookAt(page, 'saved filter', WINDOWS);
  await shoot(page, 'saved-filter');
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
  const { baseUrl } = site.config.publication;
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

  await page.locator('[draggable]', { hasText: 'A crane schedule' }).dragTo(page.locator('[data-day="2026-09-30"]'));
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
