import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { readRevision } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { copy, json, openSite } from '../../support/site.ts';

// The table of numbers that editors place after a block: its numbers are those that are settled in the text.

const PATH = '/robotics/layout-robot-pilot';
const EVIDENCE = '/api/v1/public/articles/robotics/layout-robot-pilot/evidence';
const bodyBlocks = [
  { id: 'b1', type: 'paragraph', text: 'The crew marked **412 mm** by hand.' },
  { id: 'b2', type: 'list', text: '- Then 397 mm by robot\n- On 3 May 2026' },
] as const;
const ROWS = ['By hand | <b> = 412 mm', 'By robot = 397  MM', 'Never said = 99 mm', 'The day = 3 May 2026'];
const TABLE = ['Marks & <i>lines</i>', ...ROWS, 'after: then 397'].join('\n');

function settledBy({ text }: LedgerFigure): SettlementMethod {
  if (text.includes('May')) return { kind: 'exempt', class: 'date' };
  return { kind: 'quoted', who: 'Maria Lopez', when: '3 May 2026' };
}

test('a table of numbers is in every form, with the numbers that are settled in the text and no other', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, numberTable: TABLE }));
  await settleEach(site.deps, CLI, { articleId: id, revision: 0, settledBy });
  const { gate } = await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 0 });
  const told = gate.filter(({ code }) => code === 'table_number_unsettled');
  assert.deepEqual(
    told.map(({ severity, message }) => [severity, /"([^"]+)"/.exec(message)?.[1]]),
    [
      ['warn', '99 mm'],
      ['warn', '3 May 2026'],
    ],
  );
  await publish(site.deps, CLI, id, { revisionNumber: 0 });

  const { table, figures } = await json(await site.fetch(EVIDENCE));
  assert.deepEqual([table.title, table.after, table.rows.length], ['Marks & <i>lines</i>', 'b2', 2]);
  assert.deepEqual(
    table.rows.map(({ text, value, figure }: { text: string; value: number; figure: number }) => [
      text,
      value,
      figures[figure].text,
      figures[figure].block,
    ]),
    [
      ['412 mm', 412, '412 mm', 'b1'],
      ['397 mm', 397, '397 mm', 'b2'],
    ],
  );
  const page = await (await site.fetch(PATH)).text();
  assert.match(page, /<\/ul>\n<table class="number-table"[^>]*>\n<caption>Marks &amp; &lt;i&gt;lines/);
  assert.match(
    page,
    /<th scope="row">By hand \| &lt;b&gt;<\/th><td><svg class="most"[^>]*>.*?<\/svg><button[^>]*popovertarget="p1">412 mm<\/button><\/td>/,
  );
  assert.doesNotMatch(page, /99 mm|Never said|The day/);
  const markdown = await (await site.fetch(`${PATH}.md`)).text();
  assert.match(
    markdown,
    /2026\n\n\| Marks & \\<i>lines\\<\/i> \| Number \|\n\| --- \| --- \|\n\| By hand \\\| \\<b> \| 412 mm\[\^n1\] \|\n/,
  );
  assert.match(await (await site.fetch('/robotics/rss.xml')).text(), /<th scope="row">By robot<\/th><td>397 mm/);
});

test('a number in the title or in a label must be settled, and a revision by an agent keeps the table', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const table = 'Marks of 7 crews\nBy 3 robots = 412 mm\nBy hand = 397 mm';
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks, numberTable: table }));
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: (figure) => (figure.field === 'numberTable' ? null : settledBy(figure)),
  });
  const { gate } = await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 0 });
  assert.deepEqual(
    gate.filter(({ severity }) => severity === 'block').map(({ path, figure }) => [path, figure]),
    [
      ['numberTable', '7'],
      ['numberTable', '3'],
    ],
  );
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ bodyBlocks }), baseRevision: 0 } });
  assert.equal((await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 1 })).copy.numberTable, table);
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ bodyBlocks, numberTable: null }), baseRevision: 1 } });
  assert.equal(
    (await readRevision(site.deps.db.read, CLI, site.deps, { id, number: 2 })).copy.numberTable ?? null,
    null,
  );
});
