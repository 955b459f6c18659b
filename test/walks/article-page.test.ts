import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addComment } from '#editorial/review/comment.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { copy } from '../support/site.ts';

// The page of one article: the text as readers see it, the bar that stays in sight, the preview, and the one question before
// publication, by keyboard.

const TEXT = 'The robot marked **1,240 points** on the deck, see the [site log](https://example.org/log). '.repeat(4);
const WIDTHS = [390, 768, 1024, 1280, 1920];

test('an editor reads, comments, previews and publishes on the page of an article', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana Whitfield');
  const bodyBlocks = Array.from({ length: 9 }, (_, n) => ({ id: `b${n}`, type: 'paragraph' as const, text: TEXT }));
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks }));
  const said = { revision: 0, blockId: 'b1', passage: 'marked 1,240 points on', occurrence: 2, text: 'Who counted?' };
  await addComment(site.deps, dana, id, said);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${base}/newsroom/articles/${id}`);

  const first = page.locator('.said > .words p').first();
  assert.doesNotMatch((await first.textContent()) ?? '', /\*\*|\]\(/, 'no Markdown is shown');
  const line = await first.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return (
      (text.textContent?.length ?? 0) /
      (range.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight))
    );
  });
  assert.ok(line > 58 && line < 76, `${Math.round(line)} characters a line`);
  assert.equal((await page.locator('mark').allTextContents()).join(''), 'marked 1,240 points on');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    for (const name of ['Edit', 'Preview', 'Publish …'])
      assert.ok(
        await page.getByRole('link', { name, exact: true }).evaluate((one) => one.getBoundingClientRect().bottom < 200),
        `${name} at ${width} px`,
      );
  }
  await page.evaluate(() => scrollTo(0, 0));
  await lookAt(page, 'article', inBothSchemes(...WIDTHS));

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await page.frameLocator('iframe').getByText('1,240 points').first().waitFor();
  assert.equal(await page.locator('.frame').evaluate((frame) => frame.getBoundingClientRect().width), 1280);
  await lookAt(page, 'preview', inBothSchemes(390, 1280));
  await page.getByRole('link', { name: 'Phone' }).click();
  await page.waitForURL(/as=390/);
  assert.equal(await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().width), 390);
  await page.getByRole('link', { name: 'Search and sharing' }).click();
  await page.getByRole('heading', { name: 'When the link is shared' }).waitFor();
  await lookAt(page, 'cards', inBothSchemes(390, 1280));

  await page.goto(`${base}/newsroom/articles/${id}/previews`);
  await page.getByLabel('For whom').fill('the superintendent');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await page.getByLabel('Preview link').inputValue());

  await page.goto(`${base}/newsroom/articles/${id}`);
  await page.getByRole('link', { name: 'Publish …', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('button:focus', { hasText: 'Publish revision 0' }).waitFor();
  await page.getByText('/robotics/layout-robot-pilot').first().waitFor();
  await lookAt(page, 'publish', inBothSchemes(390, 1280));
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Readers see revision 0').waitFor();
  assert.deepEqual(seen, []);
});
