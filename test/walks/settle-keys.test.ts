import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { openContext } from '../browser/shared-browser.ts';
import { lookAt } from '../support/axe.ts';
import { serveSite, shoot, signInAs, watch } from '../support/browser.ts';
import { copy } from '../support/site.ts';

// Twelve figures of an article settled by keyboard, each key counted. Two numbers are stated more than once.

const TEXTS = [
  'The robot marked 1,240 points on the deck, and 37 of them by hand.',
  'The surveyor had planned 1,240 points; the record says 412 holes and 26 kg of paint.',
  'All 1,240 points held, 37 after a second pass, within 3 mm.',
  'It took 18 trips, 7 batteries, 14 hours and 9 blades.',
];
const MOST_KEYS = 60;

test('an editor settles twelve figures by keyboard with fewer than 60 keys', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const bodyBlocks = TEXTS.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const context = await openContext(t, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);
  let keys = 0;
  const press = (key: string) => {
    keys += key.split('+').length;
    return page.keyboard.press(key);
  };
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/figures`);

  /** Opens the form of a source with one key, writes the place if it is another one, and sends the form. */
  const settle = async (place: string, send: 'Enter' | 'Shift+Enter', settled: number) => {
    await page.locator('.keys:not([hidden])').waitFor();
    const repeat = page.locator('.repeat');
    const last = (await repeat.count()) > 0 ? ((await repeat.locator('p').first().textContent()) ?? '') : '';
    if (last.endsWith(`, ${place}`)) {
      await press('r');
      if (settled === 5) await shoot(page, 'repeat');
      for (const part of [repeat.locator('p').first(), repeat.locator('button[data-key="r"]:focus')])
        assert.ok(await isOnScreen(part), 'the source and the place are on screen before they are repeated');
    } else {
      await press('s');
      const field = page.getByLabel('Where in it');
      assert.ok(await field.evaluate((one) => one === document.activeElement), 'the cursor is in the place');
      assert.equal(await field.inputValue(), '');
      for (const letter of place) await press(letter);
    }
    if (settled === 3) await lookAt(page, 'form with repeats', [{ width: 390, colorScheme: 'dark' }]);
    if (settled === 3) await shoot(page, 'repeats', '#figure');
    await press(send);
    await page.locator('.progress-words strong', { hasText: new RegExp(`^${settled} of 12 settled$`) }).waitFor();
  };
  await settle('p. 3', 'Shift+Enter', 3);
  await settle('p. 3', 'Shift+Enter', 5);
  await settle('p. 3', 'Enter', 6);
  await settle('p. 4', 'Enter', 7);
  for (let settled = 8; settled <= 12; settled++) await settle('p. 4', 'Enter', settled);
  await page.getByText('No number is open.').waitFor();
  t.diagnostic(`${keys} keys`);
  assert.ok(keys < MOST_KEYS, `${keys} keys`);

  const corrected = bodyBlocks.map((one) => ({ ...one, text: one.text.replace('18 trips', '19 trips') }));
  await saveRevision(site.deps, dana, id, { copy: { ...copy({ bodyBlocks: corrected }), baseRevision: 0 } });
  keys = 0;
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/figures`);
  await settle('p. 4', 'Enter', 9);
  await page.getByText('It was settled in revision 0').waitFor();
  await lookAt(page, 'a figure settled before', [
    { width: 390, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ]);
  await shoot(page, 'earlier');
  for (let settled = 10; settled <= 12; settled++) {
    await page.locator('.keys:not([hidden])').waitFor();
    await press('Enter');
    await page.locator('.progress-words strong', { hasText: new RegExp(`^${settled} of 12 settled$`) }).waitFor();
  }
  assert.deepEqual(seen, []);
  assert.equal(keys, 5, 'a corrected digit: one settlement, and one key for each other figure of its sentence');

  await shoot(page, 'settled');
  await page.getByText('Nothing blocks publication.').waitFor();
  await page.locator('.keys:not([hidden])').waitFor();
  await press('n');
  await page.waitForURL(new RegExp(`/newsroom/articles/${id}$`));
});

/** Whether all of an element is in the window, and nothing covers its middle. */
function isOnScreen(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (one.contains(there) || there?.contains(one) === true);
  });
}
