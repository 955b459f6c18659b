import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schedule } from '#editorial/publish/schedule.ts';
import { form, openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

test('plans move to another day, a schedule at the same time of the zone, and a day can be planned', async (t) => {
  const site = await openSite(t, { PUBLICATION_TIME_ZONE: 'America/New_York' });
  const { editor, writer, drafted, stopped } = await stock(site);
  const send = (path: string, fields: Record<string, string>, person = editor) =>
    site.fetch(`/newsroom/calendar/${path}`, form(person, fields));
  // 20:30 on the 31st of October in New York is the 1st of November by UTC; clocks go back on the 1st.
  await schedule(site.deps, editor, { articleId: drafted, revisionNumber: 0, at: '2026-11-01T00:30:00.000Z' });
  const october = await readPage(site, editor, '/newsroom/calendar?month=2026-10');
  assert.match(october, /data-day="2026-10-31"[\s\S]*?Scheduled 20:30<\/span> <a [^>]*>A layout robot[\s\S]*?<\/td>/);
  assert.doesNotMatch(await readPage(site, editor, '/newsroom/calendar?month=2026-11'), /A layout robot/);
  const moved = await send('scheduled', { id: drafted, day: '2026-11-02' });
  assert.equal(moved.headers.get('Location'), `/newsroom/calendar?month=2026-11&moved=${drafted}&from=2026-10-31`);
  const row = await site.deps.db.read.selectFrom('article').selectAll().where('id', '=', drafted).executeTakeFirst();
  assert.equal(row?.scheduled_for, '2026-11-03T01:30:00.000Z');
  const page = await readPage(site, editor, moved.headers.get('Location') ?? '');
  assert.match(page, /“A layout robot on a live slab” is scheduled for Monday 2 November, 20:30\./);
  assert.match(page, /action="\/newsroom\/calendar\/scheduled">.*name="day" value="2026-10-31">.*Undo/s);
  assert.equal((await send('scheduled', { id: drafted, day: '2026-11-02' })).status, 409);
  assert.equal((await send('scheduled', { id: drafted, day: '2026-09-01' })).status, 422, 'a day that has passed');
  assert.equal((await send('scheduled', { id: stopped, day: '2026-11-02' })).status, 404);
  assert.equal((await send('scheduled', { id: drafted, day: '2026-11-05' }, writer)).status, 403);

  assert.match(await readPage(site, editor, '/newsroom/calendar/plan?day=2026-11-04'), /A crane schedule/);
  assert.equal((await send('due', { id: stopped, day: '2026-11-04' })).status, 303);
  assert.equal((await send('due', { id: stopped, day: '2026-02-30' })).status, 422);
  assert.equal((await send('due', { id: stopped, day: '2026-11-05' }, writer)).status, 404);
  const started = await send('start', { day: '2026-11-06' }, writer);
  assert.match(started.headers.get('Location') ?? '', /\/edit$/);
  assert.match(
    await readPage(site, writer, '/newsroom/calendar?month=2026-11'),
    /data-day="2026-11-06"[\s\S]*?Due<\/span>/,
  );
});
