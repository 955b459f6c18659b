import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { readArticle } from '../../src/article/read/article-record.ts';
import { openBrowser, serveHouse, signInAs } from '../support/browser.ts';
import { goToEndOf, openEditor, savedBody, sitDown, standing } from '../support/editor-page.ts';
import { file, RICH, revise } from '../support/stocked.ts';

// The editor for everybody: axe finds nothing in any of its states, and a keyboard is enough.

let browser: Browser;
const closers: (() => unknown)[] = [];
before(async () => {
  browser = await openBrowser({ after: (close) => closers.push(close as () => unknown) });
});
after(() => Promise.all(closers.map((close) => close())));

const RULES = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } };

for (const [width, colorScheme] of [
  [1280, 'light'],
  [768, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const) {
  test(`axe finds nothing in the editor at ${width} px, ${colorScheme}`, { timeout: 120_000 }, async (t) => {
    const site = await serveHouse(t);
    const editor = await site.person('editor', 'Dana Whitfield');
    const token = await site.letIn(editor);
    const id = await file(site, token, RICH);
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    t.after(() => context.close());
    await signInAs(context, site, editor);
    const page = await openEditor(context, site, id);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => one.setAttribute('open', '')));
    await look(page, 'the editor', width);
    await page.locator('#f-headline').fill('');
    await page.locator('#f-slug').fill('No slug');
    await page.locator('#add-source').click();
    await page.locator('.source').last().getByLabel('Address').fill('http://x');
    await look(page, 'what is wrong', width);
    await page.locator('#f-headline').fill('A headline');
    await page.locator('#f-slug').fill('a-slug');
    await page.locator('.source').last().getByRole('button', { name: 'Remove' }).click();
    await page.keyboard.press('Control+/');
    await look(page, 'the keys', width);
    await page.keyboard.press('Escape');
    const theirs = RICH.bodyBlocks.map((block, at) => (at === 1 ? { ...block, text: 'Their heading' } : block));
    await revise(site, token, id, { ...RICH, bodyBlocks: theirs, baseRevision: 0 });
    await goToEndOf(page, 1);
    await page.keyboard.type(', mine');
    const bring = page.getByRole('button', { name: 'Bring revision 1 in' });
    await bring.waitFor();
    await look(page, 'the notice', width);
    await bring.click();
    await look(page, 'the choice', width);
    await page.goto(`${site.config.publication.baseUrl}/newsroom/new`);
    await look(page, 'a new article', width);
  });
}

async function look(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    (rules) => (window as unknown as { axe: typeof axe }).axe.run(document, { rules }) as Promise<AxeResults>,
    RULES,
  );
  const found = results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  assert.deepEqual(found, [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${name} is ${wide} px wide`);
}

test('an article is begun, written, formatted, cited and saved with the keyboard alone', {
  timeout: 120_000,
}, async (t) => {
  const site = await serveHouse(t);
  const writer = await site.person('writer', 'Tomasz Lind');
  const context = await sitDown(t, browser, site, writer);
  const page = await context.newPage();
  const { keyboard } = page;
  await page.goto(`${site.config.publication.baseUrl}/newsroom`);
  await tabTo(page, 'New article');
  await keyboard.press('Enter');
  await page.waitForURL(/\/newsroom\/new/);
  await tabTo(page, 'Headline');
  await keyboard.type('Written by hand');
  await keyboard.press('Tab');
  await keyboard.type('With ten fingers and no mouse.');
  await keyboard.press('Tab');
  await keyboard.type('Peo');
  await tabTo(page, 'File the draft and write');
  await keyboard.press('Enter');
  await page.locator('.body').waitFor();

  await tabTo(page, 'Body');
  await keyboard.type('A first paragraph.');
  await keyboard.press('Enter');
  await keyboard.press('Alt+F10');
  assert.equal(await focused(page), 'Text');
  await keyboard.press('ArrowRight');
  assert.equal(await focused(page), 'Heading');
  await keyboard.press('Enter');
  await page.locator('.body h2').waitFor();
  await keyboard.type('A heading');
  await keyboard.press('Enter');
  await keyboard.press('Control+b');
  await keyboard.type('Strong');
  await keyboard.press('Control+b');
  await keyboard.type(' words.');
  await keyboard.press('F6');
  assert.equal(await focused(page), 'Desk');
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
    [copy.section, copy.headline, copy.sources],
    ['people', 'Written by hand', [{ title: 'The record', url: 'https://example.org/record' }]],
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

/** The name of what has the focus, as a screen reader would say it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute('aria-label') ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });
}
