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
  await page.focus('#name');
  /** The fields from the first on, as Tab reaches them. */
  const typed = [
    'The Site Diary',
    'What happens on site, told by those who were there.',
    '',
    'desk@diary.example',
    '1 Mast Road, Sheffield',
    'https://social.example/@diary',
    'en-GB',
    'Europe/London',
    '#7a1fa2',
    'Events | /about',
    'Imprint | /standards',
  ];
  for (const text of typed) {
    await page.keyboard.press('Control+A');
    if (text === '') await page.keyboard.press('Delete');
    else await page.keyboard.insertText(text);
    await page.keyboard.press('Escape'); // closes the list of zones
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Tab'); // Save has the focus; the preview follows it
  await page.keyboard.press('Enter');
  const preview = page.frameLocator('iframe[name="site-preview"]');
  await preview.getByRole('heading', { level: 1, name: 'The Site Diary' }).waitFor();
  assert.deepEqual(await readSiteSettings(site.deps.db.read), {});
  await shoot(page, 'settings-preview');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Saved. Readers see it now.').waitFor();
  assert.equal((await readSiteSettings(site.deps.db.read)).accent, '#7a1fa2');
  const logo = await plain(360, 120, '#7a1fa2').png().toBuffer();
  await page.setInputFiles('#file', { name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('button', { name: 'Use this logo' }).press('Enter');
  await page.getByText('Readers see this logo now.').waitFor();
  assert.deepEqual(seen, []);

  for (const path of ['/newsroom/site', '/newsroom', '/', '/about', '/field-operations']) {
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
