import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readArticle } from '#editorial/article-record.ts';
import { COLORS, lookAt, type Window } from '../../support/axe.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite, signInAs } from '../../support/browser.ts';
import { goToEndOf, openEditor, savedBody, sitDown, standing } from '../../support/editor-page.ts';
import { file, RICH, revise } from '../../support/stocked.ts';

// Accessibility of the editor: axe finds no problem in any state, and the keyboard alone is enough.

/** The window width for editing, and the windows in which axe checks each state. */
const WORKED: readonly [width: number, windows: readonly Window[]][] = [
  [
    1280,
    [
      { width: 1280, colorScheme: 'light' },
      { width: 768, colorScheme: 'dark' },
    ],
  ],
  [
    360,
    [
      { width: 360, colorScheme: 'light' },
      { width: 360, colorScheme: 'dark', rules: COLORS },
    ],
  ],
];

for (const [width, windows] of WORKED) {
  test(`axe finds no problem in the editor at ${width} px`, async (t) => {
    const site = await serveSite(t);
    const editor = await site.person('editor', 'Dana Whitfield');
    const token = await site.grantToken(editor);
    const id = await file(site, token, RICH);
    const context = await openContext(t, {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await signInAs(context, site, editor);
    const page = await openEditor(context, site, id);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => one.setAttribute('open', '')));
    const openPanel = async () => width < 640 && page.locator('#panel-button').click();
    const closePanel = async () => width < 640 && page.locator('#panel-close').click();
    await lookAt(page, 'the editor', windows);
    await page.locator('#f-headline').fill('');
    await openPanel();
    await page.locator('#f-slug').fill('No slug');
    await page.locator('#add-source').click();
    await page.locator('.source').last().getByLabel('Address').fill('http://x');
    await lookAt(page, 'what is wrong', windows);
    await page.locator('#f-slug').fill('a-slug');
    await page.locator('.source').last().getByRole('button', { name: 'Remove' }).click();
    for (const name of ['Numbers', 'Comments', 'History', 'Checks']) {
      await page.getByRole('tab', { name }).click();
      await lookAt(page, name, windows);
    }
    await closePanel();
    await page.locator('#f-headline').fill('A headline');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await lookAt(page, 'more acts', windows);
    await page.keyboard.press('Escape');
    await goToEndOf(page, 0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Kind of block' }).waitFor();
    await lookAt(page, 'the menu of blocks', windows);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+/');
    await lookAt(page, 'the keys', windows);
    await page.keyboard.press('Escape');
    const theirs = RICH.bodyBlocks.map((block, at) => (at === 1 ? { ...block, text: 'Their heading' } : block));
    await goToEndOf(page, 1);
    await page.keyboard.type(', mine'); // before theirs comes, which would arrive by itself
    await revise(site, token, id, { ...RICH, bodyBlocks: theirs, baseRevision: 0 });
    const bring = page.getByRole('button', { name: 'Merge revision 1' });
    await bring.waitFor();
    await lookAt(page, 'the notice', windows);
    await bring.click();
    await lookAt(page, 'the choice', windows);
    await page.goto(`${site.config.publication.baseUrl}/newsroom/new`);
    await lookAt(page, 'a new article', windows);
  });
}

test('an article can be created, written, formatted, cited and saved with the keyboard alone', async (t) => {
  const site = await serveSite(t);
  const writer = await site.person('writer', 'Tomasz Lind');
  const context = await sitDown(t, site, writer);
  const page = await context.newPage();
  const { keyboard } = page;
  await page.goto(`${site.config.publication.baseUrl}/newsroom`);
  await tabTo(page, 'New article');
  await keyboard.press('Enter');
  await page.waitForURL(/\/edit$/);
  await page.locator('.body').waitFor();
  assert.equal(await focused(page), 'Headline');
  await keyboard.type('Written by hand');
  assert.equal(await page.locator('#f-slug').inputValue(), 'written-by-hand');
  await keyboard.press('Tab');
  await keyboard.type('With ten fingers and no mouse.');
  await keyboard.press('Enter');
  assert.equal(await focused(page), 'Body');
  await keyboard.type('A first paragraph.');
  await keyboard.press('Enter');
  await keyboard.type('/he');
  assert.equal(await page.locator('#block-menu [aria-selected="true"]').getAttribute('data-block'), 'heading');
  await keyboard.press('Enter');
  await page.locator('.body h2').waitFor();
  await keyboard.type('A heading');
  await keyboard.press('Enter');
  await keyboard.press('Control+b');
  await keyboard.type('Strong');
  await keyboard.press('Control+b');
  await keyboard.type(' words.');
  await keyboard.press('F6');
  assert.equal(await focused(page), 'Section');
  await keyboard.type('Peo');
  await tabTo(page, 'Add a source');
  await keyboard.press('Enter');
  assert.equal(await focused(page), 'Title');
  await keyboard.type('The record');
  await keyboard.press('Tab');
  await keyboard.type('https://example.org/record');
  await keyboard.press('Control+/');
  assert.equal(await page.locator('#keys-dialog').getAttribute('open'), '');
  await keyboard.press('Escape');
  await keyboard.press('Control+s');
  await standing(page, /Saved as revision 1\./);

  const { id = '' } = (await site.deps.db.read.selectFrom('article').select('id').executeTakeFirst()) ?? {};
  const { copy } = await readArticle(site.deps.db.read, writer, id, site.deps);
  assert.deepEqual(
    [copy.section, copy.slug, copy.headline, copy.sources],
    ['people', 'written-by-hand', 'Written by hand', [{ title: 'The record', url: 'https://example.org/record' }]],
  );
  const blocks = (await savedBody(site, writer, id)).map(({ type, text }) => [type, text]);
  assert.deepEqual(blocks, [
    ['paragraph', 'A first paragraph.'],
    ['heading', 'A heading'],
    ['paragraph', '**Strong** words.'],
  ]);
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let at = 0; at < 80; at++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`no Tab leads to ${name}`);
}

/** The accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });
}
