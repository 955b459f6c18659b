import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addComment } from '#editorial/review/comment.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { serveSite, watch } from '../../support/browser.ts';
import { goToEndOf, openEditor, save, savedBody, sitDown, standing } from '../../support/editor-page.ts';
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
  await page.locator('#beside').getByText('Or 421?').waitFor();
  await evas.locator('#news').getByText('A comment or a decision was added meanwhile.').waitFor();

  await goToEndOf(page, 0);
  await page.keyboard.type(' Mine.');
  await standing(page, /Saved as draft/); // a draft sent in the moment of the other revision is answered with 409
  const theirs = RICH.bodyBlocks.map((block, at) => (at === 1 ? { ...block, text: 'Their heading' } : block));
  await revise(site, token, id, { ...RICH, bodyBlocks: theirs, baseRevision: 0 });
  await page.getByText('Agent let in by Dana Whitfield saved revision 1 while you were writing.').waitFor();
  const look = page.getByRole('link', { name: 'Look at what changed' });
  assert.equal(await look.getAttribute('href'), `/newsroom/articles/${id}/compare/0/1`);
  await evas.locator('#news').getByText('Agent let in by Dana Whitfield saved revision 1.').waitFor();
  await lookAt(evas, 'news on the page of the article', inBothSchemes(1280, 390));
  await evas.getByRole('link', { name: 'Look at what changed' }).click();
  await evas.waitForURL(/\/compare\/0\/1$/);
  await present(page, /^$/);
  await page.getByRole('button', { name: 'Merge revision 1' }).click();
  await page.getByText('Merged with revision 1.').waitFor();
  await save(page, 2);
  const [first, second] = await savedBody(site, dana, id);
  assert.match(first?.text ?? '', / Mine\.$/);
  assert.equal(second?.text, 'Their heading');
  await page.waitForTimeout(500);
  assert.equal(await page.locator('[data-kind="moved"]').count(), 0, 'nobody is told of their own revision');
  assert.deepEqual(seen, []);
});

async function present(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById('present')?.textContent ?? '-'),
    words.source,
  );
}
