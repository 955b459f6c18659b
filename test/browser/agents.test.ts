import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { publish } from '#editorial/publish/publish.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { photo, WORDS } from '../support/pictures.ts';
import { file } from '../support/stocked.ts';

// The agent, journal and picture pages in a browser: axe finds no problem, and no page overflows.

async function addPicture(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/newsroom/pictures`);
  await page.getByText('Add one picture with a form').click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(900, 1200) });
  await page.getByLabel('Title').fill(WORDS.title);
  await page.getByLabel('What it shows').fill(WORDS.alt);
  await page.getByLabel('Credit').fill(WORDS.credit);
  await page.getByRole('button', { name: 'Add the picture' }).click();
  await page.getByRole('status').waitFor();
  return new URL(page.url()).searchParams.get('added') ?? '';
}

test('an editor narrows a grant on the claim page, and stops all agents by two clicks', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const editor = await site.person('editor');
  const context = await openContext(t);
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  const asker = { loginHint: null, address: '203.0.113.7', program: 'layout-bot/1.4' };
  const { claimToken, userCode } = await openClaim(site.deps, asker, 600);
  await page.goto(`${base}/agent/claim`);
  await page.getByLabel('Code').fill(userCode);
  await page.getByRole('button', { name: 'See the request' }).click();
  await page.getByText('Grant less, or for longer').click();
  await page.getByLabel('Robotics').check();
  await page.getByLabel('What it may do').selectOption({ label: 'File new drafts only' });
  await page.getByLabel('How long').selectOption({ label: 'For one hour' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'The agent has access' }).waitFor();
  assert.match((await page.locator('main').textContent()) ?? '', /File new drafts only, for Robotics; .* until/);
  const got = await redeemClaim(site.deps, claimToken, base, site.config.claimInterval);
  assert.equal(got.state === 'issued' && got.scope, 'article:draft');
  await page.getByRole('link', { name: 'Agents page' }).click();
  await page.getByRole('link', { name: 'Stop all agents' }).click();
  await page.getByRole('button', { name: 'Stop all agents' }).click();
  assert.match((await page.getByRole('status').textContent()) ?? '', /All agents were stopped/);
  await page.getByText('No agent has access now').waitFor();
  assert.deepEqual(seen, []);
});

test('a click on a picture sets the focal point, and readers get the crop around it', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const editor = await site.person('editor');
  const context = await openContext(t, { viewport: { width: 1200, height: 900 } });
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  const picture = await addPicture(page, base);
  await page.goto(`${base}/newsroom/pictures/${picture}`);
  const image = page.locator('.focal img');
  const box = await image.boundingBox();
  await image.click({ position: { x: (box?.width ?? 0) * 0.2, y: (box?.height ?? 0) * 0.9 } });
  assert.ok(Math.abs(Number(await page.getByLabel('Across').inputValue()) - 20) <= 1);
  assert.ok(Math.abs(Number(await page.getByLabel('Down').inputValue()) - 90) <= 1);
  await page.getByLabel('Made with AI').check();
  await page.getByRole('button', { name: 'Save the description' }).click();
  await page.getByRole('status').waitFor();
  const ask = (path: string, init?: RequestInit) => fetch(base + path, init);
  const id = await file({ ...site, fetch: ask }, await site.grantToken(editor), { heroAssetId: picture });
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  await page.goto(`${base}/`);
  const lead = page.locator('.lead img');
  assert.equal(await lead.evaluate((one) => getComputedStyle(one).objectPosition), '20% 90%');
  await page.locator('.lead h2 a').click();
  assert.match((await page.locator('figure.hero figcaption').textContent()) ?? '', /\(made with AI\)/);
  assert.deepEqual(seen, []);
});
