import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addComment } from '#editorial/review/comment.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, shoot, watch } from '../../support/browser.ts';
import { goToEndOf, openEditor, save, savedBody, sitDown, standing, told } from '../../support/editor-page.ts';
import { file, RICH, revise } from '../../support/stocked.ts';

// Two people and an agent in one article: each sees who else is there and what is saved, without a reload.

test('the editor and the page of an article say who else is there, and what was saved meanwhile', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const token = await site.grantToken(dana);
  const id = await file(site, token, RICH);
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  assert.equal(await page.locator('#present').textContent(), '');

  const evas = await (await sitDown(t, site, eva)).newPage();
  await evas.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}`);
  await present(page, /^Eva Lindqvist is reading here since .*\d\d:\d\d\.$/);
  await present(evas, /^Dana Whitfield is writing here since/);
  await lookAt(page, 'another person in the editor', inBothSchemes(1280, 390));

  await addComment(site.deps, eva, id, {
    revision: 0,
    blockId: 'b1',
    passage: null,
    occurrence: null,
    text: 'Or 421?',
  });
  await page.getByRole('tab', { name: 'Comments 1' }).click();
  await page.locator('#beside').getByText('Or 421?').waitFor();
  await evas.locator('#news').getByText('A comment or a decision was added meanwhile.').waitFor();

  await goToEndOf(page, 0);
  await page.keyboard.type(' Mine.');
  await standing(page, /Saved as draft/); // a draft sent in the moment of the other revision is answered with 409
  const theirs = RICH.bodyBlocks.map((block, at) => (at === 1 ? { ...block, text: 'Their heading' } : block));
  await revise(site, token, id, { ...RICH, bodyBlocks: theirs, baseRevision: 0 });
  await told(page, /^Agent let in by Dana Whitfield saved revision 1; its words are in your text\.$/);
  assert.equal((await page.locator('.body .arrived').allTextContents()).join(''), 'Their heading');
  await lookAt(page, 'words of a colleague that came in', inBothSchemes(1280, 390));
  await evas.locator('#news').getByText('Agent let in by Dana Whitfield saved revision 1.').waitFor();
  await lookAt(evas, 'news on the page of the article', inBothSchemes(1280, 390));
  await evas.getByRole('link', { name: 'Look at what changed' }).click();
  await evas.waitForURL(/\/compare\/0\/1$/);
  await present(page, /^$/);
  await save(page, 2);
  const [first, second] = await savedBody(site, dana, id);
  assert.match(first?.text ?? '', / Mine\.$/);
  assert.equal(second?.text, 'Their heading');
  await page.waitForTimeout(500);
  assert.equal(await page.locator('[data-kind="moved"]').count(), 0, 'nobody is told of their own revision');
  assert.deepEqual(seen, []);
});

test('a colleague’s saved words arrive without a press; cursor, scroll and undo stay, and each sees where the other is', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const long = Array.from({ length: 30 }, (_, at) => ({
    id: `p${at}`,
    type: 'paragraph' as const,
    text: `Paragraph ${at} has words enough to fill a line or two of the sheet, and it says that nothing moved overnight.`,
  }));
  const id = await file(site, await site.grantToken(dana), { ...RICH, bodyBlocks: long });
  const danas = await openEditor(await sitDown(t, site, dana), site, id);
  const evas = await openEditor(await sitDown(t, site, eva), site, id);

  await goToEndOf(evas, 20);
  await present(danas, /^Eva Lindqvist is writing here/);
  await danas.locator('.body > :nth-child(21) .colleague-name', { hasText: 'Eva Lindqvist' }).waitFor();
  await lookAt(danas, 'the cursor of a colleague', inBothSchemes(1280, 390));
  await shoot(danas, 'colleague');

  // Eva has nothing unsaved: she gets the words, her cursor and her line stay where they are.
  await evas.locator('.body > :nth-child(21)').scrollIntoViewIfNeeded();
  const before = await cursorOf(evas);
  await goToEndOf(danas, 2);
  await danas.keyboard.press('Enter');
  await danas.keyboard.type('A new paragraph by Dana that pushes all that follows down.');
  await save(danas, 1);
  await told(evas, /^Dana Whitfield saved revision 1; it is shown\.$/);
  assert.deepEqual(await cursorOf(evas), before, 'the line with the cursor has not moved');
  await evas.keyboard.type(' Eva was here.');

  // Both type in one paragraph: the words of both are in it, and undo takes back only one's own.
  await goToEndOf(danas, 21);
  await danas.keyboard.press('Home');
  await danas.keyboard.type('Tall ');
  await standing(evas, /Saved as draft/);
  await save(danas, 2);
  await evas.locator('.body .arrived', { hasText: 'Tall' }).waitFor();
  await evas.keyboard.type(' And stays.');
  const text = async () => (await evas.locator('.body > :nth-child(22)').textContent()) ?? '';
  assert.match(
    await text(),
    /Tall .*Paragraph 20 has words .*overnight\. Eva was here\. And stays\.$|Paragraph 20 .*Tall .*Eva was here\. And stays\.$/,
  );
  await evas.keyboard.press('Control+z');
  await evas.keyboard.press('Control+z');
  assert.match(await text(), /Tall/);
  assert.doesNotMatch(await text(), /Eva was here/);
  await evas.keyboard.press('Control+Shift+z');
  await evas.keyboard.press('Control+Shift+z');
  await save(evas, 3);
  await told(danas, /^Eva Lindqvist saved revision 3; it is shown\.$/);
  assert.equal(await bodyText(danas), await bodyText(evas));
  assert.equal(await evas.locator('.notice').count(), 0);
});

/** The text without the flags of cursors. */
async function bodyText(page: Page): Promise<string> {
  return page.locator('.body').evaluate((body) => {
    const text = body.cloneNode(true) as HTMLElement;
    for (const flag of text.querySelectorAll('.colleague')) flag.remove();
    return [...text.children].map(({ textContent }) => textContent).join('\n');
  });
}

/** Where the cursor is: in the text, and in the window. */
async function cursorOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const selection = getSelection();
    const range = selection?.getRangeAt(0);
    const block = range?.startContainer.parentElement?.closest('.body > *');
    return {
      text: range?.startContainer.textContent,
      at: range?.startOffset,
      top: Math.round(block?.getBoundingClientRect().top ?? -1),
    };
  });
}

async function present(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById('present')?.textContent ?? '-'),
    words.source,
  );
}
