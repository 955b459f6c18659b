import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { publish } from '#editorial/publish/publish.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { photo, WORDS } from '../support/pictures.ts';
import type { Person, TestSite } from '../support/site.ts';
import { file, stock } from '../support/stocked.ts';
import { openContext } from './shared-browser.ts';

// The agent, journal and picture pages in a browser: axe finds no problem, and no page overflows.

const WINDOWS = inBothSchemes(360, 768, 1440);
const HOSTILE =
  'crawler/2.0 <img src=x onerror=alert(1)> with-a-very-long-name-that-has-no-blank-in-it-and-goes-on-and-on';

async function look(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  await lookAt(page, name, WINDOWS);
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Grants an agent limited access, then makes several calls with its token. */
async function program(site: TestSite, editor: Person, name: string): Promise<string> {
  const { claimInterval, claimExpires, publication } = site.config;
  const asker = { loginHint: 'dana@magazine.example', address: '203.0.113.7', program: name };
  const { claimToken, userCode } = await openClaim(site.deps, { ...asker, loginHint: null }, claimExpires);
  const claim = await findClaim(site.deps, userCode);
  const terms = { desks: ['robotics', 'people'], isDraftOnly: true, renewal: 'day' as const };
  await approveClaim(site.deps, editor, claim?.id ?? '', terms);
  const got = await redeemClaim(site.deps, claimToken, publication.baseUrl, claimInterval);
  if (got.state !== 'issued') throw new Error(got.state);
  const ask = (path: string, init?: RequestInit) => fetch(publication.baseUrl + path, init);
  await file({ ...site, fetch: ask }, got.accessToken, { slug: `by-${claim?.id.slice(0, 6)}` });
  await file({ ...site, fetch: ask }, got.accessToken, { section: 'software', slug: 'not-granted' }).catch(() => {});
  await site.deps.callLog.flush();
  return claim?.id ?? '';
}

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

test('axe finds no problem on the pages of agents, journal and pictures', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const context = await openContext(t, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  const seen = watch(page, site);
  const { editor } = await stock(site);
  const claimId = await program(site, editor, HOSTILE);
  const ended = await program(site, editor, 'layout-bot/1.4');
  await signInAs(context, site, editor);
  await page.goto(`${base}/newsroom/agents/${ended}`);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.waitForURL(`${base}/newsroom/agents?done=revoked&agent=${ended}`);
  await page.getByRole('status').filter({ hasText: 'was revoked' }).waitFor();
  const picture = await addPicture(page, base);
  const pages = {
    agents: '/newsroom/agents?done=stopped',
    agent: `/newsroom/agents/${claimId}`,
    'agent-ended': `/newsroom/agents/${ended}`,
    stop: '/newsroom/agents/stop',
    journal: '/newsroom/journal',
    'journal-empty': '/newsroom/journal?from=2030-01-01',
    pictures: '/newsroom/pictures',
    'pictures-empty': '/newsroom/pictures?q=nothing',
    picture: `/newsroom/pictures/${picture}`,
  };
  const asker = { loginHint: 'somebody', address: '203.0.113.7', program: HOSTILE };
  const { userCode } = await openClaim(site.deps, asker, 600);
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(base + path);
    await look(page, name);
  }
  await page.goto(`${base}/agent/claim`);
  await page.getByLabel('Code').fill(userCode);
  await page.getByRole('button', { name: 'See the request' }).click();
  await look(page, 'claim');
  assert.deepEqual(seen, []);
});

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
  const hero = page.locator('figure.hero img');
  assert.equal(await hero.evaluate((one) => getComputedStyle(one).objectPosition), '20% 90%');
  assert.match((await page.locator('figure.hero figcaption').textContent()) ?? '', /\(made with AI\)/);
  assert.deepEqual(seen, []);
});
