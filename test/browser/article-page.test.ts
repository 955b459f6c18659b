import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { EDITION, seedArticles } from '#server/seed/seed.ts';
import { violationsOf } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';

// An article as readers see it, without script: its first sentence in the first window, and the notes on its numbers.

const site = await serveSite({ after });
await seedArticles(site.deps);
const ARTICLE = `${site.config.publication.baseUrl}/field-operations/the-soil-decides-the-trench`;

const PHONE = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
const WIDE = { viewport: { width: 1280, height: 860 } };

const first = (page: Page) => page.locator('.body button.n').first();
const isOpen = (page: Page) => page.locator('.proof:popover-open').count();

for (const [width, height] of [
  [1280, 860],
  [360, 740],
] as const)
  test(`the first line of each sample article is in a window of ${width} by ${height}`, async (t) => {
    const page = await (await openContext(t, { viewport: { width, height } })).newPage();
    for (const { section, slug } of EDITION) {
      await page.goto(`${site.config.publication.baseUrl}/${section}/${slug}`);
      const bottom = await page
        .locator('.body p')
        .first()
        .evaluate((paragraph) => {
          const range = document.createRange();
          range.selectNodeContents(paragraph);
          return range.getClientRects()[0]?.bottom ?? Number.POSITIVE_INFINITY;
        });
      assert.ok(bottom <= height, `${slug}: ${bottom}`);
    }
  });

test('on a phone a number opens its note at the foot of the window, without script', async (t) => {
  const page = await (await openContext(t, PHONE)).newPage();
  await page.goto(ARTICLE);
  assert.equal(await page.locator('.proof').first().isVisible(), false);
  await first(page).click();
  const sheet = page.locator('.proof:popover-open');
  const box = await sheet.boundingBox();
  assert.ok(box);
  assert.deepEqual([box.x, box.width, Math.round(box.y + box.height)], [0, 360, 740]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  assert.equal(await isOpen(page), 0);
  await first(page).focus();
  await page.keyboard.press('Enter');
  assert.equal(await isOpen(page), 1);
  await page.keyboard.press('Escape');
  assert.equal(await isOpen(page), 0);
});

test('in a wide window each note is left of the line, beside its passage', async (t) => {
  const page = await (await openContext(t, WIDE)).newPage();
  const seen = watch(page, site);
  for (const { section, slug } of EDITION) {
    await page.goto(`${site.config.publication.baseUrl}/${section}/${slug}`);
    const wrong = await page.evaluate(() => {
      const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
      const notes = [...document.querySelectorAll('.proof')];
      const isBeside = (note: Element) => {
        const [text, margin] = [boxOf(note.closest('.passage')?.firstElementChild ?? null), boxOf(note)];
        return margin.right < text.left && margin.top >= text.top - 1 && margin.height > 0;
      };
      const isApart = (note: Element, at: number) => at === 0 || boxOf(notes[at - 1] ?? null).bottom <= boxOf(note).top;
      const targets = [...document.querySelectorAll('[popovertarget]')].map((button) =>
        button.getAttribute('popovertarget'),
      );
      return [
        ...notes.filter((note, at) => !isBeside(note) || !isApart(note, at)).map(({ id }) => id),
        ...targets.filter((id) => document.getElementById(id ?? '')?.popover !== 'auto'),
      ];
    });
    assert.deepEqual(wrong, [], slug);
  }
  assert.deepEqual(seen, []);
});

test('axe finds no problem while a note is open, in light and dark, and nothing shifts while the page loads', async (t) => {
  for (const viewport of [WIDE.viewport, PHONE.viewport])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await openContext(t, { viewport, colorScheme })).newPage();
      await page.goto(ARTICLE);
      const shift = await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: 'layout-shift', buffered: true });
        return observer.takeRecords().length;
      });
      assert.equal(shift, 0);
      await first(page).click();
      assert.equal(await isOpen(page), 1);
      assert.deepEqual(await violationsOf(page), [], `${viewport.width} ${colorScheme}`);
    }
});
