import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { openPreview } from '#editorial/review/preview-link.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { goLive } from '../support/live.ts';
import { copy, type TestSite } from '../support/site.ts';
import { type Stock, stock } from '../support/stocked.ts';

// Schedules, reasons and preview links in a real browser.

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">go</a>';

test('an editor schedules a change with a reason why it is no correction; the page shows both until publication', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana Whitfield');
  const article = await goLive(site);
  await saveRevision(site.deps, CLI, article.id, {
    copy: { ...copy({ headline: 'A robot, measured' }), baseRevision: 0 },
  });
  const page = await signedIn(t, site, dana);
  const seen = watch(page, site);

  await page.goto(`${base}/newsroom/articles/${article.id}`);
  await page.getByRole('link', { name: 'Publish …' }).click();
  const drawer = page.getByRole('dialog', { name: 'Publish revision 1' });
  await drawer.getByRole('button', { name: 'Publish revision 1' }).click();
  await drawer.waitFor(); // the browser requires an answer first
  await drawer.getByText('At a time').click();
  await page.getByLabel('Day and time').fill('2026-09-06T15:30');
  await page.getByLabel('It is no correction').check();
  assert.equal(await page.getByLabel('Correction note').isVisible(), false);
  await page.getByLabel('Why not').fill('The headline is shorter; no fact changes.');
  await page.getByRole('button', { name: 'Schedule revision 1' }).click();
  await page.getByRole('status').getByText('Revision 1 will be published on 2026-09-06 15:30 UTC').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('No correction, because: “The headline is shorter; no fact changes.”').waitFor();

  // A page of the newsroom that stays open would ask for changes when its session has ended.
  await page.goto('about:blank');
  site.pass(2.5 * 3600);
  await runSchedules(site.deps, base);
  await page.goto(`${base}/robotics/layout-robot-pilot`);
  await page.getByRole('heading', { name: 'A robot, measured', level: 1 }).waitFor();
  assert.deepEqual(seen, []);
});

test('a person without an account reads a preview and comments; no text in it runs as script', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const { drafted, editor: dana } = await stock(site);
  const hostile = copy({
    slug: 'hostile',
    headline: HOSTILE.slice(0, 100),
    dek: HOSTILE,
    bodyBlocks: [{ id: HOSTILE, type: 'paragraph', text: HOSTILE }],
  });
  await saveRevision(site.deps, CLI, drafted, { copy: { ...hostile, baseRevision: 0 } });
  const { secret } = await openPreview(site.deps, dana, {
    articleId: drafted,
    previewed: 1,
    label: HOSTILE.slice(0, 100),
    hours: 4,
  });
  const context = await openContext(t);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${base}/preview/${secret}`);
  await page.getByText('This is a preview, not a publication.').waitFor();
  await page.getByLabel('Your name').fill(HOSTILE.slice(0, 80));
  await page.getByLabel('Comment', { exact: true }).fill(HOSTILE);
  await page.getByRole('button', { name: 'Send to the newsroom' }).click();
  await page.locator('.said').getByText('onerror=alert(2)').waitFor();
  assert.deepEqual(await context.cookies(), [], 'the server sets no cookie for a guest');

  const editor = await signedIn(t, site, dana);
  const seenByEditor = watch(editor, site);
  for (const path of [`/newsroom/articles/${drafted}/previews`, `/newsroom/articles/${drafted}`])
    await editor.goto(base + path);
  assert.deepEqual([...seen, ...seenByEditor], []);
});

async function signedIn(t: { after: (close: () => unknown) => void }, site: TestSite, person: Stock['editor']) {
  const context = await openContext(t);
  await signInAs(context, site, person);
  return context.newPage();
}
