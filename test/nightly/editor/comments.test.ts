import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addComment } from '#editorial/review/comment.ts';
import { listThreads } from '#editorial/review/comment-threads.ts';
import { requestChanges } from '#editorial/review/review.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, shoot, watch } from '../../support/browser.ts';
import { goToEndOf, openEditor, save, savedBody, sitDown, told } from '../../support/editor-page.ts';
import { file, RICH } from '../../support/stocked.ts';

// Comments and a request for changes while the text is written: read, answered and resolved by keyboard, in the editor.

const WINDOWS = inBothSchemes(1280, 768, 390);

test('comments are answered and resolved in the panel without losing what is typed', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const token = await site.grantToken(dana);
  const id = await file(site, token, RICH);
  const about = { revision: 0, occurrence: 1 };
  await addComment(site.deps, eva, id, { ...about, blockId: 'b1', passage: '412 points', text: 'Or 421?' });
  await addComment(site.deps, eva, id, { ...about, blockId: 'b3', passage: null, occurrence: null, text: 'A table?' });
  await addComment(site.deps, eva, id, { ...about, blockId: null, passage: null, occurrence: null, text: 'Too long.' });
  await requestChanges(site.deps, eva, { id, revision: 0, note: 'Check <b>the log</b>.' });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);

  const request = page.getByRole('region', { name: 'Eva Lindqvist requested changes' });
  assert.match((await request.textContent()) ?? '', /Check <b>the log<\/b>\./);
  assert.equal((await page.locator('.noted-words').allTextContents()).join(''), '412 points');
  await page.getByRole('tab', { name: 'Comments 3' }).click();
  await page.getByText('1 comment on the whole article').waitFor();
  await lookAt(page, 'comments', WINDOWS);
  await shoot(page, 'editor-comments');

  await goToEndOf(page, 0);
  await page.keyboard.type(' Typed first.');
  await page.keyboard.press('F6');
  assert.equal(await focused(page), 'Resolve the comment of Eva Lindqvist');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The log says 412.');
  await lookAt(page, 'a reply', WINDOWS);
  await shoot(page, 'editor-reply');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await told(page, /The reply is sent\./);
  await page.getByText('The log says 412.').waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.type(' Typed second.');
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await told(page, /The comment is resolved\./);
  assert.match((await focused(page)) ?? '', /^Resolved by Dana Whitfield/);
  assert.equal(
    (await page.locator('.noted-words').allTextContents()).join(''),
    '412 points',
    'the passage stays marked until the page is opened again',
  );

  const answer = page.locator('[data-block="b3"] textarea');
  await page.locator('[data-block="b3"] .answer summary').click();
  await answer.fill('Half an answer');
  const loose = page.locator('.group:not([data-block])');
  await loose.getByRole('button', { name: 'Resolve the comment of Eva Lindqvist' }).click();
  await loose.getByText('Resolved by Dana Whitfield').waitFor();
  assert.equal(await answer.inputValue(), 'Half an answer', 'another form keeps its unsent text');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('#panel-close').click();
  await page.locator('.body h2').click();
  await page.locator('#panel-button').click();
  await page.getByRole('tab', { name: /^Comments/ }).click();
  await lookAt(page, 'comments over the text', inBothSchemes(390));
  await page.locator('[data-block="b1"] > summary').click();
  await page.locator('#panel-close').click();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('#panel-button').click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.locator('.noted-words').first().click();
  await page.getByRole('tab', { name: /^Comments/, selected: true }).waitFor();
  await save(page, 1);
  const [first] = await savedBody(site, dana, id);
  assert.match(first?.text ?? '', /Typed first\. Typed second\.$/);
  const threads = await listThreads(site.deps.db.read, dana, id, 1);
  assert.deepEqual(threads.map(({ resolved, replies }) => [resolved?.by ?? null, replies.length]).sort(), [
    [null, 0],
    ['Dana Whitfield', 0],
    ['Dana Whitfield', 1],
  ]);
  assert.deepEqual(seen, []);
});

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return document.querySelector(`label[for="${element.id}"]`)?.textContent ?? element.textContent;
  });
}
