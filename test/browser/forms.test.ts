import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { serveSite, signInAs } from '../support/browser.ts';
import { sitDown } from '../support/editor-page.ts';
import { PASSWORD, type Person, type TestSite } from '../support/site.ts';
import { file } from '../support/stocked.ts';

// Text typed into forms is not lost when the session ends, the page is reloaded, or the server is down.

const LONG = 'First: the second paragraph says 412 points.\nSecond: name the source of it.';

async function section(t: Parameters<typeof serveSite>[0]) {
  const site = await serveSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(editor));
  const context = await sitDown(t, site, editor);
  const url = (path: string) => `${site.config.publication.baseUrl}${path}`;
  const page = await context.newPage();
  await page.goto(url(`/newsroom/articles/${id}`));
  return { site, editor, id, context, page, url };
}

async function typeChanges(page: Page): Promise<void> {
  await page.getByText('Request changes …').click();
  await page.getByLabel('What has to change').fill(LONG);
}

async function notes(site: TestSite, id: string): Promise<(string | null)[]> {
  const rows = await site.deps.db.read.selectFrom('review').select('note').where('article_id', '=', id).execute();
  return rows.map(({ note }) => note);
}

function kept(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plumbline:draft:')));
}

async function signInInDialog(page: Page, password: string): Promise<void> {
  const dialog = page.locator('#sign-in-dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
}

test('a form submitted after the session ended is sent once the person signs in within the page', async (t) => {
  const { site, editor, id, page } = await section(t);
  await typeChanges(page);
  site.pass(31 * 60);
  await page.getByRole('button', { name: /^Request changes to/ }).click();
  await signInInDialog(page, 'not the password');
  await page.locator('#sign-in-dialog').getByText('The email address or the password is wrong').waitFor();
  assert.deepEqual(await notes(site, id), []);
  assert.equal(await page.locator('#sign-in-email').inputValue(), editor.email);
  await signInInDialog(page, PASSWORD);
  await page.locator('blockquote').filter({ hasText: 'name the source of it' }).first().waitFor();
  assert.deepEqual(await notes(site, id), [LONG]);
  assert.deepEqual(await kept(page), []);
});

test('text in a form survives a reload and a new sign-in until the form is accepted', async (t) => {
  const { site, editor, id, page, context, url } = await section(t);
  await typeChanges(page);
  await page.reload();
  const field = page.getByLabel('What has to change');
  assert.equal(await field.inputValue(), LONG);
  await page.getByText('it was not sent yet').waitFor();
  await context.clearCookies();
  await page.goto(url(`/newsroom/articles/${id}`));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email address').fill(editor.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(url(`/newsroom/articles/${id}`));
  assert.equal(await field.inputValue(), LONG);
  await page.getByRole('button', { name: /^Request changes to/ }).click();
  await page.locator('blockquote').filter({ hasText: 'name the source of it' }).first().waitFor();
  assert.deepEqual(await notes(site, id), [LONG]);
  assert.deepEqual(await kept(page), []);
});

test('while the server is down the page sends no form and shows a notice', async (t) => {
  const { site, id, page, context } = await section(t);
  await typeChanges(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Request changes to/ }).click();
  await page.getByText('Nothing was sent; this browser keeps the text').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Request changes to/ }).click();
  await page.locator('blockquote').filter({ hasText: 'name the source of it' }).first().waitFor();
  assert.deepEqual(await notes(site, id), [LONG]);
});

async function become(context: BrowserContext, site: TestSite, person: Person): Promise<void> {
  await context.clearCookies();
  await signInAs(context, site, person);
}

test('another person on this browser neither sees nor sends the typed text', async (t) => {
  const { site, editor, id, page, context } = await section(t);
  const ruth = await site.person('editor', 'Ruth Okafor');
  await typeChanges(page);
  await become(context, site, ruth);
  await page.getByRole('button', { name: /^Request changes to/ }).click();
  await page.getByText('Another person has signed in since').waitFor();
  assert.deepEqual(await notes(site, id), []);
  await page.reload();
  assert.equal(await page.getByLabel('What has to change').inputValue(), '');
  await become(context, site, editor);
  await page.reload();
  assert.equal(await page.getByLabel('What has to change').inputValue(), LONG);
});
