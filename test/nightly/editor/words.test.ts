import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, watch } from '../../support/browser.ts';
import {
  goToEditor,
  openEditor,
  paste,
  save,
  savedBody,
  seenByEditor,
  sitDown,
  told,
} from '../../support/editor-page.ts';
import { file, RICH, settleFigures } from '../../support/stocked.ts';

// What the editor does with words while they are written: addresses become links, quotes typographic on request.

const PLAIN = [{ id: 'b1', type: 'paragraph', text: 'See the log of the pilot.' }];

test('an address pasted over words, pasted alone or typed becomes a link, and undo takes it back', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(dana), { ...RICH, bodyBlocks: PLAIN });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  const texts = async () => (await savedBody(site, dana, id)).map(({ text }) => text);
  assert.match((await page.locator('.tally').textContent()) ?? '', /^6 words 1 min to read/);

  await page.locator('.body').click();
  await page.evaluate(() => {
    const words = document.querySelector('.body p')?.firstChild as Text;
    getSelection()?.setBaseAndExtent(words, 4, words, 11);
  });
  await seenByEditor(page);
  await paste(page, { text: 'https://example.org/log' });
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And https://example.org/typed, too.');
  await page.keyboard.press('Enter');
  await paste(page, { text: 'https://example.org/pasted\n' });
  await page.keyboard.press('Enter');
  await page.keyboard.type('Not http://example.org or https: //x');
  await page.keyboard.press('Enter');
  await page.keyboard.type('https://example.org/undone');
  await page.keyboard.press('Space');
  assert.equal(await page.locator('.body a').count(), 4);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.body a').count(), 3, 'undo takes the link away');
  await save(page, 1);
  assert.deepEqual((await texts()).slice(0, 3), [
    'See [the log](https://example.org/log) of the pilot. And [https://example.org/typed](https://example.org/typed), too.',
    '[https://example.org/pasted](https://example.org/pasted)',
    'Not http://example.org or https: //x',
  ]);

  await page.keyboard.press('Control+a');
  await page.keyboard.type(`She said "go" -- a 12" slab's edge.`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.locator('[data-tool="quotes"]').click();
  await told(page, /^4 quotes and dashes changed\. Undo takes it back\.$/);
  assert.equal(await page.locator('.body').textContent(), 'She said “go” — a 12" slab’s edge.');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.body').textContent(), `She said "go" -- a 12" slab's edge.`);
  await lookAt(page, 'the editor', [{ width: 390, colorScheme: 'dark' }]);
  assert.deepEqual(seen, []);
});

test('the link dialog finds our articles and leaves the words in sight; find and replace keeps the marks', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const live = await file(site, token, { headline: 'A crane that reads the wind', slug: 'crane-wind' });
  await settleFigures(site);
  await publish(site.deps, dana, live, { revisionNumber: 0 });
  const body = [...PLAIN, { id: 'b2', type: 'paragraph', text: 'The **log** is long. LOG everything, "log".' }];
  const id = await file(site, token, { ...RICH, slug: 'other', bodyBlocks: body });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await page.locator('.body').click();
  await page.evaluate(() => {
    const words = document.querySelector('.body p')?.firstChild as Text;
    getSelection()?.setBaseAndExtent(words, 15, words, 24);
  });
  await seenByEditor(page);
  await page.keyboard.press('Control+k');
  await page.locator('#link-words').fill('wind crane');
  const found = page.locator('#link-articles').getByRole('button', { name: 'A crane that reads the wind' });
  await found.waitFor();
  const [words, dialog] = await page.evaluate(() =>
    ['.found-now', '#link-dialog'].map((name) => document.querySelector(name)?.getBoundingClientRect().toJSON()),
  );
  assert.ok(dialog.top >= words.bottom || dialog.bottom <= words.top, 'the dialog does not cover the words');
  await lookAt(page, 'the link dialog', inBothSchemes(1280, 390));
  await found.click();
  assert.match(await page.locator('#link-address').inputValue(), /\/robotics\/crane-wind$/);
  await page.locator('#link-address').fill('https://example.org/x');
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('.body a').count(), 0);

  await goToEditor(page, site, id);
  await page.locator('.body').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('log');
  await page.locator('#find-count', { hasText: '1 of 4' }).waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.locator('#find-count', { hasText: '4 of 4' }).waitFor();
  await page.keyboard.press('Enter');
  await lookAt(page, 'find and replace', inBothSchemes(1280, 390));
  await page.getByLabel('Replace with').fill('record');
  await page.keyboard.press('Enter');
  await told(page, /^1 place changed/);
  await page.getByRole('button', { name: 'Replace all' }).click();
  await told(page, /^3 places changed/);
  await page.keyboard.press('Escape');
  await save(page, 1);
  assert.deepEqual(
    (await savedBody(site, dana, id)).map(({ text }) => text),
    ['See the record of the pilot.', 'The **record** is long. record everything, "record".'],
  );
  assert.deepEqual(seen, []);
});
