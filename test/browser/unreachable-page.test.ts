import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumScreenshots } from '#ads/runs/take-screenshot.ts';
import { findBrowser } from '../support/chromium.ts';
import { until } from '../support/faults/server.ts';

test('a screenshot of an unreachable page fails with one error and does not end the process', async (t) => {
  const found = await findBrowser();
  if (!('executablePath' in found)) return t.skip('the packed browser is for Linux');
  Object.assign(process.env, found.env);
  const loose: unknown[] = [];
  const note = (error: unknown) => void loose.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  await assert.rejects(chromiumScreenshots(found.executablePath, 'http://127.0.0.1:9')('/', 'a'.repeat(64)), /ERR_/);
  // The connection to the browser closes after the refusal.
  await until(() => !process.getActiveResourcesInfo().includes('TCPSocketWrap'), 60_000);
  await new Promise(setImmediate);
  assert.deepEqual(loose, []);
});
