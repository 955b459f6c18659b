// `npm run screenshots [FOLDER]`: the pages of the magazine as a reader sees them, at three widths and in both schemes.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addNamed } from '../src/accounts/bylines.ts';
import { publish } from '../src/article/publish/publish.ts';
import { HOUSE } from '../src/core/actor.ts';
import { addPicture } from '../src/pictures/add-picture.ts';
import { fileSampleEdition } from '../src/seed/seed.ts';
import { openBrowser, serveHouse } from '../test/support/browser.ts';
import { scene, WORDS } from '../test/support/pictures.ts';
import type { TestSite } from '../test/support/site.ts';
import { file, RICH, revise } from '../test/support/stocked.ts';

const WIDTHS = [360, 768, 1440];
const PAGES: Record<string, string> = {
  home: '/',
  desk: '/software',
  article: '/benchmarks/layout-pilot-record',
  reading: '/benchmarks/how-a-number-is-settled',
  author: '/authors/ines-calloway',
  corrections: '/corrections',
  search: '/search',
  results: '/search?q=number',
  standards: '/standards',
  method: '/method',
  about: '/about',
  advertise: '/advertise',
  api: '/api',
  operation: '/api#createArticle',
  'not-found': '/nothing/here',
};

const PILOT = {
  ...RICH,
  section: 'benchmarks',
  slug: 'layout-pilot-record',
  headline: 'Six weeks, one slab, and the points the robot missed',
  dek: 'A layout robot marked 412 points on a live deck. Where it drifted, what stopped it, and what a superintendent found with a tape.',
};

/** How it was printed in turn: the note each correction carries, and what was still wrong in it. */
const PRINTINGS: readonly { correctionNote: string | null; wrong: Record<string, string> }[] = [
  { correctionNote: null, wrong: { '412': '400', '397': '379' } },
  {
    correctionNote: 'An earlier version gave 379 points within 3 mm; two digits were transposed. It was 397.',
    wrong: { '412': '400' },
  },
  { correctionNote: 'An earlier version said 400 points were marked. The log counts 412.', wrong: {} },
];

const folder = process.argv[2] ?? join(tmpdir(), 'plumbline-screenshots');
const only = process.argv.slice(3);
const closers: (() => unknown)[] = [];
const after = { after: (close: unknown) => closers.unshift(close as () => unknown) } as Parameters<
  typeof openBrowser
>[0];
try {
  mkdirSync(folder, { recursive: true });
  const site = await serveHouse(after);
  await fill(site);
  const browser = await openBrowser(after);
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PAGES)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await page.goto(site.config.publication.baseUrl + path);
        await page.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: !path.startsWith('/api'),
        });
      }
      await context.close();
    }
  }
  console.log(`The pages are in ${folder}.`);
} finally {
  for (const close of closers) await close();
}

/** The sample edition, and beside it an article by an agent, with a disclosure and two corrections. */
async function fill(site: TestSite): Promise<void> {
  await fileSampleEdition(site.deps);
  const editor = await site.person('editor', 'Dana Whitfield');
  const { id: authorId } = await addNamed(site.deps, HOUSE, 'author', 'Ines Calloway');
  const token = await site.letIn(editor);
  const photo = await scene(1800, 1000, 4).jpeg({ quality: 85 }).toBuffer();
  const { picture } = await addPicture(site.deps, editor, photo, WORDS);
  const heroAssetId = picture.id;
  const id = await file(site, token, { ...PILOT, ...printed(0), authorId, heroAssetId });
  await publish(site.deps, editor, id, 0);
  for (const baseRevision of [0, 1]) {
    site.pass(86_400);
    const over = { ...PILOT, ...printed(baseRevision + 1), authorId, heroAssetId, baseRevision };
    await revise(site, await site.letIn(editor), id, over);
    await publish(site.deps, editor, id, baseRevision + 1, { noneBecause: 'No fact changes.' });
  }
}

function printed(index: number) {
  const { correctionNote = null, wrong = {} } = PRINTINGS[index] ?? {};
  const bodyBlocks = PILOT.bodyBlocks.map((block) => ({
    ...block,
    text: Object.entries(wrong).reduce((text, [right, was]) => text.replace(right, was), block.text),
  }));
  return { bodyBlocks, correctionNote };
}
