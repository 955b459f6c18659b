import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { addAuthorOrTag, linkByline } from '#people/bylines.ts';
import { inBothSchemes, lookAt } from '../support/axe.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { openEditor, save, sitDown } from '../support/editor-page.ts';
import { copy } from '../support/site.ts';

// An article with many settled numbers: notes beside the text on a wide screen, folds on a phone, lines on paper; and its table.

const RECORD = 'https://example.org/pilot-record';
const METHOD = 'https://example.org/method-of-the-test';

const BODY = [
  {
    id: 'lede',
    type: 'paragraph',
    text: 'The robot marked **412 points** on the deck of level 7 in one shift. A crew with a tape checked all of them on the same afternoon, and found 397 within 3 mm of the model. The other 15 were not random: they lay along one edge of the slab, where the prism had lost its line of sight.',
  },
  { id: 'h1', type: 'heading', text: 'Of 412 points, 15 drifted' },
  {
    id: 'rate',
    type: 'paragraph',
    text: 'That is a share of 96.4 percent. The maker’s own sheet promises 99 percent “under site conditions”, without saying which. We asked; the maker did not answer before this was published.',
  },
  { id: 'quote', type: 'quote', text: 'We lost 40 minutes to the prism and not a minute to the robot.' },
  {
    id: 'list',
    type: 'list',
    text: '- Setting out by hand took 11 hours in the week before.\n- The robot took 4 hours and 20 minutes, with the lost time in it.\n- The invoice for the day was $1,850.',
  },
  {
    id: 'end',
    type: 'paragraph',
    text: 'Is 3 mm enough? For drywall track it is. For the anchor bolts of a façade the drawings of this project ask for 2 mm, and there the robot would have failed at 61 of the points that the crew calls good.',
  },
  {
    id: 'last',
    type: 'paragraph',
    text: 'The robot goes on to the next level with a second prism. We come back when it has marked that one, with the same tape and the same two people, and count again.',
  },
] as const;

const TABLE = `Points on the deck
Marked by the robot = 412
Within the tolerance = 397
Outside of it = 15
after: Of 412 points`;

function settledBy({ text }: LedgerFigure, figures: readonly LedgerFigure[]): SettlementMethod {
  const anchorOf = (start: string) => figures.find((figure) => figure.text.startsWith(start))?.anchor ?? '';
  if (/^(412|397|3 mm|61)/.test(text))
    return {
      kind: 'sourced',
      source: RECORD,
      locator: 'Sheet 3, column F',
      ...(text.startsWith('397') && { quote: 'within tolerance: 397' }),
    };
  if (text.startsWith('99')) return { kind: 'sourced', source: METHOD, locator: 'Page 2, “Accuracy”' };
  if (text === '15') return { kind: 'computed', formula: 'a - b', inputs: { a: anchorOf('412'), b: anchorOf('397') } };
  if (text.startsWith('96.4'))
    return { kind: 'computed', formula: '100 * b / a', inputs: { a: anchorOf('412'), b: anchorOf('397') } };
  if (/^(40|11|4 hours|20)/.test(text))
    return { kind: 'quoted', who: 'Maria Lopez, superintendent', when: '3 May 2026' };
  if (/^\$|^2 mm/.test(text))
    return {
      kind: 'signed',
      reason: 'I saw the invoice and the drawing of the façade; both are confidential.',
      forReaders: true,
    };
  return { kind: 'signed', reason: 'A case, not a measurement.' };
}

test('the notes about numbers are read beside the text, in folds, on paper, and by keyboard', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana W. of the newsroom');
  const byline = await addAuthorOrTag(site.deps, CLI, 'author', 'Dana Whitfield');
  await linkByline(site.deps, CLI, dana.id, byline.id);
  const sources = [
    { title: 'Site record of the pilot', url: RECORD, publisher: 'Example Builders' },
    { title: 'Layout robot, technical sheet', url: METHOD, note: 'Revision of 2025.' },
  ];
  const { id } = await createDraft(
    site.deps,
    dana,
    copy({
      bodyBlocks: BODY,
      sources,
      numberTable: TABLE,
      headline: 'Six weeks, one slab, and the points the robot missed',
    }),
  );
  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
  const simple = (figure: LedgerFigure) => settledBy(figure, figures).kind !== 'computed';
  for (const figure of [...figures.filter(simple), ...figures.filter((one) => !simple(one))])
    await settleFigure(
      site.deps,
      dana,
      { articleId: id, revision: 0, anchor: figure.anchor },
      settledBy(figure, figures),
    );
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const page = await (await openContext(t, { viewport: { width: 1440, height: 900 } })).newPage();
  const seen = watch(page, site);
  await page.goto(`${base}/robotics/layout-robot-pilot`);
  const note = page.locator('#n2');
  const link = page.locator('a.settled', { hasText: '412' });
  const box = (one: typeof note) => one.evaluate((node) => node.getBoundingClientRect().toJSON());

  const [text, beside] = [await box(link.first()), await box(note)];
  assert.ok(beside.left > text.right && Math.abs(beside.top - text.top) < 24, 'the note is beside its sentence');
  assert.equal(await note.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })), true);
  const notes = await page
    .locator('.settles')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const [at, one] of notes.entries())
    if (at > 0) assert.ok(one.top >= (notes[at - 1]?.bottom ?? 0), `note ${at} does not cover the note above it`);
  assert.equal(await page.locator('#n6').textContent(), '15 2: computed: 412 − 397');
  assert.match(
    (await page.locator('.settles').nth(3).textContent()) ?? '',
    /\$1,850: signed by Dana Whitfield: I saw the invoice/,
  );
  assert.equal(
    await page.locator('.settles li').filter({ hasText: 'A case, not' }).count(),
    0,
    'a reason that stays inside',
  );

  const table = page.locator('#table');
  assert.deepEqual(await table.locator('tbody tr').allInnerTexts(), [
    'Marked by the robot\t412',
    'Within the tolerance\t397',
    'Outside of it\t15',
  ]);
  const [heading, drawn] = [await box(page.locator('.body > h2')), await box(table)];
  assert.ok(drawn.top > heading.bottom && drawn.right <= text.left + 700, 'the table follows its block in the text');
  assert.match((await table.locator('svg').textContent()) ?? '', /Chart: Points on the deck/);

  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${base}/robotics/layout-robot-pilot`);
    const fold = page.locator('.settles').first();
    assert.ok((await box(fold)).height < 60, `closed at ${width} px`);
    await link.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#n2$/);
    assert.ok(
      (await box(note)).height > 10 && (await box(note)).top < 900,
      `the note of the number opens at ${width} px`,
    );
    await note.locator('a[role="doc-backlink"]').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#r2$/);
    assert.ok((await box(link.first())).top >= 0, 'and leads back to the sentence');
    await page.locator('summary', { hasNotText: 'Cite' }).last().focus();
    await page.keyboard.press('Enter');
    await page.getByText('61: Site record').waitFor();
  }
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.goto(`${base}/robotics/layout-robot-pilot`);
  assert.ok((await box(note)).height > 10, 'the notes are on paper');
  const folder = process.env.SHOTS;
  if (folder) {
    await page.pdf({ path: `${folder}/evidence.pdf`, format: 'A4' });
    await page.screenshot({ path: `${folder}/evidence-print.png`, fullPage: true });
  }
  await page.emulateMedia({ media: null });
  await shoot(page, 'evidence');
  for (const [width, forcedColors] of [
    [360, 'none'],
    [768, 'none'],
    [1440, 'none'],
    [1440, 'active'],
  ] as const) {
    if (!folder) break;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ forcedColors });
    await page.screenshot({ path: `${folder}/evidence-${width}-${forcedColors}.png`, fullPage: true });
  }
  await page.emulateMedia({ forcedColors: null });
  assert.deepEqual(seen, []);
  await lookAt(page, 'article', inBothSchemes(390, 768, 1280, 1440));
});

test('an editor writes the table of numbers beside the body, and sees it in the preview', async (t) => {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(site.deps, dana, copy({ bodyBlocks: BODY }));
  const page = await openEditor(await sitDown(t, site, dana), site, id);
  const seen = watch(page, site);
  await page.getByRole('heading', { name: 'Table of numbers' }).click();
  const field = page.getByLabel('Title and numbers');
  await field.pressSequentially('Points on the deck\nMarked = 412\n');
  await page.locator('#numberTable-trouble', { hasText: 'from 2 to 20 lines' }).waitFor();
  await field.pressSequentially('Good = 397\nafter: Of 412');
  await page.locator('#numberTable-trouble:empty').waitFor({ state: 'attached' });
  await lookAt(page, 'editor', inBothSchemes(390, 1280));
  await shoot(page, 'editor-table');
  await save(page, 1);
  const written = 'Points on the deck\nMarked = 412\nGood = 397\nafter: Of 412';
  const { copy: stored, gate } = await readArticle(site.deps.db.read, dana, id, site.deps);
  assert.equal(stored.numberTable, written);
  assert.equal(gate.filter(({ code }) => code === 'table_number_unsettled').length, 2);

  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 1);
  for (const { anchor, text } of figures)
    if (/^(412|397)/.test(text))
      await settleFigure(
        site.deps,
        dana,
        { articleId: id, revision: 1, anchor },
        { kind: 'quoted', who: 'Maria Lopez', when: 'today' },
      );
  const base = site.config.publication.baseUrl;
  await page.goto(`${base}/newsroom/articles/${id}/revisions/1/preview`);
  assert.deepEqual(await page.locator('#table tbody tr').allInnerTexts(), ['Marked\t412', 'Good\t397']);
  await page.goto(`${base}/newsroom/articles/${id}/figures?revision=1&view=exempt`);
  await lookAt(page, 'small counts', inBothSchemes(390, 1280));
  await page.goto(`${base}/newsroom/articles/${id}/revisions/1`);
  await page.getByText('Table of numbers').first().waitFor();
  assert.deepEqual(seen, []);
  await page.goto(`${base}/method`);
  await shoot(page, 'method');
});
