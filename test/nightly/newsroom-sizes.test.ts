import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesFor } from '#html/newsroom/frame/navigation.ts';
import { inBothSchemes, lookAndShoot } from '../support/axe.ts';
import { openBrowser, serveSite, signInAs, watch } from '../support/browser.ts';
import { stock } from '../support/stocked.ts';

// Each page of the newsroom at four widths in both schemes, and what a finger must hit on it.

const WINDOWS = inBothSchemes(360, 768, 1280, 1920);

test('axe finds nothing on any place of the newsroom at 360, 768, 1280 and 1920 px, light and dark', async (t) => {
  const { paths, page, open, seen } = await enter(t, {});
  for (const path of paths) {
    await open(path);
    await lookAndShoot(page, path.slice(1).replaceAll('/', '-'), WINDOWS);
  }
  assert.deepEqual(seen, []);
});

test('with a finger, every control of the newsroom is at least 44 px high or wide enough', async (t) => {
  const { paths, page, open } = await enter(t, { hasTouch: true, isMobile: true });
  const found: string[] = [];
  for (const path of paths) {
    await open(path);
    found.push(...(await page.evaluate(smallTargets)).map((line) => `${path}: ${line}`));
  }
  assert.deepEqual(found, []);
});

/** In the page: controls lower than 44 px, other than links in a sentence (WCAG 2.2, 2.5.5). */
function smallTargets(): string[] {
  const found: string[] = [];
  for (const one of document.querySelectorAll<HTMLElement>('a, button, select, input, textarea, summary')) {
    const label = one.closest('label') ?? document.querySelector(`label[for="${CSS.escape(one.id || '-')}"]`);
    const isTick = one.matches('[type="checkbox"], [type="radio"]');
    const boxes = [one, ...(isTick && label ? [label] : [])].map((box) => box.getBoundingClientRect());
    const isSeen = one.checkVisibility({ visibilityProperty: true }) && (boxes[0]?.width ?? 0) > 1;
    const line = one.parentElement;
    const isInText =
      one.matches('a, button.plain') &&
      line !== null &&
      (line.textContent ?? '').trim() !== (one.textContent ?? '').trim();
    if (!isSeen || isInText || one.matches('[type="hidden"], .skip, [tabindex="-1"]')) continue;
    const height = Math.max(...boxes.map((box) => box.height));
    if (height < 43.5) found.push(`${Math.round(height)} px: ${one.outerHTML.slice(0, 120)}`);
  }
  return found;
}

async function enter(t: Parameters<typeof serveSite>[0], options: object) {
  const site = await serveSite(t);
  const { chief, drafted } = await stock(site);
  const browser = await openBrowser(t);
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
  t.after(() => context.close());
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const article = `/newsroom/articles/${drafted}`;
  const places = entriesFor(chief).map(({ path }) => path.replace(/#.*/, ''));
  const paths = new Set([...places, article, `${article}/publish`, `${article}/figures`]);
  const base = site.config.publication.baseUrl;
  return { paths, page, seen: watch(page, site), open: (path: string) => page.goto(base + path) };
}
