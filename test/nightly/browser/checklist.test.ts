import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { changeChecklist } from '#site/sections.ts';
import { openBrowser, serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { copy } from '../../support/site.ts';

const [RIGHTS, NAMES] = ['The rights to every picture are cleared', 'Each name was spelled by its owner'];

test('a point is ticked in the editor and in the publish drawer, by the keyboard, and what was typed stays', async (t) => {
  const site = await serveSite(t);
  const chief = await site.person('chief');
  await changeChecklist(site.deps, CLI, 'robotics', [RIGHTS, NAMES]);
  const { id } = await createDraft(site.deps, CLI, copy());
  const context = await (await openBrowser(t)).newContext();
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const seen = watch(page, site);
  const at = site.config.publication.baseUrl;
  await page.goto(`${at}/newsroom/articles/${id}/edit#panel=checks`);
  await page.getByRole('tab', { name: 'Checks' }).click();
  const panel = page.locator('#panel-checks');
  await panel.getByRole('button', { name: `Tick “${RIGHTS}”` }).click();
  await panel.getByRole('button', { name: `Open again “${RIGHTS}”` }).waitFor();
  await shoot(page, 'checklist-panel');

  await page
    .getByRole('button', { name: /^Publish/ })
    .or(page.getByRole('link', { name: /^Publish/ }))
    .first()
    .click();
  const drawer = page.locator('dialog.publish-drawer');
  await drawer.getByText('At a time').first().click();
  const tick = drawer.getByRole('button', { name: `Tick “${NAMES}”` });
  await tick.focus();
  await page.keyboard.press('Enter');
  const undo = drawer.getByRole('button', { name: `Open again “${NAMES}”` });
  await undo.waitFor();
  assert.ok(
    await undo.evaluate((button) => button === document.activeElement),
    'the button of the same point has focus',
  );
  await shoot(page, 'checklist-drawer');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: `Tick “${NAMES}”` }).waitFor();
  await changeChecklist(site.deps, CLI, 'robotics', []);
  await drawer.getByRole('button', { name: `Tick “${NAMES}”` }).click();
  await drawer.getByText('This was not stored').waitFor();
  assert.deepEqual(
    seen.filter((line) => !/status of 404/.test(line)),
    [],
  );
});
