import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { CLI } from '#core/actor.ts';
import { kindOf } from '#db/schema/dialect.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createLink } from '#people/one-time-links.ts';
import { NOBODY, SIGN_IN } from '../../support/entering.ts';
import { half, setUpApp, siteWithEditor } from '../../support/factors.ts';
import { goLive } from '../../support/live.ts';
import { form, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

// Expired and withdrawn data is deleted from the database, not only left out of answers.

const idsOf = async (site: TestSite, table: 'session' | 'challenge') =>
  (await site.deps.db.read.selectFrom(table).select('id').execute()).map(({ id }) => id);

test('the next sign-in deletes the sessions that ended, and no others', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const first = await idsOf(site, 'session');
  const enter = () => site.fetch(SIGN_IN, form(NOBODY, { email: dana.email, password: PASSWORD }));
  site.pass(60 * 60);
  assert.equal((await enter()).status, 303);
  const [second] = (await idsOf(site, 'session')).filter((id) => !first.includes(id));
  assert.equal((await idsOf(site, 'session')).length, 2, 'the first is idle, and has not ended');
  const { expires_at: end } = await site.deps.db.read
    .selectFrom('session')
    .select('expires_at')
    .where('id', 'in', first)
    .executeTakeFirstOrThrow();
  site.pass((Date.parse(end) - site.deps.clock()) / 1000 + 1);
  assert.equal((await enter()).status, 303);
  const left = await idsOf(site, 'session');
  assert.equal(left.length, 2);
  assert.ok(second !== undefined && left.includes(second), 'the session with an hour to go');
});

test('the next sign-in deletes sign-ins that waited too long for a second factor, and no others', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  await setUpApp(site, dana);
  await half(site, dana);
  const [first] = await idsOf(site, 'challenge');
  site.pass(400);
  await half(site, dana);
  assert.equal((await idsOf(site, 'challenge')).length, 2);
  site.pass(201);
  await half(site, dana);
  const left = await idsOf(site, 'challenge');
  assert.equal(left.length, 2);
  assert.equal(left.includes(first ?? ''), false);
});

test('creating a link deletes the expired links of its kind', async (t) => {
  const site = await openSite(t);
  const people = [await site.person('editor'), await site.person('editor'), await site.person('editor')];
  const open = (at: number) =>
    site.deps.db.write((tx) => createLink(site.deps, tx, { purpose: 'reset', editorId: people[at]?.id ?? '' }));
  const owners = async () =>
    (await site.deps.db.read.selectFrom('one_time_link').select('editor_id').execute()).map((row) => row.editor_id);
  await open(0);
  site.pass(20 * 60);
  await open(1);
  site.pass(10 * 60 + 1);
  await open(2);
  assert.deepEqual((await owners()).sort(), [people[1]?.id, people[2]?.id].sort());
});

test('unpublishing an article removes its words from the search index', async (t) => {
  const site = await openSite(t);
  const { id } = await goLive(site, { headline: 'Plaster' });
  const stays = await goLive(site, { headline: 'Stucco', slug: 'stucco' });
  await unpublish(site.deps, CLI, id);
  const { read } = site.deps.db;
  const rows = await read.selectFrom('search').select('article_id').execute();
  assert.deepEqual(
    rows.map((row) => row.article_id),
    [stays.id],
  );
  if (kindOf(read) === 'postgres') return; // there the words are a column of that row
  const words = await sql<{ n: number }>`select count(*) as n from search_words`.execute(read);
  const found = await sql<{ n: number }>`
    select count(*) as n from search_words where search_words match '"plaster"'`.execute(read);
  assert.deepEqual([words.rows[0]?.n, found.rows[0]?.n], [1, 0]);
});
