import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { addComment } from '#editorial/review/comment.ts';
import { serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { findBrowser } from '../../support/chromium.ts';
import { goToEndOf, openEditor, save, sitDown, standing, told } from '../../support/editor-page.ts';
import type { After } from '../../support/site.ts';
import { file, RICH } from '../../support/stocked.ts';
import { killProcessesOf } from '../chromium-engine.ts';

// What a person expects of keys, of the cursor, and of a window that is closed.

async function section(t: After) {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const eva = await site.person('editor', 'Eva Lindqvist');
  const id = await file(site, await site.grantToken(dana), RICH);
  const address = `${site.config.publication.baseUrl}/newsroom/articles/${id}`;
  return { site, dana, eva, id, address, context: await sitDown(t, site, dana) };
}

/** The accessible name of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    const label = at?.id ? document.querySelector(`label[for="${at.id}"]`)?.textContent : null;
    return label ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });

test('Enter goes from the headline to the dek and from there to the body', async (t) => {
  const { site, id, context } = await section(t);
  const page = await openEditor(context, site, id);
  await page.locator('#f-headline').focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Dek');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Body');
});

test('a form that is unfolded has the cursor in its field, and Ctrl Enter sends a comment', async (t) => {
  const { site, eva, id, address, context } = await section(t);
  const about = { revision: 0, occurrence: null, passage: null };
  await addComment(site.deps, eva, id, { ...about, blockId: 'b1', text: 'Or 421?' });
  const page = await openEditor(context, site, id);
  const seen = watch(page, site);
  await page.getByRole('tab', { name: 'Comments 1' }).click();
  const reply = page.locator('.answer summary', { hasText: 'Reply' });
  const field = page.getByLabel('Reply', { exact: true });
  await reply.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('a b');
  assert.equal(await field.inputValue(), 'a b');
  assert.ok(await field.isVisible());
  await page.keyboard.press('Control+Enter');
  await told(page, /The reply is sent\./);

  await page.goto(address);
  await page.locator('.answer summary').click();
  await page.keyboard.type('c d');
  await page.keyboard.press('Control+Enter');
  await page.getByText('c d', { exact: true }).waitFor();
  await page.getByText('Request changes …').click();
  await page.keyboard.type('Name the source.');
  await shoot(page, 'request-changes', '#decide');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Changes to revision 0 are requested.').waitFor();
  assert.deepEqual(seen, []);
});

test('a colleague with nothing unsaved sees the next revision without a merge, and keeps the cursor', async (t) => {
  const { site, eva, id, context } = await section(t);
  const page = await openEditor(context, site, id);
  const hers = await openEditor(await sitDown(t, site, eva), site, id);
  await goToEndOf(page, 0);
  await goToEndOf(hers, 1);
  await hers.keyboard.type(', says Eva');
  await save(hers, 1);
  await page.locator('.body h2', { hasText: 'What stopped it, says Eva' }).waitFor();
  await standing(page, /^This is revision 1, as saved\.$/);
  assert.equal(await page.locator('.notice').count(), 0);
  await page.keyboard.type(' Dana goes on.');
  assert.match((await page.locator('.body > p').first().textContent()) ?? '', /Dana goes on\.$/);
  await save(page, 2);
});

test('with a full storage and no server, closing the window asks first', async (t) => {
  const { site, id, context } = await section(t);
  await context.route('**/working-copy', (route) => route.abort());
  const page = await openEditor(context, site, id);
  await page.evaluate(() => {
    for (let size = 2 ** 20; size >= 1; size /= 2)
      for (let piece = 0; ; piece++)
        try {
          localStorage.setItem(`full ${size} ${piece}`, 'x'.repeat(size));
        } catch {
          break;
        }
  });
  await goToEndOf(page, 0);
  await page.keyboard.type(' Typed with no place to keep it.');
  await page.getByText('This browser cannot store a copy: keep this page open.').first().waitFor();
  await shoot(page, 'storage-full');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  assert.match((await page.locator('.body').textContent()) ?? '', /no place to keep it/);
  await context.unroute('**/working-copy');
  await standing(page, /Saved as draft/);
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
});

test('a browser that is killed while a person types has the text when it starts again', async (t) => {
  const { site, dana, id } = await section(t);
  const profile = await mkdtemp(join(tmpdir(), 'plumbline-profile-'));
  t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      args: ['--no-sandbox', '--disable-gpu'],
      ...(await findBrowser()),
    });
    await signInAs(context, site, dana);
    await context.route('**/working-copy', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    return context;
  };
  const first = await start();
  const page = await openEditor(first, site, id);
  await goToEndOf(page, 0);
  await page.keyboard.type(' One two three four five six seven eight.', { delay: 20 });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  killProcessesOf(profile);
  await first.close().catch(() => {});
  const second = await start();
  t.after(() => second.close());
  const again = await openEditor(second, site, id);
  assert.match((await again.locator('.body').textContent()) ?? '', /One two three four five six seven eight\./);
});
