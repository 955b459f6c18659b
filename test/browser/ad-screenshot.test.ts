import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { chromiumScreenshots } from '#ads/runs/take-screenshot.ts';
import { runAd } from '../support/ads/running-ads.ts';
import { serveSite } from '../support/browser.ts';
import { findBrowser } from '../support/chromium.ts';
import { goLive } from '../support/live.ts';

const HASH = '0'.repeat(64);

test('the installed browser takes a screenshot of a page that shows the ad, and refuses a page that does not', async (t) => {
  const site = await serveSite(t);
  await goLive(site);
  const { hash } = await runAd(site, 'in-article');
  const found = await findBrowser();
  if (!('executablePath' in found)) return t.skip('the packed browser is for Linux');
  Object.assign(process.env, found.env);
  const take = chromiumScreenshots(found.executablePath, site.config.publication.baseUrl);
  const { width, height, format } = await sharp(await take('/robotics/layout-robot-pilot', hash)).metadata();
  assert.deepEqual([width, height, format], [1440, 1200, 'png']);
  await assert.rejects(take('/', hash), /does not show the picture/);
});

test('a screenshot fails with ENOENT if the browser is missing', async () => {
  await assert.rejects(chromiumScreenshots('/nowhere/chromium', 'http://127.0.0.1:1')('/', HASH), /ENOENT/);
});
