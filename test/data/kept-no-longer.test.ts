import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openLink } from '../../src/accounts/one-time-links.ts';
import { unpublish } from '../../src/article/publish/unpublish.ts';
import { HOUSE } from '../../src/core/actor.ts';
import { kindOf } from '../../src/db/schema/dialect.ts';
import { NOBODY, SIGN_IN } from '../support/entering.ts';
import { half, houseWithEditor, setUpApp } from '../support/factors.ts';
import { form, openHouse, PASSWORD, type TestHouse } from '../support/house.ts';
import { goLive } from '../support/live.ts';

// What has ended is removed from the database, not only left out of answers.

const idsOf = async (house: TestHouse, table: 'session' | 'challenge') =>
  (await house.press.db.read.selectFrom(table).select('id').execute()).map(({ id }) => id);

test('the next sign-in deletes sessions that ended, and no other', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const first = await idsOf(house, 'session');
  const enter = () => house.fetch(SIGN_IN, form(NOBODY, { email: dana.email, password: PASSWORD }));
  house.pass(60 * 60);
  assert.equal((await enter()).status, 303);
  const [second] = (await idsOf(house, 'session')).filter((id) => !first.includes(id));
  assert.equal((await idsOf(house, 'session')).length, 2, 'the first is idle, and has not ended');
  const { expires_at: end } = await house.press.db.read
    .selectFrom('session')
    .select('expires_at')
    .where('id', 'in', first)
    .executeTakeFirstOrThrow();
  house.pass((Date.parse(end) - house.press.clock()) / 1000 + 1);
  assert.equal((await enter()).status, 303);
  const left = await idsOf(house, 'session');
  assert.equal(left.length, 2);
  assert.ok(second !== undefined && left.includes(second), 'the session with an hour to go');
});

test('the next sign-in deletes those that waited for a second factor for too long, and no other', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  await setUpApp(house, dana);
  await half(house, dana);
  const [first] = await idsOf(house, 'challenge');
  house.pass(400);
  await half(house, dana);
  assert.equal((await idsOf(house, 'challenge')).length, 2);
  house.pass(201);
  await half(house, dana);
  const left = await idsOf(house, 'challenge');
  assert.equal(left.length, 2);
  assert.equal(left.includes(first ?? ''), false);
});

test('the next link of its kind deletes those that are over', async (t) => {
  const house = await openHouse(t);
  const people = [await house.person('editor'), await house.person('editor'), await house.person('editor')];
  const open = (at: number) => house.press.db.write((tx) => openLink(house.press, tx, 'reset', people[at]?.id ?? ''));
  const owners = async () =>
    (await house.press.db.read.selectFrom('one_time_link').select('editor_id').execute()).map((row) => row.editor_id);
  await open(0);
  house.pass(20 * 60);
  await open(1);
  house.pass(10 * 60 + 1);
  await open(2);
  assert.deepEqual((await owners()).sort(), [people[1]?.id, people[2]?.id].sort());
});

test('a withdrawn article leaves the search index, words and all', async (t) => {
  const house = await openHouse(t);
  const { id } = await goLive(house, { headline: 'Plaster' });
  const stays = await goLive(house, { headline: 'Stucco', slug: 'stucco' });
  await unpublish(house.press, HOUSE, id);
  const { read } = house.press.db;
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
