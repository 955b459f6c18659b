import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { until } from '../support/faults/server.ts';
import { createDatabase, lastFirst, startCluster } from '../support/postgres.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

// PostgreSQL ends connections, as it does before it stops. Our process must continue.

async function open(t: TestContext): Promise<{ site: TestSite; url: string }> {
  const { after } = lastFirst(t);
  const cluster = await startCluster();
  after(cluster.stop);
  const { url } = await createDatabase(cluster.url);
  return { site: await openSite({ after }, { DATABASE_URL: url }), url };
}

/** Ends every other connection to the database. */
async function endAll(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rowCount ?? 0;
}

test('each ended connection, idle or busy, causes one refusal, and the server continues', async (t) => {
  const { site, url } = await open(t);
  const { db } = site.deps;
  for (let round = 0; round < 3; round++) {
    await until(db.isAvailable, 10_000);
    await Promise.all([1, 2, 3].map(() => db.read.selectFrom('setting').selectAll().execute()));
    const atWork = assert.rejects(sql`select pg_sleep(20)`.execute(db.read), { kind: 'db_unavailable' });
    const writing = assert.rejects(
      db.write((tx) => sql`select pg_sleep(20)`.execute(tx)),
      { kind: 'db_unavailable' },
    );
    await until(async () => (await asleep(url)) === 2, 5000);
    assert.ok((await endAll(url)) >= 3);
    await Promise.all([atWork, writing]);
  }
  await until(db.isAvailable, 10_000);
  await createDraft(site.deps, CLI, copy());
});

test('callers that wait for a connection are refused when the connections end', async (t) => {
  const { site, url } = await open(t);
  const { db } = site.deps;
  const sleeping = Array.from({ length: 10 }, () => assert.rejects(sql`select pg_sleep(20)`.execute(db.read)));
  await until(async () => (await asleep(url)) === 10, 10_000);
  const waiting = Array.from({ length: 5 }, () =>
    assert.rejects(db.read.selectFrom('setting').selectAll().execute(), { kind: 'db_unavailable' }),
  );
  await endAll(url);
  await Promise.all([...sleeping, ...waiting]);
  await until(db.isAvailable, 10_000);
  await createDraft(site.deps, CLI, copy());
});

test('the connection that the start checked is refused like the others when it ends', async (t) => {
  const { site, url } = await open(t);
  const db = await openDatabase(site.config.databaseUrl);
  t.after(() => db.close());
  const waits = assert.rejects(sql`select pg_sleep(20)`.execute(db.read), { kind: 'db_unavailable' });
  await until(async () => (await asleep(url)) === 1, 5000);
  await endAll(url);
  await waits;
});

async function asleep(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'",
  );
  await client.end();
  return rows.length;
}

test('a snapshot whose connection ended does not continue with a newer state', async (t) => {
  const { site, url } = await open(t);
  const snapshot = await openSnapshot(url);
  await createDraft(site.deps, CLI, copy());
  const count = () => snapshot.tx.selectFrom('article').select('id').execute();
  assert.equal((await count()).length, 0);
  await endAll(url);
  await assert.rejects(count());
  await assert.rejects(count());
  await snapshot.close();
});
