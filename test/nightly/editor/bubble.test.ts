import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { listThreads } from '#editorial/review/comment-threads.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, watch } from '../../support/browser.ts';
import { openEditor, save, savedBody, seenByEditor, sitDown, told } from '../../support/editor-page.ts';
import { file, RICH } from '../../support/stocked.ts';

// The small toolbar beside selected words: formatted, commented on and left by keyboard.

const WINDOWS = inBothSchemes(1280, 768, 390);

test('selected words are formatted and commented on in the bubble, by keyboard', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(dana), RICH);
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  const bubble = page.getByRole('toolbar', { name: 'Selected words' });

  await select(page, 0, 'six weeks');
  await bubble.waitFor();
  assert.ok(await isClear(page), 'the bubble does not cover the words');
  await lookAt(page, 'the bubble', WINDOWS);
  await page.keyboard.press('Alt+F10');
  assert.equal(await focused(page), 'Strong');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.body strong').first().textContent(), 'six weeks');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Alt+F10');
  assert.equal(await focused(page), 'panel-button', 'the second time it goes on to the bar');
  await page.locator('.body').focus();

  await select(page, 0, 'wrote down every stop');
  await bubble.waitFor();
  await page.keyboard.press('Alt+F10');
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
  assert.equal(await focused(page), 'Comment');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Or 421?');
  await lookAt(page, 'a new comment', WINDOWS);
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'Body');
  await page.keyboard.press('Control+Alt+m');
  assert.equal(await page.locator('#new-comment').inputValue(), 'Or 421?', 'what was typed is not lost');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await told(page, /The comment is sent\.$/);
  assert.equal(await page.locator('.noted-words').textContent(), 'wrote down every stop');
  assert.equal(await focused(page), 'Body');

  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Nobody saved this yet.');
  await select(page, (await page.locator('.body > *').count()) - 1, 'Nobody saved this');
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.type('Save it.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.thread .words', { hasText: 'Save it.' }).waitFor();
  const threads = await listThreads(site.deps.db.read, dana, id, 1);
  assert.deepEqual(threads.map(({ text, passage, revision }) => [text, passage, revision]).sort(), [
    ['Or 421?', 'wrote down every stop', 0],
    ['Save it.', 'Nobody saved this', 1],
  ]);

  await page.evaluate(() => scrollTo(0, 0));
  await select(page, 0, 'The crew');
  await bubble.waitFor();
  assert.ok(await isClear(page), 'nor the first words of the text');
  await page.keyboard.press('Control+i');
  await save(page, 2);
  assert.match((await savedBody(site, dana, id))[0]?.text ?? '', /^\*The crew\* .* \*\*six weeks\*\*/);
  assert.deepEqual(seen, []);
});

/** Selects words of the n-th block. */
async function select(page: Page, block: number, words: string): Promise<void> {
  await page.evaluate(
    ([at, sought]) => {
      const place = document.querySelectorAll('.body > *')[at as number] as HTMLElement;
      place.closest<HTMLElement>('.body')?.focus();
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const start = node.textContent?.indexOf(sought as string) ?? -1;
        if (start === -1) continue;
        node.parentElement?.scrollIntoView({ block: 'center' });
        getSelection()?.setBaseAndExtent(node, start, node, start + (sought as string).length);
        return;
      }
      throw new Error(`no text node holds ${sought}`);
    },
    [block, words] as const,
  );
  await seenByEditor(page);
}

/** Whether the bubble and the selected words do not overlap. */
function isClear(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const bubble = document.getElementById('bubble')?.getBoundingClientRect();
    const words = getSelection()?.getRangeAt(0).getBoundingClientRect();
    return bubble !== undefined && words !== undefined && (bubble.bottom <= words.top || bubble.top >= words.bottom);
  });
}

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? null);
}
