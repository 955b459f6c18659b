import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readArticle } from '#editorial/article-record.ts';
import { readWorkingCopy } from '#editorial/write/working-copy.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, shoot, signInAs } from '../support/browser.ts';
import { goToEndOf, openEditor, save, savedBody, sitDown, standing, told } from '../support/editor-page.ts';
import { PASSWORD } from '../support/site.ts';
import { file, RICH, revise } from '../support/stocked.ts';

// No typed text is lost when other people save, when the session ends, or when the server is down.

const BLOCKS = RICH.bodyBlocks;
const changed = (at: number, text: string) => BLOCKS.map((block, place) => (place === at ? { ...block, text } : block));

async function section(t: Parameters<typeof serveSite>[0]) {
  const site = await serveSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(editor);
  const id = await file(site, token, RICH);
  const context = await sitDown(t, site, editor);
  return { site, editor, token, id, context, page: await openEditor(context, site, id) };
}

function notice(page: Page, words: RegExp) {
  return page.locator('.notice').filter({ hasText: words });
}

test('an agent saves while an editor types: its words come into the text, and the next revision has both texts', async (t) => {
  const { site, editor, token, id, page } = await section(t);
  await goToEndOf(page, 0);
  await page.keyboard.type(' Mine.');
  await revise(site, token, id, {
    ...RICH,
    headline: 'Their headline',
    bodyBlocks: changed(3, 'Their quote.').map((block, at) =>
      at === 0 ? { ...block, text: block.text.replace('The crew', 'The night crew') } : block,
    ),
    baseRevision: 0,
  });
  await page.keyboard.type(' And more.');
  await notice(page, /Agent let in by Dana Whitfield saved revision 1, and its words are in your text/).waitFor();
  await notice(page, /Taken from the other version: 1 block, words of 1 block that both changed, Headline/).waitFor();
  await standing(page, /Saved as draft/);
  const typed = JSON.stringify((await readWorkingCopy(site.deps.db.read, editor, id))?.copy);
  assert.match(typed, /night crew.* Mine\. And more\./);
  await save(page, 2);
  const { copy } = await readArticle(site.deps.db.read, editor, id, site.deps);
  assert.equal(copy.headline, 'Their headline');
  assert.deepEqual(
    copy.bodyBlocks,
    changed(0, `${BLOCKS[0]?.text.replace('The crew', 'The night crew')} Mine. And more.`).map((block, at) =>
      at === 3 ? { ...block, text: 'Their quote.' } : block,
    ),
  );
});

test('two editors change the same block: the later editor sees both texts side by side and chooses', async (t) => {
  const { site, editor, id, page } = await section(t);
  const ruth = await site.person('editor', 'Ruth Okafor');
  const hers = await openEditor(await sitDown(t, site, ruth), site, id);
  for (const [section, name] of [
    [page, 'Dana'],
    [hers, 'Ruth'],
  ] as const) {
    await goToEndOf(section, 1);
    await section.keyboard.type(`, says ${name}`);
    await goToEndOf(section, 0);
    await section.keyboard.type(` (${name})`);
  }
  await goToEndOf(hers, 3);
  await hers.keyboard.type(' Says Ruth.');
  await save(hers, 1);
  await page.keyboard.press('Control+s');
  await notice(page, /Ruth Okafor saved revision 1/).waitFor();
  await page.getByRole('button', { name: 'Merge revision 1' }).click();
  const dialog = page.locator('#merge-dialog');
  await dialog.getByText('What stopped it, says Dana').waitFor();
  await dialog.getByText('What stopped it, says Ruth').waitFor();
  assert.deepEqual(await dialog.locator('.version mark').allTextContents(), ['Dana', 'Ruth', 'Dana', 'Ruth']);
  const mine = dialog.getByRole('group', { name: 'Block 1' }).locator('.words').first();
  assert.match(
    await mine.innerHTML(),
    /<p class="paragraph">.*<strong>412 points<\/strong>.*<mark>Dana<\/mark>/,
    'text as readers see it',
  );
  assert.doesNotMatch((await dialog.textContent()) ?? '', /\*\*|\]\(/);
  await lookAt(page, 'the merge dialog', inBothSchemes(390, 1280));
  await shoot(page, 'merge-dialog');
  await dialog.getByRole('radio', { name: 'Yours' }).first().focus();
  await page.keyboard.press('ArrowDown');
  assert.ok(await dialog.getByRole('radio', { name: 'Theirs: Ruth Okafor' }).first().isChecked());
  await page.keyboard.press('ArrowUp');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  assert.match((await page.locator('.body').textContent()) ?? '', /says Dana/);
  await page.getByRole('button', { name: 'Merge revision 1' }).click();
  await dialog.getByText('Keep both, yours first').last().click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await notice(page, /Merged with revision 1/).waitFor();
  await save(page, 2);
  const texts = (await savedBody(site, editor, id)).map(({ text }) => text);
  assert.deepEqual(texts.slice(1, 3), ['What stopped it, says Dana', 'What stopped it, says Ruth']);
  assert.match(texts[4] ?? '', /tape\. Says Ruth\.$/);
});

test('the session ends while an editor types: a notice appears, and after signing in in a new tab saving continues', async (t) => {
  const { site, editor, id, page, context } = await section(t);
  await goToEndOf(page, 0);
  await page.keyboard.type(' Before.');
  await standing(page, /Saved as draft/);
  site.pass(40 * 60);
  await page.keyboard.type(' After.');
  await notice(page, /You are signed out/).waitFor();
  assert.match(await page.evaluate(() => JSON.stringify({ ...localStorage })), /Before\. After\./);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ]);
  await tab.getByLabel('Email address').fill(editor.email);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tab.waitForURL(/\/newsroom\/sessions/);
  await tab.close();
  await notice(page, /You are signed out/).waitFor({ state: 'detached' });
  await goToEndOf(page, 0);
  await page.keyboard.type(' Again.');
  await save(page, 1);
  assert.equal((await savedBody(site, editor, id))[0]?.text, `${BLOCKS[0]?.text} Before. After. Again.`);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});

test('another person signs in meanwhile: nothing is stored under that person’s name', async (t) => {
  const { site, id, page, context } = await section(t);
  const ruth = await site.person('editor', 'Ruth Okafor');
  const [name = '', value = ''] = ruth.cookie.split('=');
  await context.addCookies([{ name, value, url: site.config.publication.baseUrl }]);
  await goToEndOf(page, 0);
  await page.keyboard.type(' Mine.');
  await notice(page, /Another person has signed in/).waitFor();
  assert.equal(await readWorkingCopy(site.deps.db.read, ruth, id), null);
});

test('the server is down: a notice appears, the local copy survives closing the page, and saving continues later', async (t) => {
  const { site, editor, id, page, context } = await section(t);
  await context.route('**/working-copy', (route) => route.abort());
  await goToEndOf(page, 0);
  await page.keyboard.type(' Typed in the dark.');
  await notice(page, /The server does not answer/).waitFor();
  await standing(page, /This browser stores what you type/);
  await context.clearCookies(); // the route misses the request of a closing page; without a session the server refuses it
  await page.close();
  const between = await context.newPage(); // its request comes after the one of the closing page, which is refused by then
  await between.goto(`${site.config.publication.baseUrl}/about`);
  await between.close();
  await signInAs(context, site, editor);
  const again = await openEditor(context, site, id);
  await notice(again, /This browser has text that you typed last/).waitFor();
  assert.match((await again.locator('.body').textContent()) ?? '', /Typed in the dark\./);
  await context.unroute('**/working-copy');
  await standing(again, /Saved as draft/);
  await context.route('**/working-copy', (route) => route.fulfill({ status: 503, body: '' }));
  await goToEndOf(again, 0);
  await again.keyboard.type(' Twice.');
  await notice(again, /The server does not answer/).waitFor();
  await context.unroute('**/working-copy');
  await notice(again, /The server does not answer/).waitFor({ state: 'detached' });
  await save(again, 1);
  assert.equal((await savedBody(site, editor, id))[0]?.text, `${BLOCKS[0]?.text} Typed in the dark. Twice.`);
});

test('unsaved text is available on another computer, and merges with revisions saved since', async (t) => {
  const { site, editor, token, id, page } = await section(t);
  await goToEndOf(page, 0);
  await page.keyboard.type(' Typed at home.');
  await standing(page, /Saved as draft/);
  await page.close();
  await revise(site, token, id, { ...RICH, bodyBlocks: changed(3, 'Their quote.'), baseRevision: 0 });
  const office = await openEditor(await sitDown(t, site, editor), site, id);
  await told(office, /saved revision 1; its words are in your text/);
  await save(office, 2);
  const texts = (await savedBody(site, editor, id)).map(({ text }) => text);
  assert.match(texts[0] ?? '', /Typed at home\.$/);
  assert.equal(texts[3], 'Their quote.');
});

test('two windows with the same article each show a notice', async (t) => {
  const { site, id, page, context } = await section(t);
  const second = await openEditor(context, site, id);
  for (const one of [page, second]) await notice(one, /open in another window too/).waitFor();
});
