import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { photo, WORDS } from '../support/pictures.ts';
import { file } from '../support/stocked.ts';
import { openContext } from './shared-browser.ts';

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

test('a file that is too large is rejected with a clear message, and the form keeps its text', async (t) => {
  const site = await serveSite(t);
  const context = await openContext(t);
  await signInAs(context, site, await site.person('editor'));
  const page = await context.newPage();
  await page.goto(`${site.config.publication.baseUrl}/newsroom/pictures`);
  const path = join(site.config.dataDir, 'too-large.jpg');
  for (const megabytes of [20.01, 31]) {
    writeFileSync(path, Buffer.alloc(Math.round(megabytes * 2 ** 20), 0x2d)); // dashes, as in the boundaries of the parts
    if (!(await page.getByLabel('Title').isVisible())) await page.getByText('Add one picture with a form').click();
    await page.getByLabel('File', { exact: true }).setInputFiles(path);
    await page.getByLabel('Title').fill(WORDS.title);
    await page.getByLabel('What it shows').fill(WORDS.alt);
    await page.getByLabel('Credit').fill(WORDS.credit);
    const answered = page.waitForEvent('load'); // the previous page may show the same error
    await page.getByRole('button', { name: 'Add the picture' }).click();
    await answered;
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^The file is larger than 20 MB\./);
    assert.equal(await page.getByLabel('Title').inputValue(), WORDS.title);
    assert.equal(await page.getByLabel('What it shows').inputValue(), WORDS.alt);
    assert.equal(await page.getByLabel('Credit').inputValue(), WORDS.credit);
  }
});
