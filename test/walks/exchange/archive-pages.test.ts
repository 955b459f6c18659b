import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDesks } from '#article/desk.ts';
import { addRun } from '#import/import-runs.ts';
import { lookAt } from '#import/look.ts';
import { seedArticles } from '#seed/seed.ts';
import { publishArchived } from '../../exchange/archived.ts';
import { violationsOf } from '../../support/axe.ts';
import { openBrowser, serveSite, shoot, signInAs } from '../../support/browser.ts';

// The pages with articles of an archive, and the choice on the page of an import, in a real browser at two widths in both schemes.

const browser = await openBrowser({ after });
const PUBLIC = {
  article: '/robotics/archived-crane',
  permanent: '/robotics/archived-crane/r/0',
  section: '/robotics',
  search: '/search?q=crane',
  changes: '/changes',
};

test('the mark is shown without a flaw on each page, on paper, and in the newsroom', async (t) => {
  const site = await serveSite(t, { IMPORT_ARCHIVE: 'on' });
  await seedArticles(site.deps);
  const chief = await site.person('chief', 'Ruth Okafor');
  const id = await publishArchived(site);
  const folder = join(site.config.dataDir, 'imports', 'old-site', '_posts');
  mkdirSync(folder, { recursive: true });
  for (const [name, title] of [
    ['2015-03-04-the-crane', 'The crane that waited'],
    ['2016-05-06-the-hoist', 'What the hoist carried in its last summer'],
  ])
    writeFileSync(join(folder, `${name}.md`), `---\ntitle: ${title}\n---\n\nThe crane lifted 420 tonnes.\n`);
  const run = await addRun(site.deps, chief, { path: join(folder, '..'), fileName: 'old-site' });
  await lookAt(site.deps, chief, run, { sections: openDesks() });
  const newsroom = { import: `/newsroom/imports/${run}`, act: `/newsroom/articles/${id}` };
  const base = site.config.publication.baseUrl;
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      await signInAs(context, site, chief);
      const page = await context.newPage();
      for (const [name, path] of Object.entries({ ...PUBLIC, ...newsroom })) {
        await page.goto(base + path);
        const at = `${name} ${width} ${colorScheme}`;
        if (name !== 'import')
          assert.match((await page.textContent('main')) ?? '', /From the archive of Mast & <b>Boom/, at);
        else assert.match((await page.textContent('main')) ?? '', /Its figures were not settled by this magazine/, at);
        const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        assert.equal(wide, 0, at);
        assert.deepEqual(await violationsOf(page), [], at);
        if (width === 1280 && colorScheme === 'light') await shoot(page, `archive-${name}`);
      }
      if (width === 1280 && colorScheme === 'light') {
        await page.goto(base + PUBLIC.article);
        await page.emulateMedia({ media: 'print' });
        assert.equal(await page.locator('.archived').first().isVisible(), true);
        await shoot(page, 'archive-print');
        await page.emulateMedia({ media: 'screen' });
        await page.goto(`${base}/cards/robotics/archived-crane.png`);
        await shoot(page, 'archive-card');
      }
      await context.close();
    }
});
