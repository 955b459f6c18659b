import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CLI } from '#core/actor.ts';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';
import { goLive } from '../support/live.ts';
import { photo, WORDS } from '../support/pictures.ts';
import type { TestSite } from '../support/site.ts';

// The type of the reader's pages: words that are longer than a line, a long byline, a picture taller than the window, text
// from right to left, and what a first view weighs.

const WIDTHS = [320, 360, 768, 1440];
const LONGEST = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const LINK = 'https://example.org/a/record/with-a-long-address?of=the&pilot=2026';
const PROSE =
  'The crew ran the machine on a *live* slab for six weeks and wrote down every stop, with the hour, the weather and the name of the person who restarted it. ';

const LONG = {
  slug: 'long-words',
  headline: `What the ${LONGEST} asks of a layout robot`,
  dek: `Written by the Verwaltungsbeauftragtenkonferenz of Łódź, read by nobody, and ${'very'.repeat(30)} long.`,
  correctionNote: null,
  bodyBlocks: [
    { id: 'p1', type: 'paragraph', text: `${PROSE}${LONGEST} ${PROSE} See [the record](${LINK}).` },
    { id: 'h1', type: 'heading', text: `A heading with ${LONGEST}` },
    { id: 'p2', type: 'paragraph', text: `The command was \`${'layout --tolerance=3 '.repeat(8)}\`. ${PROSE}` },
    { id: 'l1', type: 'list', text: `- ${LONGEST}\n- ${'x'.repeat(90)}\n- See [${LONGEST}](${LINK}&again=1)` },
    { id: 'q1', type: 'quote', text: `We say ${LONGEST} and mean a form.` },
    { id: 'p3', type: 'paragraph', text: PROSE.repeat(3) },
  ],
  sources: [{ title: LONGEST, url: LINK, publisher: 'x'.repeat(80) }],
};

const ARABIC = {
  slug: 'right-to-left',
  headline: 'الروبوت الذي يرسم خطوط البناء على البلاطة',
  dek: 'عمل الفريق بالآلة ستة أسابيع وسجّل كل توقف. هذا ما حدث.',
  bodyBlocks: [
    {
      id: 'p1',
      type: 'paragraph',
      text: 'رسم الروبوت *خطوط* الجدران على البلاطة في يوم واحد، ثم قاسها المشرف بالشريط.',
    },
    { id: 'h1', type: 'heading', text: 'ما الذي أوقفه' },
    { id: 'l1', type: 'list', text: '1. ماء راكد بعد الغسيل\n2. جهاز مساحة صدمته عربة' },
    { id: 'q1', type: 'quote', text: 'سآخذه مرة أخرى، ولكن مع شخص يحمل شريطًا.' },
    { id: 'p2', type: 'paragraph', text: 'המודד בדק כל נקודה בסרט מדידה. הוא לא מצא טעות.' },
    { id: 'p3', type: 'paragraph', text: 'This paragraph is English, and goes from left to right.' },
  ],
};

const ARTICLE = '/robotics/long-words';
const RIGHT_TO_LEFT = '/robotics/right-to-left';

/** Adds the two articles and an ordinary one. Returns every page that shows them. */
async function fill(site: TestSite): Promise<string[]> {
  const dana = await site.person('editor', 'Dana Whitfield');
  const { picture } = await addPicture(site.deps, dana, { file: await photo(1200, 1800), words: WORDS });
  const byline = `Cornelius Featherstonehaugh-Wolfeschlegelsteinhausen, Sørlandet`;
  const { id: authorId, slug } = await addAuthorOrTag(site.deps, CLI, 'author', byline);
  await goLive(site, { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: PROSE.repeat(40) }] });
  await goLive(site, ARABIC);
  site.pass(60);
  await goLive(site, { ...LONG, authorId, heroAssetId: picture.id });
  return ['/', '/robotics', ARTICLE, RIGHT_TO_LEFT, `/authors/${slug}`, '/search?q=crew', '/about', '/corrections'];
}

/** Counts what moves, from the beginning of each page. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { value: 0 };
    Object.assign(window, { shifts: counted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.value += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { value: number } }).shifts.value);

test('each paragraph goes in the direction of its letters, a byline keeps its words, and a tall picture fits the window', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  await fill(site);
  const page = await (await openContext(t, { viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(base + RIGHT_TO_LEFT);
  const directions = await page
    .locator('h1, .dek, .body > :not(ol), .body li, .block dd')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  assert.equal(directions.join(' '), `${'rtl '.repeat(2)}${'ltr '.repeat(5)}${'rtl '.repeat(6)}ltr`);
  const [headline, text] = await Promise.all(
    ['h1', '.body > p'].map((name) => page.locator(name).first().boundingBox()),
  );
  assert.equal(rightOf(headline), rightOf(text), 'the headline begins above the text');

  await page.goto(base + ARTICLE);
  const picture = await page.locator('.hero img').boundingBox();
  assert.ok((picture?.height ?? 0) < 800, `the picture is ${picture?.height} px high`);
  for (const width of [320, 960, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cells = await page.locator('.block > div').evaluateAll((all) => all.map((one) => one.clientWidth));
    assert.ok((cells[1] ?? 0) >= Math.max(...cells) - 1, `the byline at ${width} px: ${cells}`);
  }
});

const rightOf = (box?: { x: number; width: number } | null) => box && Math.round(box.x + box.width);

test('no page is wider than its window or moves, whatever the words and whenever the fonts come', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const pages = await fill(site);
  const context = await openContext(t, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await countShifts(page);
  const seen = watch(page, site);
  for (const path of pages) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(base + path);
      const where = `${path} at ${width} px`;
      assert.equal(await shiftsOf(page), 0, `${where} moves`);
      assert.ok((await widthOf(page)) <= width, `${where} is ${await widthOf(page)} px wide`);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      // WCAG 2.2 asks for text at 200 % in the window of a desktop, and for 320 px with text of 100 %.
      if (width >= 360) assert.ok((await widthOf(page)) <= width, `${where}, text at 200 %: ${await widthOf(page)} px`);
    }
  }
  await context.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  for (const path of ['/', ARTICLE, RIGHT_TO_LEFT]) {
    const fonts = page.waitForResponse(/text\.[0-9a-f]+\.woff2$/);
    await page.goto(base + path);
    await fonts;
    await page.waitForTimeout(300);
    assert.equal(await shiftsOf(page), 0, `${path} moves when its fonts come late`);
  }
  assert.deepEqual(seen, []);
  for (const path of [ARTICLE, RIGHT_TO_LEFT]) {
    await page.goto(base + path);
    await lookAt(page, path, inBothSchemes(360, 1440));
  }
  await takePictures(page, base, pages);
});

test('the first view of a long article weighs at most 60 kB with its fonts', async (t) => {
  const site = await serveSite(t);
  const numbers = 'On day 3 the robot marked 412 points of 430, and a tape found 397 of them within 3 mm. ';
  const words = [PROSE, numbers, PROSE].join('').repeat(8);
  await goLive(site, { bodyBlocks: [1, 2, 3].map((n) => ({ id: `b${n}`, type: 'paragraph', text: words })) });
  const page = await (await openContext(t, { viewport: { width: 360, height: 800 } })).newPage();
  const sizes: Promise<[path: string, bytes: number]>[] = [];
  page.on('requestfinished', (request) => {
    const measured = request
      .sizes()
      .then(({ responseBodySize, responseHeadersSize }): [string, number] => [
        new URL(request.url()).pathname,
        responseBodySize + responseHeadersSize,
      ]);
    sizes.push(measured);
  });
  await page.goto(`${site.config.publication.baseUrl}/robotics/layout-robot-pilot`, { waitUntil: 'networkidle' });
  const loaded = await Promise.all(sizes);
  assert.match(
    loaded
      .map(([path]) => path)
      .sort()
      .join(' '),
    /style\..*text-italic\..*text\./,
  );
  const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(bytes <= 60_000, `${bytes} bytes: ${loaded.join(' ')}`);
  t.diagnostic(`${bytes} bytes: ${loaded.join(' ')}`);
});

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** For a person to look at, if SHOTS names a folder. */
async function takePictures(page: Page, base: string, pages: readonly string[]): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const path of pages) {
    const name = path.replaceAll(/[^a-z]+/g, '-');
    await page.goto(base + path);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of WIDTHS.slice(1)) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${folder}/type${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await page.screenshot({ path: `${folder}/type${name}-forced.png` });
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.pdf({ path: `${folder}/type${name}.pdf`, format: 'A4', preferCSSPageSize: true });
  }
}
