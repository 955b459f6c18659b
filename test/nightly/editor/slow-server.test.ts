import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { createDraft } from '#editorial/write/create-draft.ts';
import { serveSite } from '../../support/browser.ts';
import { goToEndOf, openEditor, savedBody, sitDown, standing } from '../../support/editor-page.ts';
import { copy } from '../../support/site.ts';

// The editor while the server answers slowly.

test('a save during a slow autosave, with typing before and after, sends one post at a time and loses nothing', async (t) => {
  const site = await serveSite(t);
  const editor = await site.person('editor');
  const { id } = await createDraft(site.deps, editor, copy());
  const context = await sitDown(t, site, editor);
  await context.clock.install();
  const page = await openEditor(context, site, id);
  const { held, most } = await holdPosts(page);
  await goToEndOf(page, 0);
  await page.keyboard.type(' One.');
  await page.clock.runFor(2000);
  (await held())();
  await page.keyboard.type(' Two.');
  await page.clock.runFor(2000);
  const answer = await held();
  await page.keyboard.type(' Three.');
  await page.keyboard.press('Control+s');
  await page.clock.runFor(2000);
  await page.keyboard.type(' Four.');
  await page.clock.runFor(2000);
  answer();
  const saving = await held();
  await page.clock.runFor(100);
  assert.equal(most(), 1, 'posts at the same time');
  saving();
  await standing(page, /Saved as revision 1\./);
  assert.match((await savedBody(site, editor, id))[0]?.text ?? '', /One\. Two\. Three\. Four\.$/);
  assert.equal(await page.locator('#notices').textContent(), '');
});

/** Holds each post of the text until the test lets it go. */
async function holdPosts(page: Page) {
  const waiting: Route[] = [];
  let arrived = Promise.withResolvers<void>();
  let [open, most] = [0, 0];
  await page.route('**/working-copy{,/save}', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    most = Math.max(most, ++open);
    waiting.push(route);
    arrived.resolve();
  });
  const held = async () => {
    while (waiting.length === 0) {
      await arrived.promise;
      arrived = Promise.withResolvers();
    }
    const route = waiting.shift() as Route;
    return () => {
      open--;
      void route.continue();
    };
  };
  return { held, most: () => most };
}
