import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { readWorkingCopy } from '#editorial/write/working-copy.ts';
import { serveSite, signInAs } from '../../support/browser.ts';
import { goToEndOf, openEditor, save, savedBody, sitDown, standing } from '../../support/editor-page.ts';
import type { Person, TestSite } from '../../support/site.ts';
import { file, RICH } from '../../support/stocked.ts';

// One person types on two computers, in two windows, or in a browser with an old local copy. No text is lost.

const FIRST = RICH.bodyBlocks[0]?.text ?? '';
/** The same as the merge dialog shows it, without the marks of Markdown. */
const SHOWN = FIRST.replaceAll('*', '');

async function section(t: Parameters<typeof serveSite>[0]) {
  const site = await serveSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(editor);
  const id = await file(site, token, RICH);
  const office = await sitDown(t, site, editor);
  const sit = () => sitDown(t, site, editor);
  return { site, editor, id, office, sit };
}

function notice(page: Page, words: RegExp) {
  return page.locator('.notice').filter({ hasText: words });
}

/** Types text that never reaches the server, not even while the window closes, because the session has ended. */
async function typeInTheDark(context: BrowserContext, site: TestSite, person: Person, id: string, words: string) {
  const page = await openEditor(context, site, id);
  await context.clearCookies();
  await type(page, 0, words);
  await notice(page, /You are signed out/).waitFor();
  await page.close();
  await signInAs(context, site, person);
}

async function type(page: Page, block: number, words: string): Promise<void> {
  await goToEndOf(page, block);
  await page.keyboard.type(words);
}

async function typedOnServer(site: TestSite, person: Person, id: string): Promise<string> {
  return JSON.stringify((await readWorkingCopy(site.deps.db.read, person, id))?.copy.bodyBlocks ?? []);
}

async function shown(page: Page): Promise<string> {
  return (await page.locator('.body').textContent()) ?? '';
}

const ELSEWHERE = /You typed in this article elsewhere/;

test('a reload just after typing shows the text without a notice, and the server gets it', async (t) => {
  const { site, editor, id, office } = await section(t);
  const page = await openEditor(office, site, id);
  for (const words of [' One.', ' Two.', ' Three.']) {
    await type(page, 0, words);
    await page.reload();
    await page.locator('.body').waitFor();
    assert.match(await shown(page), new RegExp(words.trim()));
    assert.deepEqual(await page.locator('.notice').allTextContents(), []);
  }
  await type(page, 0, ' Four.');
  await standing(page, /Saved as draft/);
  assert.equal(await page.locator('.notice').count(), 0);
  assert.match(await typedOnServer(site, editor, id), /One\. Two\. Three\. Four\./);
});

test('the notice about text stored in this browser disappears when the server has it', async (t) => {
  const { site, editor, id, office } = await section(t);
  await typeInTheDark(office, site, editor, id, ' Typed in the dark.');
  await office.route('**/working-copy', (route) => route.abort());
  const again = await openEditor(office, site, id);
  await notice(again, /This browser has text that you typed last/).waitFor();
  await office.unroute('**/working-copy');
  await standing(again, /Saved as draft/);
  assert.equal(await again.locator('.notice').count(), 0);
  assert.match(await typedOnServer(site, editor, id), /Typed in the dark\./);
});

test('showing the server’s version fetches it, and the replaced text can be restored', async (t) => {
  const { site, editor, id, office } = await section(t);
  await typeInTheDark(office, site, editor, id, ' Typed in the dark.');
  await office.route('**/working-copy', (route) => route.abort());
  const again = await openEditor(office, site, id);
  await type(again, 0, ' And twenty minutes more.');
  const show = again.getByRole('button', { name: 'Show the server’s version instead' });
  await show.click();
  assert.match(await shown(again), /And twenty minutes more\./);
  await office.unroute('**/working-copy');
  await office.route('**/working-copy', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await show.click();
  await notice(again, /server’s version replaced what you had typed/).waitFor();
  assert.doesNotMatch(await shown(again), /Typed in the dark/);
  await goToEndOf(again, 0);
  await again.keyboard.press('Control+z');
  assert.match(await shown(again), /Typed in the dark\. And twenty minutes more\./);
  await again.keyboard.press('Control+Shift+z');
  assert.doesNotMatch(await shown(again), /Typed in the dark/);
  await office.unroute('**/working-copy');
  await standing(again, /Saved as draft/);
  await again.reload();
  await again.getByRole('button', { name: 'Restore what I typed' }).click();
  assert.match(await shown(again), /Typed in the dark\. And twenty minutes more\./);
  await standing(again, /Saved as draft/);
  assert.equal(await again.locator('.notice').count(), 0);
  assert.match(await typedOnServer(site, editor, id), /And twenty minutes more\./);
});

test('two computers: the later one overwrites no text, shows a notice, and merges both texts', async (t) => {
  const { site, editor, id, office, sit } = await section(t);
  const atOffice = await openEditor(office, site, id);
  await type(atOffice, 0, ' From the office.');
  await standing(atOffice, /Saved as draft/);
  const atHome = await openEditor(await sit(), site, id);
  assert.match(await shown(atHome), /From the office\./);
  await type(atHome, 2, ' From home.');
  await standing(atHome, /Saved as draft/);
  await atHome.close();
  await type(atOffice, 0, ' Next morning.');
  await notice(atOffice, ELSEWHERE).waitFor();
  assert.match(await typedOnServer(site, editor, id), /From home\./);
  await atOffice.getByRole('button', { name: 'Merge both' }).click();
  await notice(atOffice, /Merged with what you typed elsewhere/).waitFor();
  await save(atOffice, 1);
  const texts = (await savedBody(site, editor, id)).map(({ text }) => text);
  assert.equal(texts[0], `${FIRST} From the office. Next morning.`);
  assert.match(texts[2] ?? '', /From home\./);
});

test('two computers, one block: both texts are shown side by side, and saving waits for the choice', async (t) => {
  const { site, editor, id, office, sit } = await section(t);
  const atOffice = await openEditor(office, site, id);
  const atHome = await openEditor(await sit(), site, id);
  await type(atHome, 0, ' From home.');
  await standing(atHome, /Saved as draft/);
  await type(atOffice, 0, ' From the office.');
  await notice(atOffice, ELSEWHERE).waitFor();
  await atOffice.keyboard.press('Control+s');
  const dialog = atOffice.locator('#merge-dialog');
  await dialog.getByText('You changed these in two places').waitFor();
  await dialog.getByText(`${SHOWN} From home.`).waitFor();
  await dialog.getByText('Keep both, this one first').click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await notice(atOffice, /Merged with/).waitFor();
  await save(atOffice, 1);
  const texts = (await savedBody(site, editor, id)).map(({ text }) => text);
  assert.deepEqual(texts.slice(0, 2), [`${FIRST} From the office. From home.`, 'What stopped it']);
});

test('a window that gets the focus again shows the text typed on another computer', async (t) => {
  const { site, editor, id, office, sit } = await section(t);
  const atOffice = await openEditor(office, site, id);
  const atHome = await openEditor(await sit(), site, id);
  await type(atHome, 0, ' From home.');
  await standing(atHome, /Saved as draft/);
  await atOffice.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await atOffice.locator('.body').filter({ hasText: 'From home.' }).waitFor();
  await type(atOffice, 0, ' Next morning.');
  await standing(atOffice, /Saved as draft/);
  assert.equal(await atOffice.locator('.notice').count(), 0);
  assert.match(await typedOnServer(site, editor, id), /From home\. Next morning\./);
});

test('an old copy in this browser does not overwrite newer text from another computer', async (t) => {
  const { site, editor, id, office, sit } = await section(t);
  const laptop = await sit();
  await typeInTheDark(laptop, site, editor, id, ' On the train.');
  const atOffice = await openEditor(office, site, id);
  await type(atOffice, 2, ' From the office.');
  await standing(atOffice, /Saved as draft/);
  await atOffice.close();
  const online = await openEditor(laptop, site, id);
  await notice(online, ELSEWHERE).waitFor();
  assert.match(await shown(online), /On the train\./);
  await type(online, 0, ' At my section.');
  assert.match(await typedOnServer(site, editor, id), /From the office\./);
  await online.getByRole('button', { name: 'Merge both' }).click();
  await standing(online, /Saved as draft/);
  const both = await typedOnServer(site, editor, id);
  for (const words of [/On the train\. At my section\./, /From the office\./]) assert.match(both, words);
});

test('two windows of one browser: each shows the text that the other stored', async (t) => {
  const { site, editor, id, office } = await section(t);
  const one = await openEditor(office, site, id);
  const two = await openEditor(office, site, id);
  for (const page of [one, two]) await notice(page, /open in another window too/).waitFor();
  await type(one, 0, ' In one.');
  await two.locator('.body').filter({ hasText: 'In one.' }).waitFor();
  await type(two, 0, ' In two.');
  await one.locator('.body').filter({ hasText: 'In one. In two.' }).waitFor();
  await type(one, 2, ' In one again.');
  await two.locator('.body').filter({ hasText: 'In one again.' }).waitFor();
  const typed = await typedOnServer(site, editor, id);
  for (const words of [/In one\. In two\./, /In one again\./]) assert.match(typed, words);
  assert.equal(await notice(two, ELSEWHERE).count(), 0);
});

test('typing in two windows at the same time loses no text, even if one is closed', async (t) => {
  const { site, editor, id, office } = await section(t);
  const one = await openEditor(office, site, id);
  const two = await openEditor(office, site, id);
  await two.route('**/working-copy', (route) => route.abort());
  await type(two, 0, ' In two.');
  await notice(two, /The server does not answer/).waitFor();
  await type(one, 0, ' In one.');
  await standing(one, /Saved as draft/);
  await two.unroute('**/working-copy');
  await notice(two, ELSEWHERE).waitFor();
  await two.close();
  await type(one, 0, ' On.');
  await standing(one, /Saved as draft/);
  await one.close();
  const again = await openEditor(office, site, id);
  await notice(again, ELSEWHERE).waitFor();
  await again.getByRole('button', { name: 'Merge both' }).click();
  const dialog = again.locator('#merge-dialog');
  await dialog.getByText(`${SHOWN} In one. On.`).waitFor();
  await dialog.getByText('Keep both, this one first').click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await standing(again, /Saved as draft/);
  const both = await typedOnServer(site, editor, id);
  for (const words of [/In two\./, /In one\. On\./]) assert.match(both, words);
});

test('a lost response does not make a window conflict with its own text', async (t) => {
  const { site, editor, id, office } = await section(t);
  const page = await openEditor(office, site, id);
  await office.route('**/working-copy', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await type(page, 0, ' Arrived.');
  await notice(page, /The server does not answer/).waitFor();
  assert.match(await typedOnServer(site, editor, id), /Arrived\./);
  await page.keyboard.type(' And on.');
  await office.unroute('**/working-copy');
  await standing(page, /Saved as draft/);
  assert.equal(await page.locator('.notice').count(), 0);
  assert.match(await typedOnServer(site, editor, id), /Arrived\. And on\./);
});
