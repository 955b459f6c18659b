import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { goodPng, LOGO } from '../../support/ads/creatives.ts';
import { runAd } from '../../support/ads/running-ads.ts';
import { violationsOf } from '../../support/axe.ts';
import { openContext } from '../../support/browser/shared-browser.ts';
import { openBrowser, serveSite, signInAs, watch } from '../../support/browser.ts';
import { goLive } from '../../support/live.ts';

// Ads and suppliers as readers see them: the label is outside the picture; an ad does not move, run script or contact another site.

const ARTICLE = '/robotics/layout-robot-pilot';

/** The site of all tests but the last: making its creatives takes seconds. */
const site = await serveSite({ after });
await fill();

async function fill(): Promise<void> {
  const paragraphs = Array.from({ length: 6 }, (_, at) => ({
    id: `b${at}`,
    type: 'paragraph',
    text: `Paragraph ${at} of a story about a machine on a slab. `.repeat(8),
  }));
  await goLive(site, { bodyBlocks: paragraphs });
  const editor = await site.person('editor');
  await runAd(site, 'homepage-band', { unit: 'issue-sponsorship', advertiser: 'Example Builders Supply' });
  await runAd(site, 'in-article');
  const { reference } = await runAd(site, 'directory-logo', { alt: 'Zenith Lasers', advertiser: 'Zenith Lasers' });
  const words = { what: 'Rents lasers, calibrated.', place: 'Tacoma', url: 'https://supplier.example/' };
  await addSupplier(site.deps, editor, { ...words, name: 'Zenith Lasers', reference });
  await addSupplier(site.deps, editor, { ...words, name: `${'Long'.repeat(25)} & Sons`, reference: '' });
}

for (const [width, colorScheme] of [
  [320, 'dark'],
  [1440, 'light'],
] as const) {
  test(`axe finds no problem on pages with ads and suppliers at ${width} px, ${colorScheme}, and nothing shifts`, async (t) => {
    const context = await openContext(t, { viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const seen = watch(page, site);
    for (const path of ['/', ARTICLE, '/suppliers', '/advertise/check']) {
      await page.goto(site.config.publication.baseUrl + path);
      await scrollThrough(page);
      assert.equal(await shift(page), 0, path);
      assert.deepEqual(await violationsOf(page), [], path);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
      assert.deepEqual(seen, [], path);
    }
  });
}

/** The width of the picture for each window width. */
for (const [path, ratio, shown] of [
  ['/', 6, { 360: 360, 768: 768, 1000: 1000, 1440: 1440, 1441: 1440, 1444: 1440, 1920: 1440, 2560: 1440 }],
  [ARTICLE, 1.5, { 360: 314, 768: 602, 1000: 602, 1440: 602, 1920: 602, 2560: 602 }],
] as const) {
  test(`the ad on ${path} is as wide as its place, its label is outside the picture, and nothing overflows`, async (t) => {
    for (const [width, widest] of Object.entries(shown)) {
      const context = await openContext(t, { viewport: { width: Number(width), height: 900 } });
      const page = await context.newPage();
      await page.goto(site.config.publication.baseUrl + path);
      const [ad, label, image] = [page.locator('.ad'), page.locator('.ad > .label'), page.locator('.ad img')];
      await image.scrollIntoViewIfNeeded();
      const boxes = await Promise.all([label.boundingBox(), image.boundingBox()]);
      const [of, crop] = boxes.map((box) => box ?? assert.fail());
      assert.ok(of && crop);
      const isApart = of.y + of.height <= crop.y || of.x + of.width <= crop.x;
      assert.ok(isApart, JSON.stringify(boxes));
      assert.equal(await label.textContent(), 'ADVERTISEMENT');
      assert.deepEqual([width, crop.width], [width, widest]);
      assert.ok(Math.abs(crop.height - widest / ratio) < 0.5, `${crop.width} by ${crop.height}`);
      assert.ok(crop.x >= 0 && crop.x + crop.width <= Number(width));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), width);
      const families = await ad.evaluate((aside) => [
        getComputedStyle(aside.querySelector('.label') ?? aside).fontFamily,
        getComputedStyle(document.querySelector('.label:not(.ad .label)') ?? aside).fontFamily,
      ]);
      assert.equal(families[0], families[1]);
      assert.equal(
        await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth > 0)),
        true,
      );
      assert.equal(await shift(page), 0, width);
      await page.close();
    }
  });
}

test('ads fit into the page width that a scroll bar leaves', async (t) => {
  const barred = await openBrowser(t, { scrollBars: true });
  for (const [path, most] of [
    ['/', 1440],
    [ARTICLE, 602],
  ] as const) {
    for (const width of [1440, 1500]) {
      const page = await barred.newPage({ viewport: { width, height: 900 } });
      await page.goto(site.config.publication.baseUrl + path);
      const [room, wide] = await page.evaluate(() => [
        document.documentElement.clientWidth,
        document.documentElement.scrollWidth,
      ]);
      assert.ok(room < width, 'there is a scroll bar');
      assert.equal(wide, room, path);
      assert.equal((await page.locator('.ad img').boundingBox())?.width, Math.min(most, room));
      await page.close();
    }
  }
});

test('print hides the ad, and a page with an ad makes at most 8 requests and has at most 20 KiB of compressed HTML', async (t) => {
  const page = await (await openContext(t)).newPage();
  let requests = 0;
  page.on('request', () => requests++);
  for (const path of ['/', ARTICLE]) {
    requests = 0;
    const response = await page.goto(site.config.publication.baseUrl + path);
    await scrollThrough(page);
    assert.ok(requests <= 8, `${path} asked ${requests} times`);
    assert.ok(brotliCompressSync((await response?.body()) ?? '').byteLength <= 20 * 1024, path);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.ad').isVisible(), false, path);
    await page.emulateMedia({ media: 'screen' });
    assert.equal(await page.locator('.ad').isVisible(), true, path);
  }
});

test('an advertiser checks a creative without JavaScript, and an editor maintains the supplier directory by keyboard', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const editor = await site.person('editor');
  const context = await openContext(t, { viewport: { width: 390, height: 800 } });
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${base}/advertise`);
  await page.getByRole('link', { name: 'check a file' }).click();
  await page.getByLabel('What it is for').selectOption('directory-logo');
  await page
    .getByLabel('The file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await goodPng(LOGO) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  assert.match((await page.getByRole('status').textContent()) ?? '', /It fits the catalog/);
  assert.ok(await page.getByRole('img', { name: /area kept clear/ }).isVisible());
  assert.deepEqual(await violationsOf(page), []);

  await page.goto(`${base}/newsroom/suppliers`);
  assert.deepEqual(await violationsOf(page), []);
  await page.getByLabel('Name').focus();
  for (const typed of ['Example Layout Tools', 'Rents layout robots.', 'Denver', 'https://supplier.example/']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/newsroom\/suppliers\/[0-9a-f-]{36}\?done=added$/);
  assert.deepEqual(await violationsOf(page), []);
  await page.goto(`${base}/suppliers`);
  assert.ok(await page.getByRole('link', { name: 'Example Layout Tools' }).isVisible());
  assert.deepEqual(
    seen.filter((one) => !one.startsWith('request: data:')),
    [],
  );
});

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += 400) {
      scrollTo(0, at);
      await new Promise((next) => requestAnimationFrame(next));
    }
  });
  await page.waitForLoadState('networkidle');
}

/** The sum of all layout shifts so far. */
function shift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((told) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => told(sum)));
      }),
  );
}
