// `npm run screenshots [FOLDER]`: the pages of the magazine as a reader sees them, at three widths and in both schemes.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../src/article/publish.ts';
import { HOUSE } from '../src/ground/actor.ts';
import { addNamed } from '../src/masthead/byline.ts';
import { fileSampleEdition } from '../src/sample-edition/file.ts';
import { openBrowser, serveHouse } from '../test/browser.ts';
import type { TestHouse } from '../test/house.ts';
import { file, revise } from '../test/stocked.ts';

const WIDTHS = [360, 768, 1440];
const PAGES: Record<string, string> = {
  home: '/',
  desk: '/software',
  article: '/benchmarks/takeoff-benchmark-drawings',
  reading: '/benchmarks/how-a-number-is-settled',
  author: '/authors/ines-calloway',
  corrections: '/corrections',
  search: '/search',
  results: '/search?q=number',
  standards: '/standards',
  about: '/about',
  advertise: '/advertise',
  api: '/api',
  'not-found': '/nothing/here',
};

const NOTES = [
  'The second program missed 14 doors, not 41; the count was transposed in the table.',
  'The third program was run in its version of June, not of July. Its result stands as it was measured.',
];

const TAKEOFF = {
  section: 'benchmarks',
  slug: 'takeoff-benchmark-drawings',
  headline: 'Four takeoff programs, one set of drawings, and the doors nobody counted',
  dek: 'The same forty sheets went through four programs and one estimator with a highlighter. Where they disagreed, and what it would have cost.',
  bodyBlocks: [
    {
      id: 'b1',
      type: 'paragraph',
      text: 'The crew ran the machine on a *live* slab for six weeks and wrote down every stop. It marked **412 points**, of which 397 stayed within 3 mm; the rest were found by a superintendent with a tape, which is how most things on a site are found.',
    },
    { id: 'b2', type: 'heading', text: 'What stopped it' },
    {
      id: 'b3',
      type: 'list',
      text: '1. Standing water after the morning wash-down\n2. A total station knocked by a pallet jack\n3. Rebar caps the model did not know',
    },
    { id: 'b4', type: 'quote', text: 'I would take it again, but I would keep one person with a tape.' },
    { id: 'b5', type: 'subheading', text: 'The record' },
    {
      id: 'b6',
      type: 'paragraph',
      text: 'The record is public: see [the log](https://example.org/pilot-record), column `deviation_mm`. Nobody measured the second pour, so nothing is said of it here.',
    },
  ],
  sources: [
    {
      title: 'Site record of the pilot',
      url: 'https://example.org/pilot-record',
      publisher: 'Example Builders',
      note: 'Sheet 3, column F.',
    },
    { title: 'Layout tolerances for cast-in-place work', url: 'https://example.org/tolerances' },
  ],
  sponsorshipDisclosure: 'The maker lent the machine for the six weeks. It saw this article when readers did.',
};

const folder = process.argv[2] ?? join(tmpdir(), 'plumbline-screenshots');
const only = process.argv.slice(3);
const closers: (() => unknown)[] = [];
const after = { after: (close: unknown) => closers.unshift(close as () => unknown) } as Parameters<
  typeof openBrowser
>[0];
try {
  mkdirSync(folder, { recursive: true });
  const house = await serveHouse(after);
  await fill(house);
  const browser = await openBrowser(after);
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PAGES)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await page.goto(house.config.publication.baseUrl + path);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: name !== 'api' });
      }
      await context.close();
    }
  }
  console.log(`The pages are in ${folder}.`);
} finally {
  for (const close of closers) await close();
}

/** The sample edition, and beside it an article by an agent, with a disclosure and two corrections. */
async function fill(house: TestHouse): Promise<void> {
  await fileSampleEdition(house.press);
  const editor = await house.person('editor', 'Dana Whitfield');
  const { id: authorId } = await addNamed(house.press, HOUSE, 'author', 'Ines Calloway');
  const token = await house.letIn(editor);
  const copy = { ...TAKEOFF, authorId };
  const id = await file(house, token, copy);
  await publish(house.press, editor, id, 0);
  for (const [baseRevision, correctionNote] of NOTES.entries()) {
    house.pass(86_400);
    await revise(house, await house.letIn(editor), id, { ...copy, correctionNote, baseRevision });
    await publish(house.press, editor, id, baseRevision + 1);
  }
}
