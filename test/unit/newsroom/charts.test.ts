import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { setDue } from '#editorial/review/assign.ts';
import { readMonth } from '#newsroom/articles/read/calendar.ts';
import { openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

// The calendar: its chart, and the table with the same data.

test('the calendar shows published, corrected, unpublished, scheduled and due articles', async (t) => {
  const site = await openSite(t);
  const { editor, writer, drafted, stopped, changed } = await stock(site);
  await setDue(site.deps, editor, drafted, '2026-09-09');
  await site.deps.db.write((tx) =>
    tx
      .updateTable('article')
      .set({ scheduled_for: '2026-09-10T09:00:00.000Z', scheduled_revision: 0 })
      .where('id', '=', stopped)
      .execute(),
  );
  site.pass(86_400);
  await publish(site.deps, editor, changed, { revisionNumber: 1 });
  const reader = await site.person('editor', 'Late Reader');
  const page = await readPage(site, reader, '/newsroom/calendar');
  assert.match(page, /<caption[^>]*>3 published, 1 corrected, 1 unpublished, 1 scheduled, 1 due\./);
  assert.match(page, /2026-09-10 09:00<\/time><\/td>\n<td>Scheduled/);
  assert.match(page, /2026-09-09<\/time><\/td>\n<td>Due/);
  assert.match(page, /2026-09-07 13:08<\/time><\/td>\n<td>Corrected/);
  const empty = await readPage(site, reader, '/newsroom/calendar?month=2026-10');
  assert.match(empty, /<h1>October 2026<[\s\S]*<caption[^>]*>Nothing was published and nothing is planned\./);
  assert.match(await readPage(site, reader, '/newsroom/calendar?month=2026-13'), /<h1>September 2026/);
  const own = await readMonth(site.deps.db.read, writer, '2026-09');
  assert.deepEqual([...new Set(own.entries.map((entry) => entry.kind))].sort(), [
    'corrected',
    'published',
    'withdrawn',
  ]);
});
