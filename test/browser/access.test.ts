import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { schedule } from '#editorial/publish/schedule.ts';
import { addComment, commentAsGuest } from '#editorial/review/comment.ts';
import { openPreview } from '#editorial/review/preview-link.ts';
import { approve, requestChanges } from '#editorial/review/review.ts';
import { createFirstChiefLink } from '#people/first-chief.ts';
import { COLORS, violationsOf, type Window } from '../support/axe.ts';
import { everyPage, fillRest } from '../support/browser/newsroom-pages.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs } from '../support/browser.ts';
import { json, type TestSite } from '../support/site.ts';
import { type Stock, stock } from '../support/stocked.ts';

// Runs axe on every newsroom page, at phone and desktop widths, in light and dark. Also fails on horizontal overflow.

/**
 * All rules run in the widest window. On a phone those run whose result can differ there; between the two only the overflow is looked
 * at. Colours are looked at in both schemes.
 */
const WINDOWS: readonly Window[] = [
  { width: 360, colorScheme: 'light', rules: [...COLORS, 'target-size', 'scrollable-region-focusable'] },
  { width: 768, colorScheme: 'dark', rules: [] },
  { width: 1280, colorScheme: 'dark' },
];

test('axe finds no problem on any newsroom page', async (t) => {
  const site = await serveSite(t, { HOST: 'localhost', RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' });
  const base = site.config.publication.baseUrl;
  const context = await openContext(t, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  const welcome = `/newsroom/welcome/${await createFirstChiefLink(site.deps)}`;
  const found = await lookAt(page, base, [welcome]);

  const stocked = await stock(site);
  await fillOut(site, stocked);
  const rest = await fillRest(site, context, stocked.chief);
  await signInAs(context, site, stocked.chief);
  found.push(...(await decide(page, site)));
  const claims = await site.deps.db.read.selectFrom('claim').select(['id', 'decided_by']).execute();
  const claimIds = claims.sort((a) => (a.decided_by === stocked.chief.id ? -1 : 1)).map(({ id }) => id);
  const { drafted, stopped, published, changed, unpublished } = stocked;
  const articleIds = [drafted, stopped, published, changed, unpublished];
  const more = [
    `/newsroom/articles/${published}?done=published`,
    `/newsroom/articles/${changed}/revisions/1`,
    `/newsroom/articles/${changed}/compare/1/1`,
    `/newsroom/articles/${drafted}/publish?revision=0&when=time`,
    '/newsroom/articles/none',
  ];
  for (const preview of ['**/revisions/*/preview', '**/edit/preview']) await page.route(preview, withoutSandbox);
  found.push(
    ...(await lookAt(page, base, [...everyPage({ ...rest, articleIds, revisedIds: [changed], claimIds }), ...more])),
  );
  assert.deepEqual(found, []);
});

/** Checks pages one by one, in each width and color scheme, and returns the problems found. */
async function lookAt(page: Page, base: string, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const answer = await page.goto(base + path);
    assert.equal(answer?.status(), path.endsWith('/none') ? 404 : 200, path);
    if (path.endsWith('/edit')) await page.locator('.body').waitFor();
    // Skip data and page fragments: they are not HTML documents.
    if (!/^<!DOCTYPE html>/i.test((await answer?.text()) ?? '')) continue;
    found.push(...(await look(page, path)));
  }
  return found;
}

async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  for (const { width, colorScheme, rules } of WINDOWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const wide = await page.evaluate(() => {
      scrollTo(0, 0); // a form that was unfolded scrolled to its field, where the bar at the top covers others
      return document.documentElement.scrollWidth;
    });
    if (wide > width) found.push(`${name} is ${wide} px wide at ${width}`);
    for (const line of await violationsOf(page, rules)) found.push(`${name} at ${width}, ${colorScheme}: ${line}`);
  }
  return found;
}

/** The pages on which an editor approves an agent; they answer a form. */
async function decide(page: Page, site: TestSite): Promise<string[]> {
  const base = site.config.publication.baseUrl;
  const asked = await fetch(`${base}/api/agent/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'access test/1.0' },
    body: JSON.stringify({ type: 'service_auth', login_hint: 'somebody@magazine.example' }),
  });
  await page.goto(`${base}/agent/claim`);
  await page.getByLabel('Code').fill('BBBB-BBBB');
  await page.keyboard.press('Enter');
  await page.getByText('No agent is waiting with this code.').waitFor();
  const found = await look(page, 'a wrong code');
  await page.getByLabel('Code').fill((await json(asked)).user_code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  found.push(...(await look(page, 'a program asks')));
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'The agent has access' }).waitFor();
  return found;
}

/** Adds what the prepared site lacks: comments of each kind, decisions, a schedule, preview links, a missed schedule. */
async function fillOut({ deps }: TestSite, { editor, chief, drafted, stopped, changed }: Stock): Promise<void> {
  const say = (text: string, over = {}) =>
    addComment(deps, editor, drafted, { revision: 0, blockId: null, passage: null, occurrence: null, text, ...over });
  await say('Who measured the second pour?');
  await say('Which tape?', { blockId: 'b1', passage: 'a tape', occurrence: 1 });
  await requestChanges(deps, editor, { id: changed, revision: 1, note: 'Count the doors again.' });
  await approve(deps, chief, drafted, 0);
  await schedule(deps, editor, {
    articleId: drafted,
    revisionNumber: 0,
    at: new Date(deps.clock() + 3_600_000).toISOString(),
  });
  const { secret } = await openPreview(deps, editor, {
    articleId: changed,
    previewed: 1,
    label: 'the superintendent',
    hours: 4,
  });
  await commentAsGuest(deps, secret, { name: 'Marcus Bell', text: 'The quote is right.' });
  const trouble = { schedule_trouble: 'The section it names was closed. Nothing was published.' };
  await deps.db.write((tx) => tx.updateTable('article').set(trouble).where('id', '=', stopped).execute());
}

/** Removes the sandbox from the preview, in this test only: a sandboxed page runs no script, so axe could not run. */
async function withoutSandbox(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'content-security-policy': policy = '', ...headers } = response.headers();
  assert.match(policy, /^sandbox; /);
  await route.fulfill({
    response,
    headers: { ...headers, 'content-security-policy': policy.replace('sandbox; ', '') },
  });
}
