// `npm run screenshots [FOLDER [NAME …]]`: takes pictures of the public pages at three widths, light and dark, of the
// email of the Field Brief (`email`), and the two pictures of the README (`readme`), which it writes to docs/. With names, it
// takes only those.
import { mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { publicPages } from '#article/public-resources.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { assign } from '#editorial/review/assign.ts';
import { approve, requestChanges, requestReview } from '#editorial/review/review.ts';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { seedArticles } from '#server/seed/seed.ts';
import { openBrowser, serveSite, signInAs } from '../test/support/browser.ts';
import { scene, WORDS } from '../test/support/pictures.ts';
import type { Person, TestSite } from '../test/support/site.ts';
import { file, RICH, revise } from '../test/support/stocked.ts';
import { takeEmailPictures } from './email-pictures.ts';

const WIDTHS = [360, 768, 1440];
const PAGES: Record<string, string> = {
  home: '/',
  section: '/software',
  article: '/benchmarks/layout-pilot-record',
  reading: '/benchmarks/how-a-number-is-settled',
  author: '/authors/ines-calloway',
  search: '/search',
  results: '/search?q=number',
  ...Object.fromEntries(publicPages().map(({ path }) => [path.slice(1), path])),
  api: '/api',
  operation: '/api#createArticle',
  'not-found': '/nothing/here',
};

/** The pictures of the README: their pages, their heights, and the number whose note is open. */
const README: [name: string, path: string, height: number, opened?: string][] = [
  ['article', '/field-operations/the-soil-decides-the-trench', 1320, '53 degrees'],
  ['board', '/newsroom/articles', 860],
];

const PILOT = {
  ...RICH,
  section: 'benchmarks',
  slug: 'layout-pilot-record',
  headline: 'Six weeks, one slab, and the points the robot missed',
  dek: 'A layout robot marked 412 points on a live deck. Where it drifted, what stopped it, and what a superintendent found with a tape.',
};

/** The revisions of the article: the correction note of each, and the numbers that are still wrong in it. */
const REVISIONS: readonly { correctionNote: string | null; wrong: Record<string, string> }[] = [
  { correctionNote: null, wrong: { '412': '400', '397': '379' } },
  {
    correctionNote: 'An earlier version gave 379 points within 3 mm; two digits were transposed. It was 397.',
    wrong: { '412': '400' },
  },
  { correctionNote: 'An earlier version said 400 points were marked. The log counts 412.', wrong: {} },
];

/** Articles on the board that are not published. */
const DRAFTS = [
  { section: 'software', slug: 'pour-sequence-model', headline: 'What a pour-sequence model knows about the weather' },
  { section: 'benchmarks', slug: 'takeoff-benchmark', headline: 'Four takeoff programs, one set of drawings' },
  { section: 'field-operations', slug: 'drone-stockpiles', headline: 'Counting stockpiles from the air' },
  { section: 'people', slug: 'the-tape-measure', headline: 'The superintendent who kept the tape' },
  { section: 'robotics', slug: 'rebar-tying', headline: 'A week with a rebar-tying robot' },
];

const folder = process.argv[2] ?? join(tmpdir(), 'plumbline-screenshots');
const only = process.argv.slice(3);
const isAsked = (name: string) => only.length === 0 || only.includes(name);
const closers: (() => unknown)[] = [];
const after = { after: (close: unknown) => closers.unshift(close as () => unknown) } as Parameters<
  typeof openBrowser
>[0];
try {
  mkdirSync(folder, { recursive: true });
  const site = await serveSite(after);
  const editor = await fill(site);
  const browser = await openBrowser(after);
  await takePublicPages(browser, site);
  console.log(`The pages are in ${folder}.`);
  if (isAsked('email')) await takeEmailPictures(after, browser, folder);
  if (isAsked('readme')) await takeReadmePictures(browser, site, editor);
} finally {
  for (const close of closers) await close();
}

async function takePublicPages(browser: Browser, site: TestSite): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PAGES)) {
        if (!isAsked(name)) continue;
        await page.goto(site.config.publication.baseUrl + path);
        await page.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: !path.startsWith('/api'),
        });
      }
      await context.close();
    }
  }
}

/** An article as readers see it and the board as editors see it, few enough bytes to check in. */
async function takeReadmePictures(browser: Browser, site: TestSite, editor: Person): Promise<void> {
  const other = await fillBoard(site, editor);
  const context = await browser.newContext();
  await signInAs(context, site, other);
  const page = await context.newPage();
  for (const [name, path, height, opened] of README) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto(site.config.publication.baseUrl + path);
    if (opened) await page.getByRole('button', { name: opened }).first().click();
    const picture = await page.screenshot();
    const file = join(import.meta.dirname, '..', 'docs', `${name}.png`);
    await sharp(picture).png({ palette: true, effort: 10 }).toFile(file);
    console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
  }
  await context.close();
}

/** Adds the sample articles, and an article by an agent with a disclosure and two corrections. */
async function fill(site: TestSite): Promise<Person> {
  await seedArticles(site.deps);
  const editor = await site.person('editor', 'Dana Whitfield');
  const { id: authorId } = await addAuthorOrTag(site.deps, CLI, 'author', 'Ines Calloway');
  const token = await site.grantToken(editor);
  const photo = await scene(1800, 1000, 4).jpeg({ quality: 85 }).toBuffer();
  const { picture } = await addPicture(site.deps, editor, { file: photo, words: WORDS });
  const heroAssetId = picture.id;
  const id = await file(site, token, { ...PILOT, ...copyOf(0), authorId, heroAssetId });
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  for (const baseRevision of [0, 1]) {
    site.pass(86_400);
    const over = { ...PILOT, ...copyOf(baseRevision + 1), authorId, heroAssetId, baseRevision };
    await revise(site, await site.grantToken(editor), id, over);
    await publish(site.deps, editor, id, {
      revisionNumber: baseRevision + 1,
      choice: { noneBecause: 'No fact changes.' },
    });
  }
  return editor;
}

/** Adds articles at the stages before publication. Returns another editor, with a new session. */
async function fillBoard(site: TestSite, editor: Person): Promise<Person> {
  const ids: string[] = [];
  for (const over of DRAFTS) {
    site.pass(3 * 3600);
    ids.push(await file(site, await site.grantToken(editor), { sources: PILOT.sources, ...over }));
  }
  const other = await site.person('editor', 'Ruth Okafor');
  const [asked = '', returned = '', approved = '', planned = ''] = ids;
  await assign(site.deps, editor, asked, other.id);
  await requestReview(site.deps, editor, asked, 0);
  await requestChanges(site.deps, other, {
    id: returned,
    revision: 0,
    note: 'Name the drawings that were used, and who paid for the test.',
  });
  for (const id of [approved, planned]) await approve(site.deps, other, id, 0);
  const tomorrow = new Date(site.deps.clock() + 86_400_000).toISOString();
  await schedule(site.deps, editor, { articleId: planned, revisionNumber: 0, at: tomorrow });
  return other;
}

function copyOf(index: number) {
  const { correctionNote = null, wrong = {} } = REVISIONS[index] ?? {};
  const bodyBlocks = PILOT.bodyBlocks.map((block) => ({
    ...block,
    text: Object.entries(wrong).reduce((text, [right, was]) => text.replace(right, was), block.text),
  }));
  return { bodyBlocks, correctionNote };
}
