import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { COLORS, lookAt } from '../../support/axe.ts';
import { serveSite, watch } from '../../support/browser.ts';
import { goToEndOf, openEditor, sitDown, standing } from '../../support/editor-page.ts';
import { file, RICH } from '../../support/stocked.ts';

// What stays in sight while a long text is written, from a telephone to a wide window.

const LONG = Array.from({ length: 40 }, (_, at) => ({
  id: `p${at}`,
  type: 'paragraph',
  text: 'Some words. '.repeat(30),
}));

test('Save, the state, the toolbar and the fields stay in reach at every width', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('chief', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(dana), { ...RICH, bodyBlocks: LONG });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  for (const width of [360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await goToEndOf(page, 20);
    await page.keyboard.type('x');
    for (const name of ['#save', '#standing', '#tools [data-tool="paragraph"]'])
      assert.ok(await isInSight(page, name), `${name} at ${width} px`);
    const cursor = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON());
    const [bar, foot] = await Promise.all([boxOf(page, '#tools'), boxOf(page, '#save-bar')]);
    assert.ok(cursor.top >= bar.bottom, `the upper bar hides the cursor at ${width} px`);
    if (width < 640) {
      assert.ok(foot.bottom === 800 && foot.top > 700, `Save is at the bottom at ${width} px`);
      assert.ok(cursor.bottom <= foot.top, `the lower bar hides the cursor at ${width} px`);
    }
    if (width === 1280) assert.ok(await isInSight(page, '#f-section'), 'the fields stay beside the text');
  }
  await standing(page, /Saved as draft/);

  await page.setViewportSize({ width: 390, height: 800 });
  assert.ok(!(await isInSight(page, '#f-section')));
  await page.locator('#fields-button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#fields-button').getAttribute('aria-expanded'), 'true');
  assert.ok(await isInSight(page, '#f-section'));
  await lookAt(page, 'the fields over the text', [
    { width: 390, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
  ]);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'fields-button');
  assert.ok(!(await isInSight(page, '#f-section')));

  await page.goto(`${site.config.publication.baseUrl}/newsroom`);
  const masthead = await boxOf(page, '.masthead');
  assert.ok(masthead.bottom < 64, `the navigation takes ${masthead.bottom} px of a telephone`);
  const menu = page.getByRole('button', { name: 'Menu' });
  assert.equal(await page.getByRole('link', { name: 'Calendar' }).count(), 0);
  await menu.focus();
  await page.keyboard.press('Enter');
  await lookAt(page, 'the menu', [
    { width: 390, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark', rules: COLORS },
  ]);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Menu');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.waitForURL(/\/calendar$/);
  assert.deepEqual(seen, []);
});

function boxOf(page: Page, selector: string): Promise<{ top: number; bottom: number }> {
  return page.locator(selector).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return { top, bottom };
  });
}

/** Whether the middle of an element is shown and nothing covers it. */
function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const shown = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    return shown !== null && (one.contains(shown) || shown.contains(one));
  });
}
