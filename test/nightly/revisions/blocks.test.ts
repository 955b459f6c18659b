import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite } from '../../support/browser.ts';
import { goLive } from '../../support/live.ts';
import { blocksToFind, PATH } from './blocks-to-find.ts';

// Each block has an address that a browser goes to.

test('a browser goes to every block by its fragment, and finds it by its first eight words', async (t) => {
  const site = await serveSite(t);
  const bodyBlocks = blocksToFind();
  await goLive(site, { bodyBlocks });
  const url = site.config.publication.baseUrl + PATH;
  const { blocks } = (await (await fetch(`${url}/r/0.json`)).json()) as { blocks: { anchor: string }[] };
  assert.equal(new Set(blocks.map(({ anchor }) => anchor)).size, bodyBlocks.length);
  const context = await openContext(t, { viewport: { width: 1280, height: 500 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [at, { anchor }] of blocks.entries()) {
    await page.goto(`${url}?fragment=${at}#${encodeURIComponent(anchor)}`);
    const shown = await page.evaluate(() => {
      const target = document.querySelector(':target');
      const { top, bottom } = target?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      const first = target?.querySelector('li') ?? target;
      return { id: target?.id, isSeen: top < innerHeight && bottom > 0, text: first?.textContent ?? '' };
    });
    assert.deepEqual([shown.id, shown.isSeen], [anchor, true]);
    const words = shown.text.trim().split(/\s+/).slice(0, 8).join(' ');
    assert.match(words, new RegExp(`^No${at} `));
    assert.deepEqual(await blocksWith(page, words), [anchor], `block ${at} by “${words}”`);
  }
  console.log(`${blocks.length} of ${blocks.length} blocks by their fragment, and found by their first eight words`);
});

/**
 * The ids of the blocks that have these words in their text, as a text fragment looks for them: across inline elements, within one
 * block. The browser of the tests does not scroll to text fragments itself; `text-fragments.test.ts` runs one that does. Headings are also in the list of contents above the text.
 */
function blocksWith(page: Page, words: string): Promise<(string | undefined)[]> {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('article .body :is(p, h2, h3, li)')]
        .filter(({ textContent }) => textContent?.replace(/\s+/g, ' ').includes(wanted))
        .map((place) => place.closest('[id^="b-"]')?.id),
    words,
  );
}
