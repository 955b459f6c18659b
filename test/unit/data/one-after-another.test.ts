import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { CHANGED_AT, hasStage } from '#article/stage.ts';
import { CLI } from '#core/actor.ts';
import { kindOf } from '#db/schema/dialect.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { copy, json, openSite } from '../../support/site.ts';

// Guarantees of both databases: acts on one article run serially, some rows never change, and lists use an index.

const MANY = 8;

test('of concurrent publications of a revision one succeeds, and of concurrent withdrawals one', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const { id } = await createDraft(deps, CLI, copy());
  const race = async (act: () => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: MANY }, act));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.kind] : []));
    assert.deepEqual(refused, Array(MANY - 1).fill('already_done'));
  };
  await race(() => publish(deps, CLI, id, { revisionNumber: 0 }));
  await race(() => unpublish(deps, CLI, id));
  const log = await deps.db.read.selectFrom('publication_log').select('act').orderBy('seq').execute();
  assert.deepEqual(
    log.map(({ act }) => act),
    ['published', 'withdrawn'],
  );
});

test('corrections cannot be changed or deleted, neither one row nor all', async (t) => {
  const site = await openSite(t);
  const { db } = site.deps;
  const { id } = await goLive(site);
  const values = { article_id: id, revision: 0, note: 'A note that is long enough.', at: '2026-09-06T13:00:00.000Z' };
  await db.write((tx) => tx.insertInto('correction').values(values).execute());
  const attempts = [
    () => db.write((tx) => tx.updateTable('correction').set({ note: 'Forged' }).execute()),
    () => db.write((tx) => tx.deleteFrom('correction').execute()),
    ...(db.kind === 'postgres' ? [() => db.write((tx) => sql`truncate correction cascade`.execute(tx))] : []),
  ];
  for (const attempt of attempts) await assert.rejects(attempt(), /append-only/);
  assert.deepEqual(
    (await db.read.selectFrom('correction').select('note').execute()).map(({ note }) => note),
    [values.note],
  );
});

test('the board reads the articles of a stage from the index, in its order', async (t) => {
  const { deps } = await openSite(t);
  const { read } = deps.db;
  const query = read
    .selectFrom('article')
    .select('id')
    .where(hasStage('in_review'))
    .orderBy(CHANGED_AT, 'desc')
    .orderBy('id', 'desc')
    .limit(10);
  if (kindOf(read) === 'sqlite') {
    const rows = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    assert.deepEqual(
      rows.map(({ detail }) => detail),
      ['SEARCH article USING COVERING INDEX article_stage (<expr>=?)'],
    );
    return;
  }
  const plan = await deps.db.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx); // PostgreSQL would read such a small table completely
    await sql`set local enable_sort = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  assert.match(plan, /Index (Only )?Scan using article_stage/);
  assert.doesNotMatch(plan, /Sort/);
});

test('modifiedAt grows at each publication, also while the clock stands still or runs backwards', async (t) => {
  const site = await openSite(t);
  const modifiedAt = async () => (await json(await site.fetch('/api/public/articles'))).articles[0].modifiedAt;
  let article = await goLive(site);
  const times = [await modifiedAt()];
  for (const seconds of [0, 0, -3600]) {
    site.pass(seconds);
    article = await goLiveAgain(site, article, { headline: `Headline ${times.length}` });
    times.push(await modifiedAt());
  }
  assert.deepEqual(times, [...new Set(times)].sort());
  assert.equal(times.length, 4);
});
