import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suggestChange } from '#editorial/review/suggest.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { openEditor, savedBody, seenByEditor, sitDown, told } from '../support/editor-page.ts';
import { file } from '../support/stocked.ts';

// Suggestions in the editor: made for selected words or a block, and accepted or refused in the panel, by keyboard.

const WINDOWS = inBothSchemes(1280, 390);
const BODY = [
  { id: 'b1', type: 'paragraph', text: 'The crew ran the crew machine for **six** weeks.' },
  { id: 'b2', type: 'quote', text: 'I would keep one person with a tape.' },
  { id: 'b3', type: 'paragraph', text: 'Nobody counted the stops.' },
];

test('words are suggested where they stand, accepted and refused without leaving the text, and nothing typed is lost', async (t) => {
  const site = await serveSite(t);
  const [dana, eva] = [await site.person('editor', 'Dana Whitfield'), await site.person('editor', 'Eva Lindqvist')];
  const id = await file(site, await site.grantToken(dana), { bodyBlocks: BODY });
  const hers = await openEditor(await sitDown(t, site, eva), site, id);
  const seen = watch(hers, site);

  await select(hers, 0, 'crew', 2);
  await hers.getByRole('toolbar', { name: 'Selected words' }).waitFor();
  await shoot(hers, 'suggestion-bubble');
  await hers.keyboard.press('Control+Alt+g');
  const words = hers.getByLabel('The words as they should be');
  assert.equal(await words.inputValue(), 'crew');
  await hers.keyboard.type('*layout*');
  await lookAt(hers, 'a new suggestion', WINDOWS);
  await shoot(hers, 'suggestion-new');
  await hers.getByLabel('Why (optional)').fill('It is the layout machine.');
  await hers.getByRole('button', { name: 'Suggest', exact: true }).click();
  await told(hers, /The suggestion is sent/);
  assert.deepEqual(
    (await savedBody(site, dana, id)).map(({ text }) => text),
    BODY.map(({ text }) => text),
    'the text is as it was',
  );

  await select(hers, 1, '', 1);
  await hers.keyboard.press('Control+Alt+g');
  assert.equal(await hers.getByLabel('The text as it should be').inputValue(), BODY[1]?.text);
  await hers.keyboard.press('Escape');
  await suggestChange(site.deps, eva, id, { revision: 0, blockId: 'b2', after: 'I would keep two.', note: null });
  await suggestChange(site.deps, eva, id, { revision: 0, blockId: 'b3', after: 'Nobody did.', note: null });

  const page = await openEditor(await sitDown(t, site, dana), site, id);
  await page.getByRole('tab', { name: /Comments/ }).click();
  await page.getByText('3 suggestions are open').waitFor();
  await lookAt(page, 'suggestions in the panel', WINDOWS);
  await shoot(page, 'suggestions');
  await select(page, 2, '', 1);
  await page.keyboard.press('End');
  await page.keyboard.type(' Typed meanwhile.');
  const first = page.locator('[data-thread]', { hasText: 'It is the layout machine.' });
  await first.getByRole('button', { name: /^Accept the suggestion/ }).focus();
  await page.keyboard.press('Enter');
  await told(page, /words are in (?:the|your) text/);
  await page.locator('.body em', { hasText: 'layout' }).waitFor();
  await page.locator('.body p', { hasText: 'Nobody counted the stops. Typed meanwhile.' }).waitFor();
  const second = page.locator('[data-thread]', { hasText: 'with a tape' });
  await second.getByRole('button', { name: /^Refuse the suggestion/ }).click();
  await told(page, /The suggestion is refused/);
  assert.equal((await savedBody(site, dana, id))[0]?.text, 'The crew ran the *layout* machine for **six** weeks.');
  assert.deepEqual(seen, []);
});

/** Selects the n-th occurrence of words in a block; without words, puts the cursor there. */
async function select(page: Page, block: number, words: string, occurrence: number): Promise<void> {
  await page.locator('.body > *').nth(block).click();
  await page.evaluate(
    ([at, sought, nth]) => {
      const walker = document.createTreeWalker(
        document.querySelectorAll('.body > *')[at] as Element,
        NodeFilter.SHOW_TEXT,
      );
      let left = nth;
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { index } of (node.textContent ?? '').matchAll(new RegExp(sought, 'g'))) {
          left--;
          if (left > 0) continue;
          getSelection()?.setBaseAndExtent(node, index, node, index + sought.length);
          return;
        }
    },
    [block, words, occurrence] as const,
  );
  await seenByEditor(page);
}
