import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readAgentStats, readWeeklyStats, weekOf } from '#newsroom/stats/weekly-stats.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import { copy, openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

// The weekly statistics: their charts, and the tables with the same data.

test('the weekly statistics count drafts, publications and corrections by section', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  site.pass(86_400 * 3);
  await publish(site.deps, editor, changed, { revisionNumber: 1 });
  assert.deepEqual(
    await readWeeklyStats(site.deps.db.read, editor, '2026-08-01', 'UTC'),
    [
      ...['software', 'field-operations', 'benchmarks'].map((section) => ({
        ...{ week: '2026-08-31', section, drafts: 1, published: 1, corrected: 0 },
      })),
      ...['logistics', 'robotics'].map((section) => ({
        week: '2026-08-31',
        section,
        drafts: 1,
        published: 0,
        corrected: 0,
      })),
      { week: '2026-09-07', section: 'benchmarks', drafts: 0, published: 0, corrected: 1 },
    ].sort((one, other) => `${one.week}${one.section}`.localeCompare(`${other.week}${other.section}`)),
  );
  const late = await createDraft(site.deps, CLI, copy({ slug: 'late' }));
  const at = '2026-09-14T03:30:00.000Z';
  await site.deps.db.write((tx) =>
    tx.updateTable('article').set({ created_at: at }).where('id', '=', late.id).execute(),
  );
  const weekOfLate = async (zone: string) =>
    (await readWeeklyStats(site.deps.db.read, editor, '2026-09-07', zone)).find((line) => line.drafts === 1)?.week;
  assert.deepEqual(
    [await weekOfLate('UTC'), await weekOfLate('America/Chicago'), await weekOfLate('Asia/Kathmandu')],
    ['2026-09-14', '2026-09-07', '2026-09-14'],
    'a Monday in UTC is Sunday in Chicago',
  );
  await site.deps.db.write((tx) =>
    tx.updateTable('article').set({ binned_at: at }).where('id', '=', late.id).execute(),
  );
  const reader = await site.person('editor', 'Late Reader');
  const page = await readPage(site, reader, '/newsroom/weeks');
  const [drafts = '', published = '', corrected = ''] = page.match(/<figure class="chart">.*?<\/figure>/gs) ?? [];
  assert.match(
    drafts,
    /<figcaption id="chart-new-drafts-by-week">New drafts by week<.*5 in 12 weeks; 0 in the 12 weeks before\./s,
  );
  assert.match(drafts, /<svg[^>]* role="img" aria-labelledby="chart-new-drafts-by-week chart-new-drafts-by-week-told"/);
  assert.match(published, /<th scope="row">2026-08-31<\/th><td class="number"[^>]*>3<\/td>/);
  assert.match(corrected, /<th scope="row">2026-09-07<\/th><td class="number"[^>]*>1<\/td>/);
  assert.match(
    page,
    /Benchmarks<\/a><\/th><td class="number"[^>]*>1<\/td><td class="number"[^>]*>1<\/td><td class="number"[^>]*>1</,
  );
  const robotics = await readPage(site, reader, '/newsroom/weeks?section=robotics&weeks=26');
  assert.match(robotics, /New drafts by week, Robotics<.*1 in 26 weeks; 0 in the 26 weeks before\./s);
  const refused = await site.fetch('/newsroom/weeks', {
    headers: { Cookie: (await site.person('writer', 'Late Writer')).cookie },
  });
  assert.equal(refused.status, 403);
});

test('the weekly statistics show for each agent how many of its articles were published', async (t) => {
  const site = await openSite(t);
  const { editor, stopped } = await stock(site);
  await site.deps.db.write((tx) =>
    tx
      .insertInto('review')
      .values({
        ...{ article_id: stopped, revision: 0, state: 'changes_requested', note: 'No source.' },
        ...{ by_id: editor.id, by_name: editor.name, at: '2026-09-06T14:00:00.000Z' },
      })
      .execute(),
  );
  assert.deepEqual(await readAgentStats(site.deps.db.read, editor, '2026-08-01'), [
    { program: 'test agent', letInBy: 'Dana Whitfield', articles: 5, accepted: 3, changesRequested: 1 },
  ]);
  assert.match(await readPage(site, editor, '/newsroom/weeks'), /3 of 5/);
  assert.deepEqual(await readAgentStats(site.deps.db.read, editor, '2026-10-01'), []);
});

test('an agent’s name that contains HTML is escaped in the chart', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  await site.deps.db.write((tx) =>
    tx.updateTable('claim').set({ program: '</text><script>alert(1)</script>' }).execute(),
  );
  const page = await readPage(site, editor, '/newsroom/weeks');
  assert.doesNotMatch(withoutOwnScripts(page), /<script/);
  assert.match(page, /&lt;script&gt;/);
});

test('weeks begin on a Monday', () => {
  assert.equal(weekOf('2026-09-06'), '2026-08-31');
  assert.equal(weekOf('2026-09-07'), '2026-09-07');
  assert.equal(weekOf('2027-01-01'), '2026-12-28');
});
