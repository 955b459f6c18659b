// `npm run handbook [NAME …]`: takes the pictures of the editor's handbook again and writes them to docs/editors. With names, it
// takes only those. Run it when a page of the newsroom looks different.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { advertisingCatalog } from '../src/ads/catalog/catalog.ts';
import { assign } from '../src/article/review/assign.ts';
import { requestReview } from '../src/article/review/review.ts';
import { makeDkimKey } from '../src/brief/domain/dkim-key.ts';
import { CLI } from '../src/core/actor.ts';
import { addPicture } from '../src/pictures/add-picture.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../test/brief/briefs.ts';
import { composeFullBrief } from '../test/brief/full-brief.ts';
import { addReaders, scheduled, sendRound } from '../test/brief/sends.ts';
import { opened } from '../test/support/ad-desk.ts';
import { openBrowser, serveSite, signInAs } from '../test/support/browser.ts';
import { scene, WORDS } from '../test/support/pictures.ts';
import type { After, Person, TestSite } from '../test/support/site.ts';
import { stock } from '../test/support/stocked.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'editors');
const SIZE = { width: 1180, height: 760 };

/** A page to take a picture of. `prepare` brings the page into the state that the picture shows. */
type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<unknown> };

const only = process.argv.slice(2);
const closers: (() => unknown)[] = [];
const after = { after: (close: unknown) => closers.unshift(close as () => unknown) } as After;
try {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser(after as Parameters<typeof openBrowser>[0]);
  await takeArticles(browser);
  await takeBrief(browser);
  await takeSend(browser);
} finally {
  for (const close of closers) await close();
}

async function takeArticles(browser: Browser): Promise<void> {
  const site = await serveSite(after, { PUBLICATION_CONTACT: 'newsroom@magazine.example' });
  const { chief, editor, drafted, changed } = await stock(site);
  for (const brightness of [3, 5, 7]) {
    const photo = await scene(1800, 1000, brightness).jpeg({ quality: 85 }).toBuffer();
    await addPicture(site.deps, editor, photo, WORDS);
  }
  await assign(site.deps, editor, drafted, chief.id);
  await requestReview(site.deps, editor, changed, 1);
  const article = `/newsroom/articles/${changed}`;
  await take(browser, site, chief, [
    { name: 'board', path: '/newsroom' },
    { name: 'editor', path: `/newsroom/articles/${drafted}/edit` },
    { name: 'figures', path: `/newsroom/articles/${drafted}/figures` },
    { name: 'article', path: article },
    { name: 'compare', path: `${article}/compare/0/1` },
    { name: 'publish', path: `/newsroom/articles/${changed}/publish` },
    { name: 'pictures', path: '/newsroom/pictures' },
    { name: 'calendar', path: '/newsroom/calendar' },
    { name: 'agents', path: '/newsroom/agents' },
    { name: 'journal', path: '/newsroom/journal' },
    { name: 'masthead', path: '/newsroom/masthead' },
  ]);
}

async function takeBrief(browser: Browser): Promise<void> {
  const settings = { BRIEF_DKIM: 'own', BRIEF_FROM: 'brief@magazine.example', SMTP_URL: 'smtp://127.0.0.1:9' };
  const site = await serveSite(after, { ...BRIEF_SETTINGS, ...settings });
  await makeDkimKey(site.deps, CLI);
  await composeFullBrief(site);
  await addReaders(site, 40);
  const chief = await site.person('chief', 'Ruth Okafor');
  const catalog = advertisingCatalog(site.config.publication);
  await opened({ site, dana: chief, catalog }, { advertiser: 'Basalt Instruments' });
  await take(browser, site, chief, [
    { name: 'brief', path: `/newsroom/briefs/${BRIEF_DAY}` },
    {
      name: 'brief-previews',
      path: `/newsroom/briefs/${BRIEF_DAY}`,
      prepare: (page) => page.locator('#previews').scrollIntoViewIfNeeded(),
    },
    { name: 'subscribers', path: '/newsroom/subscribers' },
    { name: 'mail-domain', path: '/newsroom/mail-domain' },
    { name: 'ads', path: '/newsroom/ads' },
  ]);
}

async function takeSend(browser: Browser): Promise<void> {
  const site = await serveSite(after, { ...BRIEF_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:9' });
  await publishStories(site, 3);
  await addReaders(site, 420);
  await scheduled(site, await site.person('editor', 'Dana Whitfield'));
  await sendRound(site);
  const editor = await site.person('editor', 'Ruth Okafor');
  await take(browser, site, editor, [{ name: 'send', path: `/newsroom/briefs/${BRIEF_DAY}` }]);
}

async function take(browser: Browser, site: TestSite, person: Person, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE });
  await signInAs(context, site, person);
  const page = await context.newPage();
  for (const { name, path, prepare } of shots) {
    if (only.length > 0 && !only.includes(name)) continue;
    await page.goto(site.config.publication.baseUrl + path);
    await prepare?.(page);
    await page.waitForTimeout(300); // frames and the editor draw themselves after the page
    const file = join(FOLDER, `${name}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 70, effort: 6 })
      .toFile(file);
    console.log(`${name}.webp: ${Math.round(statSync(file).size / 1000)} kB`);
  }
  await context.close();
}
