import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { seedArticles } from '#seed/seed.ts';
import { readSections } from '#site/sections.ts';
import { inBothSchemes, lookAt } from '../../support/axe.ts';
import { openBrowser, serveSite, shoot, signInAs, watch } from '../../support/browser.ts';
import { copy } from '../../support/site.ts';

// A magazine with two sections added, one retired, and an imprint, made in a real browser by keys alone.

const browser = await openBrowser({ after });
/** Where the pages are stored for validators, when it is set. */
const { PAGES_DIR } = process.env;
const WINDOWS = inBothSchemes(360, 768, 1280);

test('a chief adds two sections, retires one and publishes an imprint by keys alone, and axe finds nothing', async (t) => {
  const site = await serveSite(t);
  await seedArticles(site.deps);
  const chief = await site.person('chief', 'Ruth Okafor');
  const base = site.config.publication.baseUrl;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  t.after(() => context.close());
  await signInAs(context, site, chief);
  const page = await context.newPage();
  const seen = watch(page, site);
  const type = async (text: string) => {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  };

  for (const [name, about] of [
    ['Site safety', 'What keeps a crew whole.'],
    ['Law & contracts', 'What you sign, and what it means on site.'],
  ] as const) {
    await page.goto(`${base}/newsroom/sections`);
    await page.focus('#name');
    await type(name);
    await type(about);
    await page.keyboard.press('Enter');
    await page.getByText(`Readers see the section “${name}”.`).waitFor();
  }
  await page.getByRole('button', { name: 'Move up “Site safety”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('“Site safety” is now number 5.').waitFor();
  await page.keyboard.press('Enter'); // the focus stays on the button
  await page.getByText('“Site safety” is now number 4.').waitFor();

  await page.goto(`${base}/newsroom/sections/benchmarks`);
  await page.focus('#movedTo');
  await page.keyboard.type('Software');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The section was retired.').waitFor();
  await lookAt(page, 'the sections', WINDOWS);
  await shoot(page, 'sections');
  await page.goto(`${base}/newsroom/sections/benchmarks`);
  await lookAt(page, 'a retired section', WINDOWS);
  await shoot(page, 'section-retired');
  await page.goto(`${base}/newsroom/sections/robotics`);
  await lookAt(page, 'a section', WINDOWS);
  await shoot(page, 'section');
  const { open } = await readSections(site.deps.db.read);
  assert.deepEqual(
    open.map(({ slug }) => slug),
    ['field-operations', 'robotics', 'software', 'site-safety', 'people', 'law-contracts'],
  );

  await page.goto(`${base}/newsroom/pages`);
  await page.focus('#title');
  await type('Imprint');
  await type('Who publishes this magazine, and where.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.body').waitFor();
  await shoot(page, 'page-editor');
  const id = /articles\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const text =
    'The Site Diary is published by Ruth Okafor in Sheffield. Write to her with **questions** and corrections.';
  const blocks = [
    { id: 'b1', type: 'heading' as const, text: 'Publisher' },
    { id: 'b2', type: 'paragraph' as const, text },
  ];
  const words = {
    section: 'pages',
    slug: 'imprint',
    headline: 'Imprint',
    dek: 'Who publishes this magazine, and where.',
  };
  const payload = { ...copy({ ...words, sources: [], bodyBlocks: blocks }), baseRevision: 0 };
  const { revision } = await saveRevision(site.deps, chief, id, { copy: payload });
  await publish(site.deps, chief, id, { revisionNumber: revision });
  await page.goto(`${base}/newsroom/pages`);
  await page.getByRole('main').getByText('Published', { exact: true }).waitFor();
  await lookAt(page, 'the pages', WINDOWS);
  await shoot(page, 'pages');
  await page.goto(`${base}/newsroom/articles/${id}`);
  await lookAt(page, 'the article of a page', WINDOWS);

  const stranger = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  t.after(() => stranger.close());
  const reader = await stranger.newPage();
  const PUBLIC = [
    '/',
    '/imprint',
    '/site-safety',
    '/law-contracts',
    '/software',
    '/about',
    '/search',
    '/pages/imprint/r/1',
  ];
  for (const path of PUBLIC) {
    const answer = await reader.goto(base + path);
    assert.equal(answer?.status(), 200, path);
    await lookAt(reader, path, WINDOWS);
    if (PAGES_DIR) {
      mkdirSync(PAGES_DIR, { recursive: true });
      writeFileSync(join(PAGES_DIR, `${path.replaceAll('/', '_')}.html`), (await answer?.text()) ?? '');
    }
    if (path === '/imprint' || path === '/site-safety') await shoot(reader, `public${path}`);
  }
  assert.deepEqual(seen, []);
});
