import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exhibitsIn } from '#article/exhibits.ts';
import { CLI } from '#core/actor.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { goToEndOf, openEditor, paste, save, sitDown } from '../support/editor-page.ts';
import { copy } from '../support/site.ts';
import { file } from '../support/stocked.ts';

// Tables and charts as readers see them: on a phone, in the dark, by the keyboard, on paper, in both directions.

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];
const EXHIBITS = [
  'bars: Points marked in an hour, by hand and by robot',
  'after: b1',
  'source: https://www.example.org/report',
  'credit: Counted by Ana Ruiz',
  'Storey | By hand | Robot',
  'Ground floor | 61 | 412',
  'First floor | 58 | 397',
  'Second floor, with curved walls | 40 |',
  'lines: Deviation over six months',
  'after: b2',
  'note: Mean of all points.',
  'Month | By hand | Robot',
  ...MONTHS.map((month, at) => `${month} | ${(4.2 - at / 10).toFixed(1)} mm | ${(2.5 - at / 4).toFixed(2)} mm`),
  'dots: Hours of one shift',
  'after: b2',
  'Work | Hours',
  'Layout | 2.5 h',
  'Waiting | 4 h',
  'table: What a day costs, by machine and by crew',
  'after: b3',
  'Item | Price of a day | Days | Crew | Delivery | Insurance | Training | Total',
  'Layout robot with tripod | $1,200.50 | 3 | 2 | $80 | $12.25 | $340 | $4,033.75',
  'Total station | $80 | 12 | 3 | $8 | $4.5 | $0 | $972.5',
  'table: أسعار اليوم',
  'after: b3',
  'البند | السعر',
  'روبوت | 1200',
].join('\n');

test('tables and charts fit every window, scroll by the keyboard, and keep their first column', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const paragraph = (id: string) => ({ id, type: 'paragraph' as const, text: 'The crew worked by hand. '.repeat(9) });
  const bodyBlocks = ['b1', 'b2', 'b3'].map(paragraph);
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, exhibits: EXHIBITS }));
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: () => ({ kind: 'quoted', who: 'Maria Lopez', when: '3 May 2026' }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const page = await (await openContext(t)).newPage();
  const seen = watch(page, site);
  const address = `${site.config.publication.baseUrl}/robotics/layout-robot-pilot`;
  await page.goto(address);
  await lookAt(page, 'exhibits', inBothSchemes(320, 360, 768, 1440));
  await shoot(page, 'exhibits', '.body');
  assert.equal(await page.locator('.exhibit-chart').count(), 3);
  assert.deepEqual(await page.locator('.exhibit figcaption > a:first-child').allTextContents(), [
    'Fig. 1',
    'Fig. 2',
    'Fig. 3',
    'Fig. 4',
    'Fig. 5',
  ]);

  await page.setViewportSize({ width: 360, height: 900 });
  const scroll = page.locator('#fig-4 .scroll');
  const head = page.locator('#fig-4 tbody th').first();
  const before = await head.boundingBox();
  await scroll.focus();
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => (document.querySelector('#fig-4 .scroll')?.scrollLeft ?? 0) > 40);
  assert.equal((await head.boundingBox())?.x, before?.x, 'the first column stays');

  const points = await page.locator('#fig-4 tbody tr > :nth-child(2) .n').evaluateAll((links) =>
    links.map((link) => {
      const range = document.createRange();
      const text = link.firstChild as Text;
      const at = text.data.indexOf('.');
      range.setStart(text, at === -1 ? text.length - 1 : at - 1);
      range.setEnd(text, at === -1 ? text.length : at);
      return range.getBoundingClientRect().right;
    }),
  );
  assert.ok(Math.abs((points[0] ?? 0) - (points[1] ?? 0)) < 3, `the digits before the point end at ${points}`);

  await page.emulateMedia({ forcedColors: 'active' });
  const [drawn, written] = await page.evaluate(() => [
    getComputedStyle(document.querySelector('#fig-1 rect') as Element).fill,
    getComputedStyle(document.body).color,
  ]);
  assert.equal(drawn, written, 'bars have the colour of text that the reader has forced');
  await page.emulateMedia({ forcedColors: 'none' });

  await page.goto(`${address}#fig-3`);
  assert.ok(((await page.locator('#fig-3').boundingBox())?.y ?? 900) < 200, 'a figure has an address');
  assert.deepEqual(seen, []);
});

test('a writer begins a table and a chart by / in the text, pastes rows of a spreadsheet, and sees the page', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const body = [{ id: 'b1', type: 'paragraph', text: 'The crew counted the points.' }];
  const id = await file(site, await site.grantToken(dana), { bodyBlocks: body });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await page.locator('.body > *').first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/table');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Captions and rows');
  await page.waitForFunction(() => document.activeElement?.id === 'f-exhibits');
  assert.equal(await field.inputValue(), 'table: \nafter: b1\n');
  await page.keyboard.type('Points in an hour');
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('How\tPoints\nBy hand\t61\nRobot\t412');
  assert.equal(await page.locator('#exhibits-trouble').textContent(), '');
  await lookAt(page, 'a table in the panel', inBothSchemes(1280, 390));
  await shoot(page, 'exhibits-editor');

  await page.locator('.body > *').first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/chart');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'f-exhibits');
  await page.keyboard.type('The same, drawn');
  assert.match((await page.locator('#exhibits-trouble').textContent()) ?? '', /"The same, drawn" has not/);
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('How | Points\nBy hand | 61\nRobot | 412');
  await save(page, 1);
  const { copy: saved } = await readArticle(site.deps.db.read, CLI, id, site.deps);
  assert.deepEqual(
    exhibitsIn(saved.exhibits ?? null).map(({ kind, caption, after, rows }) => [
      kind,
      caption.text,
      after,
      rows.length,
    ]),
    [
      ['table', 'Points in an hour', 'b1', 2],
      ['bars', 'The same, drawn', 'b1', 2],
    ],
  );
  await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/revisions/1/preview`);
  assert.equal(await page.locator('.exhibit').count(), 2);
  assert.equal(await page.locator('.exhibit-chart').count(), 1);
  assert.deepEqual(seen, []);
});

test('cells of a spreadsheet that were pasted into the text become a table of the article', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const body = [{ id: 'b1', type: 'paragraph', text: 'The crew counted the points.' }];
  const id = await file(site, await site.grantToken(dana), { bodyBlocks: body });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await goToEndOf(page, 0);
  await page.keyboard.press('Enter');
  const html =
    '<table><tr><td>How</td><td>Points | hour</td></tr><tr><td>table: x</td><td></td></tr><tr><td>Robot</td><td>412</td></tr></table>';
  await paste(page, { html, text: 'How\tPoints | hour' });
  await page.getByText('1 table, each row now one line').waitFor();
  await shoot(page, 'exhibits-pasted');
  await page.getByRole('button', { name: 'Make it a table of the article' }).click();
  const field = page.getByLabel('Captions and rows');
  assert.equal(
    await field.inputValue(),
    'table: \nafter: b1\n| How | Points \\| hour |\n| table: x |  |\n| Robot | 412 |\n',
  );
  await page.keyboard.type('Points');
  await save(page, 1);
  const { copy: saved } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.deepEqual(
    exhibitsIn(saved.exhibits ?? null).map(({ head, rows }) =>
      [head, ...rows].map((row) => row.map(({ text }) => text)),
    ),
    [
      [
        ['How', 'Points | hour'],
        ['table: x', ''],
        ['Robot', '412'],
      ],
    ],
  );
  assert.deepEqual(saved.bodyBlocks.map(({ text }) => text).filter(Boolean), ['The crew counted the points.']);
  assert.deepEqual(seen, []);
});

test('an editor takes over the tables that an agent proposes', async (t) => {
  const site = await serveSite(t);
  const dana = await site.person('editor', 'Dana Whitfield');
  const body = [{ id: 'b1', type: 'paragraph', text: 'The crew counted the points.' }];
  const exhibits = 'table: Points <b>in</b> an hour\nafter: b1\nHow | Points\nRobot | 412';
  const claimsReview = JSON.stringify({ exhibits });
  const id = await file(site, await site.grantToken(dana), { bodyBlocks: body, editorialPacket: { claimsReview } });
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await page.getByRole('tab', { name: 'Details' }).click();
  await lookAt(page, 'proposed tables', inBothSchemes(1280, 390));
  await shoot(page, 'exhibits-proposed');
  await page.getByRole('button', { name: 'Take them over' }).click();
  assert.equal(await page.getByLabel('Captions and rows').inputValue(), exhibits);
  await save(page, 1);
  const { copy: saved } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.equal(saved.exhibits, exhibits);
  assert.deepEqual(seen, []);
});
