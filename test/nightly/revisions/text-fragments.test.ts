import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { serveSite } from '../../support/browser.ts';
import { goLive } from '../../support/live.ts';
import { blocksToFind, PATH } from './blocks-to-find.ts';

// A browser that follows text fragments scrolls to every block by its first eight words. The headless shell of the other tests reads
// the fragment and scrolls to none, whatever its flags and whoever navigates; Chromium of Debian does. The contents above the text
// repeat the headings, so the fragment of a heading also names the words before it, as browsers do when they make such a link.

const CHROMIUM = '/usr/bin/chromium';
const hasChromium = spawnSync(CHROMIUM, ['--version']).status === 0;
const HEIGHT = 500;

test('Chromium scrolls to every block by a text fragment of its first eight words', {
  skip: hasChromium ? false : 'Chromium of Debian is not installed (apt-get install chromium)',
}, async (t) => {
  const site = await serveSite(t);
  await goLive(site, { bodyBlocks: blocksToFind() });
  const url = site.config.publication.baseUrl + PATH;
  const { blocks } = (await (await fetch(`${url}/r/0.json`)).json()) as { blocks: { anchor: string }[] };
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: HEIGHT }, reducedMotion: 'reduce' });
  const missed: string[] = [];
  let alone = 0;
  for (const [at, { anchor }] of blocks.entries()) {
    await page.goto(`${url}?words=${at}`);
    const [words, before] = await firstWords(page, anchor);
    assert.match(words, new RegExp(`^No${at} `));
    await page.goto(`${url}?block=${at}#:~:text=${before && `${encoded(before)}-,`}${encoded(words)}`);
    if (!(await isShown(page, anchor))) missed.push(`${at}: “${words}”`);
    else if (before === '') alone++;
  }
  const found = blocks.length - missed.length;
  t.diagnostic(
    `Chromium ${browser.version()}: ${found} of ${blocks.length} blocks by their first eight words, ${alone} of them by these words alone`,
  );
  assert.deepEqual(missed, []);
});

function encoded(words: string): string {
  return encodeURIComponent(words).replaceAll('-', '%2D');
}

/** The first eight words of a block, as a reader sees them, and those before it when the contents repeat them. */
function firstWords(page: Page, anchor: string): Promise<[words: string, before: string]> {
  return page.evaluate((id) => {
    const wordsOf = (block: Element | null | undefined) =>
      ((block?.querySelector('li') ?? block)?.textContent ?? '').trim().split(/\s+/);
    const block = document.getElementById(id);
    const words = wordsOf(block).slice(0, 8).join(' ');
    const isRepeated = [...document.querySelectorAll('nav.contents a')].some((one) => one.textContent?.includes(words));
    return [words, isRepeated ? wordsOf(block?.previousElementSibling).slice(-3).join(' ') : ''];
  }, anchor);
}

/** Whether the page scrolls, within two seconds, so that the first line of a block is in the middle. */
function isShown(page: Page, anchor: string): Promise<boolean> {
  const shown = page.waitForFunction(
    ({ id, height }) => {
      const block = document.getElementById(id);
      const { top } = (block?.querySelector('li') ?? block)?.getBoundingClientRect() ?? { top: -1 };
      const isAtEnd = scrollY >= document.documentElement.scrollHeight - innerHeight - 1;
      return (top > height * 0.25 && top < height * 0.75) || (isAtEnd && top >= 0 && top < height);
    },
    { id: anchor, height: HEIGHT },
    { timeout: 2000 },
  );
  return shown.then(
    () => true,
    () => false,
  );
}
