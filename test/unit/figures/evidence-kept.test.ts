import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { countSettled } from '#evidence/count-settled.ts';
import { EDITION, seedArticles } from '#server/seed/seed.ts';
import { copy, json, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// Evidence in the sample articles, and in an article with 1,000 figures.

/** Highest compressed size of an article's page, in bytes. */
const LARGEST_PAGE = 20 * 1024;

test('every figure of the sample articles is settled, and the article pages show this and stay small', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  await seedArticles(site.deps);
  const totals = { figures: 0, numbers: 0 };
  for (const { section, slug } of EDITION) {
    const { counts, figures } = await json(await site.fetch(`/api/v1/public/articles/${section}/${slug}/evidence`));
    assert.equal(counts.open, 0, slug);
    assert.equal(figures.length, counts.figures, slug);
    assert.ok(
      figures.every(({ settlement }: { settlement: string | null }) => settlement !== null),
      slug,
    );
    const page = await (await site.fetch(`/${section}/${slug}`)).text();
    const numbers = counts.figures - counts.exempt;
    if (numbers > 0) assert.match(page, new RegExp(`>${numbers} numbers? checked</a>`), slug);
    const tally = [...page.matchAll(/<ul class="tally">.*<\/ul>/g)].flatMap(([list]) => [
      ...list.matchAll(/<b>(\d+)<\/b>/g),
    ]);
    const tallied = tally.reduce((sum, [, count]) => sum + Number(count), 0);
    assert.equal(tallied, numbers, slug);
    assert.doesNotMatch(page, /not settled/, slug);
    const bytes = brotliCompressSync(page).byteLength;
    assert.ok(bytes <= LARGEST_PAGE, `${slug} takes ${bytes} bytes`);
    totals.figures += counts.figures;
    totals.numbers += numbers;
  }
  const { counts, counted } = await countSettled(site.deps.db.read);
  assert.deepEqual([counts.figures, counts.open, counted], [totals.figures, 0, EDITION.length]);
  t.diagnostic(`${totals.figures} figures of the sample edition are settled, ${totals.numbers} of them numbers`);
});

test('an article with 1,000 figures gets its ledger, page and evidence', async (t) => {
  const site = await openSite(t);
  const bodyBlocks = Array.from({ length: 50 }, (_, block) => ({
    id: `b${block}`,
    type: 'paragraph',
    text: Array.from({ length: 10 }, (_, n) => `Row ${block} gave ${block * 10 + n + 100} points.`).join(' '),
  }));
  const { id } = await createDraft(site.deps, CLI, copy({ bodyBlocks }));
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision: 0,
    settledBy: ({ text }) => ({
      kind: 'quoted',
      who: `Somebody ${text}`,
      when: 'In May',
    }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const editor = await site.person('editor');
  for (const view of ['copy', 'sentences', 'sources', 'exempt'])
    assert.match(await readPage(site, editor, `/newsroom/articles/${id}/figures?view=${view}`), /\d+ of \d+ settled/);
  for (const path of [
    '/robotics/layout-robot-pilot',
    '/api/public/articles/robotics/layout-robot-pilot/evidence',
    '/robotics/layout-robot-pilot.md',
  ])
    assert.equal((await site.fetch(path)).status, 200);
});
