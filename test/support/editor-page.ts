import type { BrowserContext, Page } from 'playwright-core';
import type { BodyBlock } from '#article/copy.ts';
import { readArticle } from '#editorial/article-record.ts';
import { openContext } from './browser/shared-browser.ts';
import { signInAs } from './browser.ts';
import type { After, Person, TestSite } from './site.ts';

// Drives the article editor of the newsroom as a person does.

/** A new browser context in which a person is signed in. */
export async function sitDown(t: After, site: TestSite, person: Person): Promise<BrowserContext> {
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, person);
  return context;
}

/** Opens an article in the editor and waits until it accepts typing. */
export async function openEditor(context: BrowserContext, site: TestSite, id: string): Promise<Page> {
  return goToEditor(await context.newPage(), site, id);
}

/** Opens an article in the editor of this page: faster than in a new page, which needs a process of its own. */
export async function goToEditor(page: Page, site: TestSite, id: string): Promise<Page> {
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/edit`);
  await page.locator('.body').waitFor();
  return page;
}

/** Waits until the status line above the text matches. */
export async function standing(page: Page, words: RegExp): Promise<void> {
  await page.locator('#standing').filter({ hasText: words }).waitFor();
}

/** Waits until the editor says that something was done. */
export async function told(page: Page, words: RegExp): Promise<void> {
  await page.locator('#told').filter({ hasText: words }).waitFor();
}

/** Puts the cursor at the end of the n-th block. */
export async function goToEndOf(page: Page, block: number): Promise<void> {
  await page.locator('.body > *').nth(block).click();
  await page.evaluate((at) => {
    const place = document.querySelectorAll('.body > *')[at] as HTMLElement;
    const range = document.createRange();
    range.selectNodeContents(place.lastElementChild?.nodeName === 'LI' ? place.lastElementChild : place);
    range.collapse(false);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }, block);
  await seenByEditor(page);
}

/** The browser reports a moved selection in its next frame, so typing waits for it. */
export function seenByEditor(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Saves with the keyboard shortcut and waits for the revision. */
export async function save(page: Page, revision: number): Promise<void> {
  await page.keyboard.press('Control+s');
  await standing(page, new RegExp(`Saved as revision ${revision}\\.`));
}

/** The body of the latest revision. */
export async function savedBody(site: TestSite, person: Person, id: string): Promise<BodyBlock[]> {
  return (await readArticle(site.deps.db.read, person, id, site.deps)).copy.bodyBlocks;
}

/** Pastes clipboard data at the cursor. */
export function paste(page: Page, held: { html?: string; text?: string }, place = '.body'): Promise<void> {
  return page.evaluate(
    ({ html, text, where }) => {
      const clipboardData = new DataTransfer();
      if (html !== undefined) clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', text ?? '');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      const element = document.querySelector<HTMLElement>(where);
      element?.focus();
      element?.dispatchEvent(event);
    },
    { ...held, where: place },
  );
}
