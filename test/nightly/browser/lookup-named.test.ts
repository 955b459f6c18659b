import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { inBothSchemes, lookAndShoot } from '../../support/axe.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../../support/browser.ts';
import { fileNamed } from '../../support/figures/named.ts';

// An editor has all sources of an article opened, and confirms what was found, in a real browser.

async function open(t: Parameters<typeof serveSite>[0], options: BrowserContextOptions = {}) {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id, path, round } = await fileNamed(t, site, dana);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${site.config.publication.baseUrl}${path}`);
  const isFound = async () => {
    const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
    return figures.map(({ settlement }) => settlement?.settling.kind === 'sourced' && !!settlement.settling.found);
  };
  return { page, round, seen, isFound };
}

test('the page says how far the server is while it opens the sources, and Enter confirms the passage on screen', async (t) => {
  const { page, round, seen, isFound } = await open(t);
  await lookAndShoot(page, 'named numbers', inBothSchemes(1280, 360));
  await page.getByRole('button', { name: 'Look up all 4 in their sources' }).press('Enter');
  await page.getByText('0 of 4 numbers looked up').waitFor();
  await lookAndShoot(page, 'sources being opened', inBothSchemes(1280, 360));
  await round();
  await page.getByRole('status').filter({ hasText: 'Looked up: 1 found' }).waitFor();
  await page.getByRole('link', { name: 'What the sources have' }).click();
  await page.getByRole('heading', { name: 'Found: read the passage, then confirm, 1' }).waitFor();
  await lookAndShoot(page, 'looked up numbers', inBothSchemes(1280, 360));
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.deepEqual(await isFound(), [false, false, false, false], 'nothing settles itself');
  await page.locator('.keys:not([hidden])').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('“397”: settled.').waitFor();
  assert.deepEqual(await isFound(), [true, false, false, false]);
  await page.locator('.keys:not([hidden])').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  assert.deepEqual(await isFound(), [true, false, false, false], 'Enter confirms nothing that was not found');
  assert.deepEqual(seen, []);
});

test('without script the button, a link to the results and a button for each passage do the same', async (t) => {
  const { page, round, isFound } = await open(t, { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Look up all 4 in their sources' }).click();
  await page.getByText('0 of 4 numbers looked up').waitFor();
  await round();
  await page.getByRole('link', { name: 'What the sources have' }).click();
  await page.locator('.lookups').getByRole('button', { name: 'Settle by this passage: “397”' }).click();
  await page.getByText('“397”: settled.').waitFor();
  assert.deepEqual(await isFound(), [true, false, false, false]);
});

test('an archived copy of a source is stored by keyboard, and its form says what is wrong', async (t) => {
  const { page, seen } = await open(t);
  await page.getByRole('link', { name: 'By source' }).click();
  const form = page.locator('.by-source section').first();
  await form.locator('summary', { hasText: 'Add an archived copy' }).press('Enter');
  const address = form.getByLabel('Address of an archived copy of source 1');
  await address.fill('https://record.example/pilot');
  await address.press('Enter');
  await page.getByText('The archived copy must have another address than the source.').first().waitFor();
  await lookAndShoot(page, 'archived copy refused', inBothSchemes(1280, 360));
  await address.fill('https://archive.example/web/2026/pilot');
  await address.press('Enter');
  await form.getByRole('link', { name: 'https://archive.example/web/2026/pilot' }).waitFor();
  await lookAndShoot(page, 'archived copy', inBothSchemes(1280, 360));
  assert.deepEqual(
    seen.filter((line) => !line.includes('status of 422')),
    [],
    'the browser says only that the first address was refused',
  );
});
