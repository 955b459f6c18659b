import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { runExportJobs } from '#export/archive/run-jobs.ts';
import { workOnImports } from '#import/import-job.ts';
import { createApp } from '#server/create-app.ts';
import { openContext } from '../../browser/shared-browser.ts';
import { fill } from '../../exchange/restores.ts';
import { inBothSchemes, lookAndShoot } from '../../support/axe.ts';
import { goTo, serveSite, signInAs, watch } from '../../support/browser.ts';
import { setUpApp } from '../../support/factors.ts';
import { QUIET } from '../../support/quiet.ts';
import type { Person, TestSite } from '../../support/site.ts';
import { submit, tabTo, typeInto } from '../keyboard.ts';

// A chief takes a magazine out on one server and brings it back on another, by the keys alone.

const WINDOWS = inBothSchemes(360, 768, 1280);

const look = (page: Page, name: string) => lookAndShoot(page, name, WINDOWS);

test('a chief downloads an export, uploads it to an empty site, and has everything come back', async (t) => {
  const first = await serveForms(t);
  await fill(first);
  const takeout = await download(t, first);

  const second = await serveForms(t);
  second.pass((first.deps.clock() - second.deps.clock()) / 1000);
  const chief = await second.person('chief');
  const { app } = await setUpApp(second, chief);
  second.pass(16 * 60);
  const { page, open, seen, button } = await enter(t, second, chief);
  await open('/newsroom/imports');
  await tabTo(page, page.getByLabel('The file that the other system exported'));
  const file = { name: 'export.zip', mimeType: '', buffer: takeout };
  await page.getByLabel('The file that the other system exported').setInputFiles(file);
  await submit(page, button('Preview it'));
  const at = new URL(page.url()).pathname;
  await workOnImports(second.deps, second.config, { log: QUIET, signal: new AbortController().signal });
  await open(at);
  await look(page, 'restore-plan');
  await typeInto(page, page.getByLabel('Why they go live without a review here'), 'The machine before is gone.');
  await typeInto(page, page.getByLabel('A new code of your app'), '000000');
  await submit(page, button('Restore everything as it was'));
  await look(page, 'restore-refused');
  await typeInto(page, page.getByLabel('A new code of your app'), app());
  await submit(page, button('Restore everything as it was'));
  await page.getByText('The articles are restored live, with their history').waitFor();
  await look(page, 'restore-chosen');
  await submit(page, button('Import'));
  await workOnImports(second.deps, second.config, { log: QUIET, signal: new AbortController().signal });
  await open(at);
  await page.getByText('Imported.').first().waitFor();
  await look(page, 'restore-report');
  await open('/');
  await look(page, 'restore-home');
  assert.deepEqual(
    seen.filter((one) => !/403 \(Forbidden\)/.test(one)),
    [],
  );
});

/** A site behind a real server, to which the helpers of other tests send forms too. */
async function serveForms(t: TestContext): Promise<TestSite> {
  const site = await serveSite(t);
  const { baseUrl: Origin } = site.publication;
  const fetch = (path: string, init: RequestInit = {}) =>
    site.fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), Origin } });
  return { ...site, fetch };
}

/** A page of a browser in which this person is signed in. */
async function enter(t: TestContext, site: TestSite, person: Person) {
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await signInAs(context, site, person);
  const page = await context.newPage();
  return {
    page,
    seen: watch(page, site),
    open: (path: string) => goTo(page, `${site.config.publication.baseUrl}${path}`),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
  };
}

/** Asks for an export on its page, by the keys, and downloads it. */
async function download(t: TestContext, site: TestSite): Promise<Buffer> {
  const { page, open, seen, button } = await enter(t, site, await site.person('chief'));
  await open('/newsroom/export');
  await look(page, 'export-empty');
  await submit(page, button('Make an export'));
  // The page renews itself; an answer without content leaves it as it is while it is looked at.
  await page.route('**/newsroom/export', (route) => route.fulfill({ status: 204 }));
  await look(page, 'export-waits');
  await page.unroute('**/newsroom/export');
  await runExportJobs(site.deps, { config: site.config, log: QUIET, createApp });
  await open('/newsroom/export');
  await look(page, 'export-ready');
  await tabTo(page, page.getByRole('button', { name: /^Download/ }));
  const [got] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const bytes = readFileSync(await got.path());
  await open('/newsroom/export');
  await look(page, 'export-downloaded');
  assert.deepEqual(seen, []);
  return bytes;
}
