import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAt } from '../../support/axe.ts';
import { serveSite, watch } from '../../support/browser.ts';
import { openEditor, paste, save, savedBody, seenByEditor, sitDown, told } from '../../support/editor-page.ts';
import { file, RICH } from '../../support/stocked.ts';

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
  await page.locator('[data-tool="quotes"]').click();
  await told(page, /^4 quotes and dashes changed\. Undo takes it back\.$/);
  assert.equal(await page.locator('.body').textContent(), 'She said “go” — a 12" slab’s edge.');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.body').textContent(), `She said "go" -- a 12" slab's edge.`);
  await lookAt(page, 'the editor', [{ width: 390, colorScheme: 'dark' }]);
  assert.deepEqual(seen, []);
});
