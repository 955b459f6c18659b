import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { STAGE } from '#article/stage.ts';
import { countMissingGates } from '#editorial/gate/gate-count.ts';
import { indexDrafts } from '#editorial/write/index-drafts.ts';
import { stockSite } from '../../scripts/stock.ts';
import { openSite, type Person, type TestSite } from '../support/site.ts';
import { assertTook } from './processor-time.ts';

// The list of a newsroom with 10,000 articles, at every stage.

const MANY = 10_000;
const ROUNDS = 9;
/** Highest median processor time per answer, in milliseconds: work of other processes is not counted. */
const MOST = 100;
/**
 * How many times the processor time of the list a search for a word of most articles may take. It was 1.9 to 2.0 times the list; where
 * the list takes 40 ms, this is the goal of 100 ms. In another order the search reads each headline.
 */
const TIMES_THE_LIST = { '/newsroom/articles?q=crew': 2.5 };

test('the list of 10,000 articles takes less than 100 ms to answer, and less than 200 ms for a word that most of them have', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await stockSite(site.deps, { count: MANY });
  await spread(site);
  await indexDrafts(site.deps);
  const stages = await site.deps.db.read
    .selectFrom('article')
    .select([STAGE.as('stage'), sql<number>`count(*)`.as('count')])
    .groupBy(STAGE)
    .execute();
  assert.equal(stages.length, 8);
  for (const path of [
    '/newsroom/articles',
    '/newsroom/lines',
    '/newsroom/articles?stage=published',
    '/newsroom/articles?q=section%3Arobotics+ready%3Ayes',
    '/newsroom/articles?q=by%3Ame+due%3Anone',
    '/newsroom/articles?q=open+numbers',
  ]) {
    const median = await medianOf(site, editor, path);
    t.diagnostic(`${path}: ${median.toFixed(1)} ms`);
    assertTook(median, MOST, `${path} took ${median.toFixed(1)} ms`);
  }
  // A word that most articles have: everything found is counted by stage, and in another order read before it is sorted.
  for (const path of ['/newsroom/articles?q=crew', '/newsroom/articles?q=crew&sort=headline']) {
    const median = await medianOf(site, editor, path);
    t.diagnostic(`${path}: ${median.toFixed(1)} ms`);
    assertTook(median, 2 * MOST, `${path} took ${median.toFixed(1)} ms`);
  }
  const [list = 0, ...searches] = await leastOf(site, editor, ['/newsroom/articles', ...Object.keys(TIMES_THE_LIST)]);
  t.diagnostic(`the list: ${list.toFixed(1)} ms`);
  for (const [at, [path, times]] of Object.entries(TIMES_THE_LIST).entries()) {
    const took = searches[at] ?? Number.NaN;
    t.diagnostic(`${path}: ${took.toFixed(1)} ms, ${(took / list).toFixed(2)} times the list`);
    assert.ok(took < times * list, `${path} took ${took.toFixed(1)} ms, the list ${list.toFixed(1)} ms`);
  }
});

/** The least processor time of an answer for each path, in milliseconds. The paths take turns, so that a busy machine slows all of them. */
async function leastOf(site: TestSite, person: Person, paths: readonly string[]): Promise<number[]> {
  const least = paths.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, path] of paths.entries())
      least[at] = Math.min(least[at] ?? Number.NaN, await timeOf(site, person, path));
  return least;
}

/** The median processor time of `ROUNDS` answers, in milliseconds. */
async function medianOf(site: TestSite, person: Person, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const took = await timeOf(site, person, path);
    if (round >= 0) times.push(took);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** The processor time of an answer, in milliseconds. */
async function timeOf(site: TestSite, person: Person, path: string): Promise<number> {
  const before = process.cpuUsage();
  const response = await site.fetch(path, { headers: { Cookie: person.cookie } });
  await response.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  assert.equal(response.status, 200);
  return (user + system) / 1000;
}

/** Distributes the articles over all stages; most stay published. */
async function spread(site: TestSite): Promise<void> {
  await site.deps.db.write(async (tx) => {
    const ids = (await tx.selectFrom('article').select('id').orderBy('created_at').execute()).map((row) => row.id);
    const some = (from: number, count: number) =>
      tx.updateTable('article').where('id', 'in', ids.slice(from, from + count));
    const away = { live_revision: null, live_section: null, live_slug: null };
    await some(0, 500).set(away).execute();
    await some(0, 450).set({ published_at: null, modified_at: null }).execute();
    await some(0, 50).set({ review_state: 'in_review', review_revision: 0 }).execute();
    await some(50, 50).set({ review_state: 'changes_requested', review_revision: 0 }).execute();
    await some(100, 50).set({ review_state: 'approved', review_revision: 0 }).execute();
    await some(150, 20).set({ scheduled_for: '2026-10-01T09:00:00.000Z', scheduled_revision: 0 }).execute();
  });
  await countMissingGates(site.deps);
  const { db } = site.deps;
  const changed = await db.read.selectFrom('article').select('id').where('live_revision', '=', 0).limit(30).execute();
  for (const { id } of changed) {
    await db.write(async (tx) => {
      const revision = await tx
        .selectFrom('revision')
        .selectAll()
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('revision')
        .values({ ...revision, number: 1 })
        .execute();
      await tx.updateTable('article').set({ latest_revision: 1 }).where('id', '=', id).execute();
    });
  }
}
