import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page, Route } from 'playwright-core';
import { openFirstLink } from '../src/masthead/first-chief.ts';
import { openBrowser, serveHouse, signInAs } from './browser.ts';
import { type Stock, stock } from './stocked.ts';

// Every page of the newsroom, on a phone and on a desk, light and dark: axe finds nothing, and nothing runs out of the page.

let browser: Browser;
const closers: (() => unknown)[] = [];
before(async () => {
  browser = await openBrowser({ after: (close) => closers.push(close as () => unknown) });
});
after(() => Promise.all(closers.map((close) => close())));

/** Rules beyond those axe runs by itself: text at 7:1, and targets a finger can hit. */
const RULES = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } };

const SIGNED_OUT: Record<string, string> = { 'sign in': '/newsroom/sign-in?next=%2Fnewsroom' };

function pagesOf(house: Stock): Record<string, string> {
  const article = (id: string) => `/newsroom/articles/${id}`;
  return {
    board: '/newsroom',
    'board of one stage': '/newsroom?stage=draft&q=robot',
    'board with nothing on it': '/newsroom?q=nothing-has-these-words',
    calendar: '/newsroom/calendar',
    'calendar with nothing in it': '/newsroom/calendar?month=2020-02',
    weeks: '/newsroom/weeks',
    draft: article(house.drafted),
    'stopped draft': article(house.stopped),
    'published article': `${article(house.published)}?done=published`,
    'changed article': article(house.changed),
    'unpublished article': article(house.unpublished),
    revision: `${article(house.changed)}/revisions/1`,
    preview: `${article(house.changed)}/revisions/1/preview`,
    agents: '/newsroom/agents',
    masthead: '/newsroom/masthead',
    sessions: '/newsroom/sessions',
    password: '/newsroom/password',
    claim: '/agent/claim',
    refusal: '/newsroom/articles/none',
  };
}

for (const width of [360, 768, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any page at ${width} px, ${colorScheme}`, { timeout: 120_000 }, async (t) => {
      const house = await serveHouse(t);
      const base = house.config.publication.baseUrl;
      const welcome = `/newsroom/welcome/${await openFirstLink(house.press)}`;
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(base + welcome);
      await look(page, 'welcome', width);
      const filled = await stock(house);
      for (const [name, path] of Object.entries(SIGNED_OUT)) {
        await page.goto(base + path);
        await look(page, name, width);
      }
      await signInAs(context, house, filled.chief);
      await page.route('**/preview', withoutSandbox);
      for (const [name, path] of Object.entries(pagesOf(filled))) {
        await page.goto(base + path);
        await page.evaluate(() => {
          for (const folded of document.querySelectorAll('details')) folded.open = true;
        });
        await look(page, name, width);
      }
    });
  }
}

/** A sandboxed page runs no script, axe's neither: here, and only here, the preview comes without its sandbox. */
async function withoutSandbox(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'content-security-policy': policy = '', ...headers } = response.headers();
  assert.match(policy, /^sandbox; /);
  await route.fulfill({
    response,
    headers: { ...headers, 'content-security-policy': policy.replace('sandbox; ', '') },
  });
}

async function look(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    (rules) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, { rules, iframes: false }) as Promise<AxeResults>,
    RULES,
  );
  const found = results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  assert.deepEqual(found, [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${name} is ${wide} px wide`);
}
