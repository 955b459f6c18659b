import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { lookAt } from '../../support/axe.ts';
import { serveSite, shoot, watch } from '../../support/browser.ts';
import { goToEditor, goToEndOf, sitDown, standing } from '../../support/editor-page.ts';
import { file, RICH } from '../../support/stocked.ts';

// The preview beside the text in the editor, in a real browser.

const site = await serveSite({ after });
const editor = await site.person('editor', 'Dana Whitfield');
const token = await site.grantToken(editor);
const page = await (await sitDown({ after }, site, editor)).newPage();
const seen = watch(page, site);

const LONG = Array.from({ length: 60 }, (_, at) => ({
  id: `p${at}`,
  type: 'paragraph',
  text: `Paragraph ${at}. ${'Some words. '.repeat(30)}`,
}));

async function openArticle(over: Record<string, unknown> = {}): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}`, ...over });
  await goToEditor(page, site, id);
  seen.length = 0;
}

/** The frame that is shown, once it has these words. A later save may put another frame in its place: then we look again. */
async function frameWith(words: string): Promise<Frame> {
  const shown = page.locator('#preview iframe:not(.coming)');
  for (;;) {
    await shown.contentFrame().getByText(words).first().waitFor();
    const frame = await (await shown.elementHandle())?.contentFrame();
    if (frame && !frame.isDetached()) return frame;
  }
}

/** What an expression gives in the frame that shows these words. */
async function evaluateIn(words: string, expression: string): Promise<unknown> {
  for (;;) {
    const frame = await frameWith(words);
    try {
      return await frame.evaluate(expression);
    } catch (error) {
      if (!frame.isDetached()) throw error;
    }
  }
}

test('the preview beside the text follows each save and stays where it was scrolled to', async () => {
  await openArticle({ bodyBlocks: LONG, headline: 'A headline <b>as typed</b>' });
  assert.ok(await page.locator('#panel').isVisible());
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await frameWith('A headline <b>as typed</b>');
  assert.ok(await page.locator('#panel').isHidden(), 'it takes the place of the panel');
  const [sheet, pane] = await Promise.all(['#edit', '#preview'].map(async (one) => page.locator(one).boundingBox()));
  assert.ok(sheet && pane && sheet.x + sheet.width <= pane.x, 'it is beside the sheet');
  await evaluateIn('A headline <b>as typed</b>', 'scrollTo(0, 1234)');
  await goToEndOf(page, 0);
  await page.keyboard.type(' Typed just now.');
  await standing(page, /Saved as draft/);
  assert.equal(await evaluateIn('Typed just now.', 'scrollY'), 1234);
  assert.equal(await evaluateIn('Typed just now.', 'innerWidth'), 1100);
  await page.getByLabel('Phone').check();
  assert.equal(await evaluateIn('Typed just now.', 'innerWidth'), 390);
  await page.locator('#f-dek').fill('Another dek.');
  await standing(page, /Saved as draft/);
  assert.equal(await evaluateIn('Another dek.', 'innerWidth'), 390);
  await lookAt(page, 'the preview', [
    { width: 1280, colorScheme: 'light' },
    { width: 1024, colorScheme: 'dark' },
  ]);
  await shoot(page, 'editor-preview');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Control+Alt+p');
  await page.locator('#preview').waitFor({ state: 'hidden' });
  assert.ok(await page.locator('#panel').isVisible(), 'the panel is back');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'f-dek', 'the keyboard stays where it is');
  await page.keyboard.press('Control+Alt+p');
  await frameWith('Typed just now.');
  await page.locator('#panel-button').click();
  await page.locator('#preview').waitFor({ state: 'hidden' });
  assert.deepEqual(seen, []);
});

test('on a narrow screen the preview covers the sheet, and its button and the key lead back', async () => {
  await openArticle();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: /^Preview beside the text/ }).click();
  assert.ok(Number(await evaluateIn('What stopped it', 'innerWidth')) <= 390);
  const covers = () => page.evaluate(() => document.elementFromPoint(195, 500)?.closest('#preview') !== null);
  assert.ok(await covers());
  await lookAt(page, 'the preview on a phone', [
    { width: 390, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ]);
  await shoot(page, 'editor-preview-phone');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await page.locator('#preview').waitFor({ state: 'hidden' });
  assert.equal(await covers(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'More');
  for (const key of ['Escape', 'Control+Alt+p']) {
    await page.keyboard.press('Control+Alt+p');
    await frameWith('What stopped it');
    await page.keyboard.press(key);
    await page.locator('#preview').waitFor({ state: 'hidden' });
  }
  assert.deepEqual(seen, []);
});

test('an unfinished article is shown as far as it is written, and no script or address of it acts', async () => {
  const evil = '</script><img src=x onerror=alert(1)><script>alert(1)</script>';
  await openArticle({ dek: evil });
  await page.locator('#f-headline').fill('');
  await page.locator('#f-slug').fill('No slug');
  await page.locator('#add-source').click();
  await page.locator('.source').last().getByLabel('Title').fill('Not finished');
  await page.locator('.source').last().getByLabel('Address').fill('javascript:alert(1)');
  await goToEndOf(page, 0);
  await page.keyboard.type(` ${evil}`);
  await standing(page, /Saved as draft/);
  await page.keyboard.press('Control+Alt+p');
  const frame = await frameWith('onerror=alert(1)');
  assert.equal(await frame.locator('script, img[onerror], a[href^="javascript"]').count(), 0);
  assert.equal(await frame.getByText('Not finished').count(), 0);
  await frame.getByRole('link', { name: 'the log' }).first().click();
  await frameWith('onerror=alert(1)');
  assert.deepEqual(seen, []);
});

test('the preview stays and says so when the server does not answer', async () => {
  await openArticle();
  await page.keyboard.press('Control+Alt+p');
  await frameWith('What stopped it');
  await page.route('**/edit/preview', (route) => route.abort());
  await goToEndOf(page, 0);
  await page.keyboard.type(' More.');
  await page.locator('#preview-state', { hasText: 'Not current' }).waitFor();
  await frameWith('What stopped it');
  await page.unroute('**/edit/preview');
  await page.keyboard.type(' And more.');
  await frameWith('And more.');
  assert.equal(await page.locator('#preview-state').textContent(), '');
});
