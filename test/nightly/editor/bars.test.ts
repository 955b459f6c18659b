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

test('Save, the state, the tools and the panel stay in reach at every width', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('chief', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(dana), { ...RICH, bodyBlocks: LONG });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  for (const width of [360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await goToEndOf(page, 20);
    await page.keyboard.type('x');
    const isPhone = width < 640;
    const names = ['#save', '#leave', '#standing', ...(isPhone ? ['#phone-tools [data-tool="heading"]'] : [])];
    for (const name of names) assert.ok(await isInSight(page, name), `${name} at ${width} px`);
    const cursor = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON());
    const bar = await boxOf(page, '#edit-top');
    assert.ok(bar.bottom - bar.top <= 64, `the bar is ${bar.bottom - bar.top} px high at ${width} px`);
    assert.ok(cursor.top >= bar.bottom, `the upper bar hides the cursor at ${width} px`);
    if (isPhone) {
      const foot = await boxOf(page, '#phone-tools');
      assert.ok(foot.bottom === 800 && foot.top > 700, `the tools are at the foot at ${width} px`);
      assert.ok(cursor.bottom <= foot.top, `the lower bar hides the cursor at ${width} px`);
    }
    if (width === 1280) assert.ok(await isInSight(page, '#f-section'), 'the fields stay beside the text');
  }
  await standing(page, /Saved as draft/);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator('#f-section').waitFor({ state: 'hidden' });
  await page.locator('#panel-button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#panel-button').getAttribute('aria-expanded'), 'true');
  assert.ok(await isInSight(page, '#f-section'));
  await lookAt(page, 'the panel over the text', [
    { width: 390, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
  ]);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'panel-button');
  await page.locator('#f-section').waitFor({ state: 'hidden' });

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Menu of the newsroom' }).click();
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Calendar' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });

  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles`);
  const places = await boxOf(page, '.phone-bar');
  assert.ok(places.bottom === 800 && places.top > 800 - 64, `the places take ${800 - places.top} px of a telephone`);
  const menu = page.getByRole('button', { name: 'Menu' });
  assert.equal(await page.getByRole('link', { name: 'Calendar' }).count(), 0);
  await menu.focus();
  await page.keyboard.press('Enter');
  await lookAt(page, 'the menu', [
    { width: 390, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark', rules: COLORS },
  ]);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Menu');
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
