import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicPages } from '#article/public-resources.ts';
import { CLI } from '#core/actor.ts';
import { slugOf } from '#core/text.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { EDITION, seedArticles } from '#server/seed/seed.ts';
import { COLORS, lookAt, type Window } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';
import { goLive, goLiveAgain } from '../support/live.ts';
import type { TestSite } from '../support/site.ts';

// Every public page, from the narrowest phone to a wide desktop: axe finds no problem, no page overflows, and no page sends a
// request to another site. `npm run validate` runs axe in light and dark at two widths; here dark is looked at in a wide window.

const WINDOWS: readonly Window[] = [
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light', rules: [] },
  { width: 1440, colorScheme: 'dark', rules: COLORS },
];

const ARTICLE = '/robotics/layout-robot-pilot';
const PAGES = [
  '/',
  '/software',
  ARTICLE,
  '/benchmarks/how-a-number-is-settled',
  '/robotics/what-may-fly-over-the-crew',
  '/authors/ines-calloway',
  '/issues/2026-q3',
  '/series/long-parts',
  '/archive/2026-09',
  `/tags/${slugOf(EDITION[0]?.tags[0] ?? '')}`,
  ...publicPages().map(({ path }) => path),
  '/search?q=number',
  '/search?q=nubmer&from=2026-01-01',
  '/search?q=%22numbers+sources%22+settled',
  '/search?q=%21',
  '/search?q=nothingatall',
  '/advertise/check',
  '/advertise/inquiry',
  '/brief/subscribe',
  `/brief/unsubscribe/${'0'.repeat(32)}`,
  '/nothing/here',
];

test('axe finds no problem on any public page', async (t) => {
  const site = await serveSite(t);
  await fill(site);
  const context = await openContext(t, { viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  const seen = watch(page, site);
  for (const path of PAGES) {
    await page.goto(site.config.publication.baseUrl + path);
    await lookAt(page, path, WINDOWS);
    const refused = seen.filter((one) => !/404 \(Not Found\)/.test(one));
    assert.deepEqual(refused, [], path);
  }
});

test('an article prints without navigation, with its title block at the end', async (t) => {
  const site = await serveSite(t);
  await fill(site);
  const page = await (await openContext(t)).newPage();
  await page.goto(site.config.publication.baseUrl + ARTICLE);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.masthead nav', 'footer', '.skip'])
    assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
  assert.ok((await top('article .by')) > (await top('.sources')));
});

test('a reader with a keyboard can skip to the text, and the focus is visible', async (t) => {
  const site = await serveSite(t);
  await fill(site);
  const page = await (await openContext(t)).newPage();
  await page.goto(site.config.publication.baseUrl + ARTICLE);
  await page.keyboard.press('Tab');
  const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(outline, 'solid');
  assert.equal(await page.locator('.skip').evaluate((element) => element === document.activeElement), true);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
});

/** Adds an article with every optional part and very long words to the sample articles. */
async function fill(site: TestSite): Promise<void> {
  await seedArticles(site.deps);
  const { id: authorId } = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  const long = 'x'.repeat(90);
  const over = {
    authorId,
    dek: `A dek with an address in it, https://example.org/${long}`,
    sponsorshipDisclosure: 'The maker lent the machine for the six weeks.',
    bodyBlocks: [
      { id: 'a', type: 'paragraph', text: `A word of ninety letters: ${long}` },
      { id: 'b', type: 'heading', text: 'What stopped it' },
      { id: 'c', type: 'list', text: '1. Water\n2. A pallet jack' },
      { id: 'd', type: 'quote', text: 'I would take it *again*.' },
      { id: 'e', type: 'subheading', text: `\`${long}\`` },
    ],
    sources: [{ title: 'The log', url: `https://example.org/${long}`, note: long }],
  };
  const first = await goLive(site, over);
  const { id } = await addSeries(site.deps, CLI, { name: `Parts ${long}`, description: long, slug: 'long-parts' });
  const oldest = site.deps.db.read.selectFrom('article').select('id').where('live_revision', 'is not', null);
  for (const article of await oldest.orderBy('published_at').limit(2).execute())
    await addToSeries(site.deps, CLI, id, article.id);
  await addToSeries(site.deps, CLI, id, first.id);
  const once = await goLiveAgain(site, first, { ...over, correctionNote: `It was nine. ${long}` });
  await goLiveAgain(site, once, { ...over, correctionNote: 'The machine was rented, not bought.' });
}
