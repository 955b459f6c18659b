import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seedArticles } from '#seed/seed.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { violationsOf } from '../../support/axe.ts';
import { openBrowser, serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { plain } from '../../support/pictures.ts';

// Site settings in a real browser: by keys alone, with the preview, and what readers see of them at three widths in both schemes.

const browser = await openBrowser({ after });

test('a chief sets up the site by keys alone, sees the preview before it is saved, and axe finds nothing', async (t) => {
  const site = await serveSite(t);
  await seedArticles(site.deps);
  const chief = await site.person('chief', 'Ruth Okafor');
  const base = site.config.publication.baseUrl;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const seen = watch(page, site);
  await page.goto(`${base}/newsroom`);
  await shoot(page, 'board-steps');
  await page.goto(`${base}/newsroom/site`);
  const bar = page.locator('.save-bar');
  assert.equal(await bar.isVisible(), false, 'nothing is changed yet');
  const type = async (field: string, text: string) => {
    await page.focus(field);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
  };
  await type('#name', 'The Site Diary');
  await type('#description', 'What happens on site, told by those who were there.');
  await type('#accent', '#ffcc00');
  await page.getByText('Too light: 1.4 to 1').waitFor();
  await type('#accent', '#7a1fa2');
  await page.getByText(/^Legible: /).waitFor();
  await type('#language', 'en-GB');
  await page.focus('#timeZone');
  await page.keyboard.type('London');
  await page.getByText('Europe/London, now ').waitFor();
  await type('#contact', 'desk@diary.example');
  await type('#postalAddress', '1 Mast Road, Sheffield');
  await bar.getByText('7 changes, seen by nobody yet').waitFor();
  const preview = page.frameLocator('.site-preview iframe:not(.coming)');
  await preview.getByRole('heading', { level: 1, name: 'The Site Diary' }).waitFor();
  await page.getByLabel('Dark').check();
  await preview.locator('meta[name="color-scheme"][content="dark"]').waitFor({ state: 'attached' });
  await page.getByLabel('Phone').check();
  assert.deepEqual(await readSiteSettings(site.deps.db.read), {});
  await shoot(page, 'settings-preview');
  await page.focus('#name');
  await page.keyboard.press('Enter');
  await page.getByText('Saved. Readers see it now.').waitFor();
  assert.equal((await readSiteSettings(site.deps.db.read)).accent, '#7a1fa2');

  await page.goto(`${base}/newsroom/site/navigation`);
  const link = page.getByRole('textbox', { name: /^Link 1: / }).first();
  await link.focus();
  await page.keyboard.insertText('Events');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('/about');
  await page.getByRole('button', { name: 'Add a link' }).first().press('Enter');
  await page.keyboard.insertText('Shop');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('https://shop.example/all');
  await page.getByRole('button', { name: 'Move up Link 2' }).press('Enter');
  await bar.getByText('1 change, seen by nobody yet').waitFor();
  await shoot(page, 'settings-navigation');
  await bar.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved. Readers see it now.').waitFor();
  assert.deepEqual((await readSiteSettings(site.deps.db.read)).navigation, [
    { label: 'Shop', href: 'https://shop.example/all' },
    { label: 'Events', href: '/about' },
  ]);
  await page.goto(`${base}/newsroom/site`);
  await type('#name', 'Nobody sees this');
  await bar.getByRole('link', { name: 'Discard' }).press('Enter');
  await page.waitForURL(`${base}/newsroom/site`);
  assert.equal(await page.inputValue('#name'), 'The Site Diary', 'and this browser keeps it no more');
  const logo = await plain(360, 120, '#7a1fa2').png().toBuffer();
  await page.setInputFiles('#file', { name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('button', { name: 'Use this logo' }).press('Enter');
  await page.getByText('Readers see this logo now.').waitFor();
  assert.deepEqual(seen, []);

  for (const path of [
    '/newsroom/site',
    '/newsroom/site/navigation',
    '/newsroom/site/sharing',
    '/newsroom',
    '/',
    '/about',
    '/field-operations',
  ]) {
    await page.goto(base + path);
    await shoot(page, `after${path.replaceAll('/', '-')}`);
    for (const width of [360, 768, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsOf(page), [], `${path} ${width} ${colorScheme}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} scrolls sideways by ${wide} px at ${width}`);
      }
  }
  await context.close();
});
