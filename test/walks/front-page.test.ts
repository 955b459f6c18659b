import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CLI } from '#core/actor.ts';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { stockSite } from '../../scripts/stock.ts';
import { openContext } from '../browser/shared-browser.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { fillMagazine } from './magazine.ts';

// The home page of a small, a usual and a large magazine. A reader sees what is new without scrolling.

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** With 11 articles the lead has the longest headline, a long dek and a picture. */
const COUNTS = [3, 10, 11, 60, 1000];

test('the second newest story stands in the first window, whether editors chose the lead or not', async (t) => {
  const page = await (await openContext(t)).newPage();
  for (const count of COUNTS) {
    const site = await serveSite(t);
    const seen = watch(page, site);
    if (count > 60) {
      await stockSite(site.deps, { count: count - 60 });
      site.pass(3600);
    }
    const written = Math.min(count, 60);
    const ids = await fillMagazine(site, written);
    const second = `story-${written - 2}`;
    await page.goto(site.config.publication.baseUrl);
    await inFirstWindow(page, second, `${count} articles`);
    await shoot(page, `home-${count}`);
    if (count === 10) await lookAt(page, `${count} articles`, inBothSchemes(360, 768, 1440));
    for (const id of [ids[1], ids[0], ids[2]])
      await putOnFrontPage(site.deps, CLI, id ?? '', { until: null, timeZone: 'UTC' });
    await page.reload();
    assert.equal(await page.locator('.lead h2 a').getAttribute('href'), '/robotics/story-1', 'editors hold the lead');
    await inFirstWindow(page, second, `${count} articles, with an older lead`);
    await shoot(page, `home-${count}-chosen`);
    if (count === 60) await lookAt(page, `${count} articles`, inBothSchemes(360, 768, 1440));
    assert.deepEqual(seen, []);
  }
});

async function inFirstWindow(page: Page, slug: string, what: string): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    const box = await page.locator(`main :is(h2, h3) a[href$="/${slug}"]`).first().boundingBox();
    const end = box ? Math.round(box.y + box.height) : null;
    assert.ok(end !== null && end <= size.height, `${what}: the second story ends at ${end} of ${size.height} px`);
  }
}
