import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { save } from '../../support/live.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import {
  AT,
  articleRow,
  back,
  drafted,
  HOURS,
  lastLine,
  plan,
  rounds,
  scheduled,
  textOf,
} from '../../support/scheduled.ts';
import { copy, form } from '../../support/site.ts';

// Scheduling a revision, and publishing it at its time.

const PUBLIC = '/robotics/layout-robot-pilot';

test('a scheduled revision is published at its time in the editor’s name, even if a newer revision was saved', async (t) => {
  const { site, dana, id } = await scheduled(t);
  const { id: article } = await saveRevision(site.deps, CLI, id, {
    copy: {
      ...copy({ headline: 'Saved since' }),
      baseRevision: 0,
    },
  });
  const page = await textOf(site, dana, `/newsroom/articles/${article}`);
  assert.match(
    page,
    /Revision 0 will be published on <time datetime="2026-09-06T15:30:00\.000Z">2026-09-06 15:30<\/time> UTC/,
  );
  assert.match(page, /scheduled by Dana Whitfield/);
  assert.match(page, /Revision 1 was saved since\. It does not change the schedule/);

  site.pass(2.5 * HOURS - 1);
  await rounds(site);
  assert.equal((await site.fetch(PUBLIC)).status, 404, 'it is not published one second early');
  site.pass(1);
  await rounds(site);
  const read = await site.fetch(PUBLIC);
  assert.equal(read.status, 200);
  assert.match(await read.text(), /A layout robot on a live slab/);
  const line = await lastLine(site, 'article.published');
  assert.equal(line?.actor_id, dana.id);
  assert.equal(line?.revision, 0);
  assert.equal(JSON.parse(line?.detail ?? '{}').scheduledFor, '2026-09-06T15:30:00.000Z');
  assert.equal(JSON.parse(line?.detail ?? '{}').secondsLate, undefined);
  assert.equal((await articleRow(site, id)).scheduled_for, null);
});

test('a schedule can be set in a time zone, and the page shows the time in that zone and in UTC', async (t) => {
  const { site, dana, id } = await drafted(t);
  const answer = await plan(site, dana, id, { at: '2026-09-06T11:30', zone: 'America/New_York' });
  assert.equal(answer.status, 303);
  assert.equal((await articleRow(site, id)).scheduled_for, '2026-09-06T15:30:00.000Z');
  const page = await textOf(site, dana, answer.headers.get('location') ?? '');
  assert.match(page, /will be published on 2026-09-06 15:30 UTC, which is 2026-09-06 11:30 in America\/New_York\./);
});

test('an invalid or past time is rejected, and the schedule form keeps its text', async (t) => {
  const { site, dana, id } = await drafted(t);
  const refused: [Record<string, string>, RegExp][] = [
    [{ at: '2026-09-06T13:00' }, /This time is not in the future\./],
    [{ at: '2028-09-06T13:00' }, /more than a year away/],
    [{ at: '2026-11-31T13:00' }, /This is not a time/],
    [
      { at: '2027-03-14T02:30', zone: 'America/New_York' },
      /Clocks in America\/New_York skip 02:30 on 2027-03-14\.<.*Choose 01:30 or 03:30\./,
    ],
    [{ at: AT, zone: '"><script>' }, /There is no such time zone/],
  ];
  for (const [fields, words] of refused) {
    const answer = await plan(site, dana, id, fields);
    assert.equal(answer.status, 422, JSON.stringify(fields));
    const page = await answer.text();
    assert.match(page, words);
    assert.ok(page.includes(`value="${fields.at}"`));
    assert.doesNotMatch(withoutOwnScripts(page), /<script/);
  }
  assert.equal((await articleRow(site, id)).scheduled_for, null);
});

test('of a time that clocks show twice, the form of a schedule asks which one', async (t) => {
  const { site, dana, id } = await drafted(t);
  const twice = { at: '2026-11-01T01:30', zone: 'America/New_York' };
  for (const reading of ['', '2026-11-01T07:30:00.000Z']) {
    const asked = await plan(site, dana, id, { ...twice, reading });
    assert.equal(asked.status, 422);
    const page = await asked.text();
    assert.match(page, /Clocks in America\/New_York show 01:30 twice on 2026-11-01\./);
    assert.match(page, /value="2026-11-01T05:30:00.000Z"> <label[^>]*>01:30 at UTC-04:00, 2026-11-01 05:30 UTC</);
    assert.match(page, /value="2026-11-01T06:30:00.000Z"> <label[^>]*>01:30 at UTC-05:00, 2026-11-01 06:30 UTC</);
    assert.equal((await articleRow(site, id)).scheduled_for, null);
  }
  const second = '2026-11-01T06:30:00.000Z';
  assert.equal((await plan(site, dana, id, { ...twice, reading: second })).status, 303);
  assert.equal((await articleRow(site, id)).scheduled_for, second);
});

test('a schedule can be changed and cancelled', async (t) => {
  const { site, dana, id } = await scheduled(t);
  assert.equal((await plan(site, dana, id, { at: '2026-09-06T16:00' })).status, 303);
  site.pass(2.6 * HOURS);
  await rounds(site);
  assert.equal((await articleRow(site, id)).live_revision, null, 'the earlier time no longer applies');
  const cancelled = await site.fetch(`/newsroom/articles/${id}/schedule/cancel`, form(await back(site, dana), {}));
  assert.equal(cancelled.status, 303);
  assert.match(await textOf(site, dana, cancelled.headers.get('location') ?? ''), /Nothing is scheduled/);
  site.pass(24 * HOURS);
  await rounds(site);
  assert.equal((await articleRow(site, id)).live_revision, null);
  assert.equal(
    (await site.fetch(`/newsroom/articles/${id}/schedule/cancel`, form(await back(site, dana), {}))).status,
    409,
  );
});

test('publishing or unpublishing manually cancels the schedule', async (t) => {
  const { site, dana, id } = await scheduled(t);
  const published = await publish(site.deps, dana, id, { revisionNumber: 0 });
  assert.equal((await articleRow(site, id)).scheduled_for, null);
  const { revision } = await save(site, published, { tagIds: [], slug: 'another-address' });
  assert.equal((await plan(site, dana, id, { at: AT, revision: String(revision) })).status, 303);
  await site.fetch(`/newsroom/articles/${id}/unpublish`, form(dana, { because: 'The numbers are being checked.' }));
  assert.equal((await articleRow(site, id)).scheduled_for, null);
  const line = await lastLine(site, 'article.unpublished');
  assert.equal(JSON.parse(line?.detail ?? '{}').scheduleSetAside.at, '2026-09-06T15:30:00.000Z');
  site.pass(24 * HOURS);
  await rounds(site);
  assert.equal((await articleRow(site, id)).live_revision, null);
});

test('ten concurrent job runs publish a scheduled article once', async (t) => {
  const { site, id } = await scheduled(t);
  site.pass(3 * HOURS);
  await Promise.all(Array.from({ length: 10 }, () => rounds(site)));
  await rounds(site);
  const log = await site.deps.db.read
    .selectFrom('publication_log')
    .select('act')
    .where('article_id', '=', id)
    .execute();
  assert.deepEqual(
    log.map(({ act }) => act),
    ['published'],
  );
  assert.equal((await articleRow(site, id)).schedule_trouble, null);
});

test('after downtime a scheduled article is published late, and the journal records the delay', async (t) => {
  const { site } = await scheduled(t);
  site.pass(5 * HOURS);
  await rounds(site);
  assert.equal((await site.fetch(PUBLIC)).status, 200);
  const line = await lastLine(site, 'article.published');
  assert.equal(JSON.parse(line?.detail ?? '{}').secondsLate, 2.5 * HOURS);
});

for (const [late, told] of [
  [59, undefined],
  [60, 60],
  [61, 61],
] as const)
  test(`for a publication ${late} seconds late, the journal ${told ? 'records the delay' : 'records no delay'}`, async (t) => {
    const { site } = await scheduled(t);
    site.pass(2.5 * HOURS + late);
    await rounds(site);
    const line = await lastLine(site, 'article.published');
    assert.equal(JSON.parse(line?.detail ?? '{}').secondsLate, told);
  });

test('when the clock jumps, a schedule is neither lost nor published twice', async (t) => {
  const { site, dana, id } = await scheduled(t);
  site.pass(-24 * HOURS);
  await rounds(site);
  assert.equal(
    (await articleRow(site, id)).scheduled_for,
    '2026-09-06T15:30:00.000Z',
    'after a jump back, the schedule waits',
  );
  site.pass(72 * HOURS);
  await rounds(site);
  assert.equal((await articleRow(site, id)).live_revision, 0, 'after a jump forward, the article is published');
  site.pass(-72 * HOURS);
  await rounds(site);
  site.pass(72 * HOURS);
  await rounds(site);
  const acts = await site.deps.db.read.selectFrom('publication_log').select('act').execute();
  assert.equal(acts.length, 1);
  assert.match(await textOf(site, dana, `/newsroom/articles/${id}`), /Readers see this revision now/);
});

test('only editors can schedule: a writer and the command line are refused', async (t) => {
  const { site, id } = await drafted(t);
  const writer = await site.person('writer');
  assert.equal((await plan(site, writer, id, {})).status, 403);
  await assert.rejects(
    schedule(site.deps, CLI, { articleId: id, revisionNumber: 0, at: '2026-09-06T15:30:00.000Z' }),
    /in the name of an editor/,
  );
});

test('scheduling changed text needs a reason why it is not a correction, and the publication records it', async (t) => {
  const { site, dana, id } = await drafted(t);
  const published = await publish(site.deps, dana, id, { revisionNumber: 0 });
  const { revision } = await save(site, published, { headline: 'A layout robot on a slab, measured' });
  const asked = await textOf(site, dana, `/newsroom/articles/${id}/publish?revision=${revision}&when=time`);
  assert.match(asked, /name="noCorrectionBecause"/);
  const silent = await plan(site, dana, id, { revision: '1', correctionNote: '', noCorrectionBecause: '' });
  assert.equal(silent.status, 422);
  const because = 'The headline is shorter; no fact changes.';
  await plan(site, dana, id, { revision: '1', correction: 'none', noCorrectionBecause: because });
  site.pass(3 * HOURS);
  await rounds(site);
  const line = await lastLine(site, 'article.published');
  assert.equal(JSON.parse(line?.detail ?? '{}').noCorrectionBecause, because);
});
