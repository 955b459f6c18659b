import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { chromiumScreenshots } from '../../src/ads/runs/take-screenshot.ts';
import { serveSite } from '../support/browser.ts';
import { findBrowser } from '../support/chromium.ts';
import { goLive } from '../support/live.ts';
import { runAd } from '../support/running-ads.ts';

const HASH = '0'.repeat(64);

test('the browser that is installed photographs an ad where it is shown, and nothing where it is not', {
  timeout: 90_000,
}, async (t) => {
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

test('a browser that is not there is said so, and leaves nothing behind', async () => {
  await assert.rejects(chromiumScreenshots('/nowhere/chromium', 'http://127.0.0.1:1')('/', HASH), /ENOENT/);
});
