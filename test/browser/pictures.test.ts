import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { photo, WORDS } from '../support/pictures.ts';
import { file } from '../support/stocked.ts';

test('an editor adds a picture with the form, and readers get its smallest format above the article', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const editor = await site.person('editor');
  const context = await openContext(t, {
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 2,
  });
  await signInAs(context, site, editor);
  const page = await context.newPage();
  const seen = watch(page, site);

  await page.goto(`${base}/newsroom`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  const fill = async (name: string, buffer: Buffer) => {
    if (!(await page.getByLabel('Title').isVisible())) await page.getByText('Add one picture with a form').click();
    await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await page.getByLabel('Title').fill(WORDS.title);
    await page.getByLabel('What it shows').fill(WORDS.alt);
    await page.getByLabel('Credit').fill(WORDS.credit);
    await page.getByRole('button', { name: 'Add the picture' }).click();
  };
  await fill('slab.jpg', Buffer.from('no picture'));
  assert.match((await page.getByRole('alert').textContent()) ?? '', /not a picture/);
  assert.equal(await page.getByLabel('What it shows').inputValue(), WORDS.alt);
  seen.length = 0; // the browser logs the error status of the refusal
  await fill('slab.jpg', await photo());
  assert.match((await page.getByRole('status').textContent()) ?? '', /was added to the library/);
  const small = page.getByRole('img', { name: WORDS.alt });
  await small.evaluate((image: HTMLImageElement) => image.decode());
  assert.equal(await small.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth), 480);

  const heroAssetId = new URL(page.url()).searchParams.get('added');
  const id = await file({ ...site, fetch: (path, init) => fetch(base + path, init) }, await site.grantToken(editor), {
    heroAssetId,
  });
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  await page.goto(`${base}/robotics/layout-robot-pilot`);
  const hero = page.locator('figure.hero img');
  const shown = await hero.evaluate((image: HTMLImageElement) => ({
    from: image.currentSrc,
    wide: image.clientWidth,
    page: document.documentElement.scrollWidth,
  }));
  assert.match(shown.from, /\/800\.avif$/);
  assert.ok(shown.wide <= 390 && shown.page <= 390, JSON.stringify(shown));
  assert.deepEqual(seen, []);
});
