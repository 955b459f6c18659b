import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { disableMember } from '#people/members.ts';
import { goLive } from '../../support/live.ts';
import {
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
import { BASE, copy, form } from '../../support/site.ts';

// A scheduled publication fails: the newsroom shows it, an email reports it, and other schedules continue.

test('when the gate blocks at the scheduled time, the article shows why and the people concerned get an email', async (t) => {
  const { site, dana, id } = await scheduled(t);
  const assignee = await site.person('writer', 'Ines Calloway');
  await site.deps.db.write((tx) =>
    tx.updateTable('article').set({ assignee_id: assignee.id }).where('id', '=', id).execute(),
  );
  // The address of the scheduled revision is given up by a later one, and another article takes it.
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ slug: 'elsewhere' }), baseRevision: 0 } });
  await goLive(site, { headline: 'Was there first' });
  site.pass(3 * HOURS);
  await rounds(site);
  await rounds(site);

  const row = await articleRow(site, id);
  assert.equal(row.live_revision, null);
  assert.equal(row.scheduled_for, null, 'it is not tried again');
  assert.match(
    row.schedule_trouble ?? '',
    /^Revision 0 was scheduled for 2026-09-06 at 15:30 UTC and was not published\. Another article/,
  );
  const page = await textOf(site, dana, `/newsroom/articles/${id}`);
  assert.match(page, /Not published as planned\./);
  assert.match(page, /Another article already has the slug/);
  assert.match(await textOf(site, dana, '/newsroom/articles'), /A layout robot on a live slab/);

  const mails = await site.deps.db.read.selectFrom('outbox').selectAll().orderBy('recipient').execute();
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [dana.email, assignee.email],
  );
  assert.equal(mails[0]?.about, 'schedule.failed');
  assert.equal(mails[0]?.subject, 'Not published: A layout robot on a live slab');
  assert.match(mails[0]?.text ?? '', new RegExp(`${BASE}/newsroom/articles/${id}`));
  const line = await lastLine(site, 'article.schedule_failed');
  assert.equal(line?.actor_id, dana.id);

  await site.fetch(`/newsroom/articles/${id}/schedule/cancel`, form(await back(site, dana), {}));
  assert.equal((await articleRow(site, id)).schedule_trouble, null, 'dismissed');
});

test('a gate finding that blocks publication also blocks scheduling', async (t) => {
  const { site, dana } = await drafted(t);
  const { id } = await createDraft(site.deps, CLI, copy({ section: 'gardening', slug: 'no-such-section' }));
  const refused = await plan(site, dana, id, {});
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /There is no section/);
});

test('nothing is published in the name of a person who is no longer an editor', async (t) => {
  const { site, dana, id } = await scheduled(t);
  const chief = await site.person('chief', 'Rosa Lindqvist');
  await disableMember(site.deps, CLI, dana.email);
  site.pass(3 * HOURS);
  await rounds(site);
  const row = await articleRow(site, id);
  assert.equal(row.live_revision, null);
  assert.match(row.schedule_trouble ?? '', /Dana Whitfield, who scheduled it, is no longer an editor/);
  const mails = await site.deps.db.read.selectFrom('outbox').select('recipient').execute();
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [chief.email],
    'the chiefs get the email when nobody else can act',
  );
});

test('the schedule of an editor who became a writer publishes nothing', async (t) => {
  const { site, dana, id } = await scheduled(t);
  await site.deps.db.write((tx) =>
    tx.updateTable('editor').set({ role: 'writer' }).where('id', '=', dana.id).execute(),
  );
  site.pass(3 * HOURS);
  await rounds(site);
  assert.equal((await articleRow(site, id)).live_revision, null);
});

test('a failed schedule does not stop the next one', async (t) => {
  const { site, dana, id } = await scheduled(t);
  await saveRevision(site.deps, CLI, id, { copy: { ...copy({ slug: 'elsewhere' }), baseRevision: 0 } });
  await goLive(site);
  const { id: next } = await createDraft(site.deps, CLI, copy({ slug: 'the-next-one' }));
  await schedule(site.deps, dana, { articleId: next, revisionNumber: 0, at: '2026-09-06T15:31:00.000Z' });
  site.pass(3 * HOURS);
  await rounds(site);
  assert.equal((await site.fetch('/robotics/the-next-one')).status, 200);
});
