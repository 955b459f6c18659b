import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft } from '#editorial/write/create-draft.ts';
import { lookAt } from '../support/axe.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { goToEndOf, openEditor, seenByEditor, sitDown } from '../support/editor-page.ts';
import { copy } from '../support/site.ts';

// Numbers are underlined while one writes, and settled beside the text without leaving the editor.

test('an editor settles the numbers of a text in the editor, by keyboard, and goes on writing', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const texts = [
    'The robot marked **1,240** points; [log 12](https://example.org/log/1240) has 37 of them.',
    'It took 9 hours.',
  ];
  const bodyBlocks = texts.map((text, at) => ({ id: `b${at}`, type: 'paragraph' as const, text }));
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  const numbers = () =>
    page.locator('.body .number').evaluateAll((all) => all.map((one) => [one.textContent, one.className]));
  await page.locator('#open-numbers', { hasText: '4 numbers to settle' }).waitFor();
  assert.deepEqual(
    await numbers(),
    ['1,240', '12', '37', '9 hours'].map((text) => [text, 'number is-open']),
  );

  const settle = async (text: string, place: string, left: string) => {
    await page.locator('#number-content .stated', { hasText: text }).waitFor();
    if (place === '') await page.locator('.repeat button[data-key="r"]:focus').waitFor();
    else await page.keyboard.press('s');
    await page.keyboard.type(place);
    await page.keyboard.press('Enter');
    await page.locator('#open-numbers', { hasText: left }).waitFor();
  };
  await goToEndOf(page, 0);
  await page.keyboard.press('Home');
  await seenByEditor(page);
  await page.keyboard.press('Alt+Enter');
  await settle('1,240', 'p. 3', '3 numbers to settle');
  await lookAt(page, 'panel of a number', [
    { width: 390, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ]);
  await shoot(page, 'editor-numbers-panel');
  await settle('12', '', '2 numbers to settle');
  await page.getByRole('tab', { name: 'Numbers 2/4' }).click();
  await page.getByText('2 of 4 settled').waitFor();
  await lookAt(page, 'the list of numbers', [{ width: 1280, colorScheme: 'light' }]);
  await page.keyboard.press('Alt+ArrowDown');
  await page.locator('#number-content .stated', { hasText: '9 hours' }).waitFor();
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('.body').evaluate((body) => body === document.activeElement), 'back in the text');
  assert.ok(await page.locator('#number-panel').isHidden());

  await goToEndOf(page, 1);
  await page.keyboard.type(' It used 14 blades.');
  await page.keyboard.press('Alt+Enter');
  await page.locator('#number-content .stated', { hasText: '37' }).waitFor();
  await page.locator('.body .number', { hasText: '14' }).click();
  await page.getByText('Not saved yet').waitFor();
  await page.keyboard.press('Alt+Enter');
  await page.locator('[data-act="save"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await settle('14', '', '2 numbers to settle');
  await settle('37', '', '1 number to settle');
  await settle('9 hours', '', 'All numbers settled');
  await page.locator('#standing', { hasText: 'Every number is settled.' }).waitFor();
  assert.deepEqual(new Set((await numbers()).map(([, name]) => name)), new Set(['number is-settled']));
  assert.deepEqual(seen, []);
});
