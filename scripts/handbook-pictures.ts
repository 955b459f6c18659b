// `npm run handbook [NAME …]`: takes the pictures of the editor's handbook again and writes them to docs/editors. With names, it
// takes only those. Run it when a page of the newsroom looks different.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { assign } from '#editorial/review/assign.ts';
import { requestReview } from '#editorial/review/review.ts';
import { createOwnPage } from '#editorial/write/create-own-page.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { addPicture } from '#media/add-picture.ts';
import { seedArticles } from '#server/seed/seed.ts';
import { addSection, retireSection } from '#site/sections.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, publishStories } from '../test/support/brief/briefs.ts';
import { composeFullBrief } from '../test/support/brief/full-brief.ts';
import { addReaders, scheduled, sendRound } from '../test/support/brief/sends.ts';
import { openBrowser, serveSite, signInAs } from '../test/support/browser.ts';
import { runJobOnce } from '../test/support/jobs.ts';
import { makeZip } from '../test/support/make-zip.ts';
import { loadParts, type Shot } from '../test/support/part.ts';
import { scene, WORDS } from '../test/support/pictures.ts';
import type { After, Person, TestSite } from '../test/support/site.ts';
import { stock } from '../test/support/stocked.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'editors');
/** The pictures of a magazine of another name: they need none of the other sites. */
const OWN = ['site', 'sections', 'pages', 'export', 'integrations', 'import'];
const SIZE = { width: 1180, height: 760 };

const only = process.argv.slice(2);
const closers: (() => unknown)[] = [];
const after = { after: (close: unknown) => closers.unshift(close as () => unknown) } as After;
try {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser(after as Parameters<typeof openBrowser>[0]);
  if (only.length === 0 || only.some((name) => !OWN.includes(name))) {
    await takeArticles(browser);
    await takeBrief(browser);
    await takeSend(browser);
  }
  if (only.length === 0 || only.some((name) => OWN.includes(name))) await takeOwnMagazine(browser);
} finally {
  for (const close of closers) await close();
  process.disconnect?.(); // the channel to the launcher would keep this process
}

async function takeArticles(browser: Browser): Promise<void> {
  const site = await serveSite(after, { PUBLICATION_CONTACT: 'newsroom@magazine.example' });
  const { chief, editor, drafted, changed } = await stock(site);
  for (const brightness of [3, 5, 7]) {
    const photo = await scene(1800, 1000, brightness).jpeg({ quality: 85 }).toBuffer();
    await addPicture(site.deps, editor, { file: photo, words: WORDS });
  }
  await assign(site.deps, editor, drafted, chief.id);
  await requestReview(site.deps, editor, changed, 1);
  const article = `/newsroom/articles/${changed}`;
  await take(browser, site, chief, [
    { name: 'board', path: '/newsroom/articles' },
    { name: 'editor', path: `/newsroom/articles/${drafted}/edit` },
    { name: 'figures', path: `/newsroom/articles/${drafted}/figures` },
    { name: 'article', path: article },
    { name: 'compare', path: `${article}/compare/0/1` },
    { name: 'publish', path: `/newsroom/articles/${changed}/publish` },
    { name: 'pictures', path: '/newsroom/pictures' },
    { name: 'calendar', path: '/newsroom/calendar' },
    { name: 'agents', path: '/newsroom/agents' },
    { name: 'journal', path: '/newsroom/journal' },
    { name: 'team', path: '/newsroom/team' },
  ]);
}

async function takeBrief(browser: Browser): Promise<void> {
  const settings = { BRIEF_DKIM: 'own', BRIEF_FROM: 'brief@magazine.example', SMTP_URL: 'smtp://127.0.0.1:9' };
  const site = await serveSite(after, { ...BRIEF_SETTINGS, ...settings });
  await makeDkimKey(site.deps, CLI);
  await composeFullBrief(site);
  await addReaders(site, 40);
  const chief = await site.person('chief', 'Ruth Okafor');
  const parts = (await loadParts()).flatMap(({ handbook }) => handbook ?? []);
  for (const { fill } of parts) await fill(site, chief);
  await take(browser, site, chief, [
    { name: 'brief', path: `/newsroom/briefs/${BRIEF_DAY}` },
    {
      name: 'brief-previews',
      path: `/newsroom/briefs/${BRIEF_DAY}/send`,
      prepare: async (page) => {
        await page.getByText('The email', { exact: true }).click();
        await page.locator('.previews-side').scrollIntoViewIfNeeded();
      },
    },
    { name: 'subscribers', path: '/newsroom/subscribers' },
    { name: 'mail-domain', path: '/newsroom/mail-domain' },
    ...parts.flatMap(({ shots }) => shots),
  ]);
}

async function takeSend(browser: Browser): Promise<void> {
  const site = await serveSite(after, { ...BRIEF_SETTINGS, SMTP_URL: 'smtp://127.0.0.1:9' });
  await publishStories(site, 3);
  await addReaders(site, 420);
  await scheduled(site, await site.person('editor', 'Dana Whitfield'));
  await sendRound(site);
  const editor = await site.person('editor', 'Ruth Okafor');
  await take(browser, site, editor, [{ name: 'send', path: `/newsroom/briefs/${BRIEF_DAY}/send` }]);
}

/** A magazine of another name: its settings, sections and pages, what it takes over from another system, and what it gives to others. */
async function takeOwnMagazine(browser: Browser): Promise<void> {
  const site = await serveSite(after);
  const { deps, config, fetch } = site;
  await seedArticles(deps);
  const chief = await site.person('chief', 'Ruth Okafor');
  await saveSiteSettings(deps, chief, {
    ...{
      name: 'The Site Diary',
      description: 'What happens on site, told by those who were there.',
      accent: '#7a1fa2',
    },
    ...{ contact: 'desk@diary.example', postalAddress: '1 Mast Road, Sheffield', timeZone: 'Europe/London' },
    navigation: [{ label: 'Events', href: '/archive' }],
  });
  await addSection(deps, chief, { name: 'Site safety', about: 'What keeps a crew whole.' });
  await retireSection(deps, chief, 'people', 'site-safety');
  const words = { headline: 'Imprint', dek: 'Who publishes this magazine, and where.' };
  const { id } = await createOwnPage(deps, chief, { title: words.headline, about: words.dek });
  const text = 'The Site Diary is published by Ruth Okafor in Sheffield.';
  const bodyBlocks = [{ id: 'b1', type: 'paragraph' as const, text }];
  const copy = { ...words, section: 'pages', slug: 'imprint', bodyBlocks, baseRevision: 0 };
  const { revision } = await saveRevision(deps, chief, id, { copy });
  await publish(deps, chief, id, { revisionNumber: revision });
  await createOwnPage(deps, chief, { title: 'Privacy', about: 'What is stored about readers, and for how long.' });
  const headers = { Cookie: chief.cookie, Origin: config.publication.baseUrl };
  const address = 'https://partner.example/changes';
  await fetch('/newsroom/integrations', { method: 'POST', headers, body: new URLSearchParams({ address }) });
  await fetch('/newsroom/export', { method: 'POST', headers, body: new URLSearchParams() });
  await runJobOnce(site, 'make exports');
  const imported = await uploadBlog(site, chief);
  await take(browser, site, chief, [
    {
      name: 'site',
      path: '/newsroom/site',
      prepare: async (page) => {
        await page.frameLocator('.site-preview iframe:not(.coming)').getByRole('heading', { level: 1 }).waitFor();
      },
    },
    { name: 'sections', path: '/newsroom/sections' },
    { name: 'pages', path: '/newsroom/pages' },
    { name: 'export', path: '/newsroom/export' },
    { name: 'integrations', path: '/newsroom/integrations' },
    { name: 'import', path: imported },
  ]);
}

/** Uploads a folder of Markdown as a chief does, and lets the server look at it. Returns the path of the import. */
async function uploadBlog(site: TestSite, chief: Person): Promise<string> {
  const { config, fetch } = site;
  const posts = [
    ['2024-05-04-the-crane', 'The crane that argued back', 'Machines', 'Ines Calloway'],
    ['2024-06-11-the-hoist', 'A hoist, and who may ride it', 'Safety', 'Tomasz Lind'],
    ['2024-07-02-the-pour', 'The pour that waited for rain', 'Machines', 'Ines Calloway'],
  ] as const;
  const zip = makeZip(
    posts.map(([name, title, category, author]) => ({
      path: `_posts/${name}.md`,
      data: `---\ntitle: ${title}\ncategories: [${category}]\nauthor: ${author}\n---\n\nIt stood there for a week. Nobody said why.\n`,
    })),
  );
  const headers = { Cookie: chief.cookie, Origin: config.publication.baseUrl };
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(zip)]), 'old-blog.zip');
  const posted = await fetch('/newsroom/imports', {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  });
  await runJobOnce(site, 'import articles');
  return posted.headers.get('location') ?? '/newsroom/imports';
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
