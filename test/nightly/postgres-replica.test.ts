import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '#db/connection/open.ts';
import type { Database, Tx } from '#db/database.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { followLog } from '#runtime/follow-log.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';

// PostgreSQL behind a pooler, and with a replica for public reads. The walks run PgBouncer and real replicas.

const LIMITS = { statement: '15s', lock: '5s', idle: '15s', commit: 'on' };

async function openOne(t: TestContext): Promise<{ url: string; after: typeof t.after; cluster: string }> {
  const last = lastFirst(t);
  const cluster = await shareCluster();
  last.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  last.after(drop);
  return { url, after: last.after as typeof t.after, cluster: cluster.url };
}

async function opened(after: TestContext['after'], ...given: Parameters<typeof openDatabase>): Promise<Database> {
  const db = await openDatabase(...given);
  after(() => db.close());
  return db;
}

async function limitsOf(tx: Tx) {
  const { rows } = await sql<typeof LIMITS>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('synchronous_commit') as commit`.execute(tx);
  return { ...rows[0] };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A second database with the data that the first one has now, as a replica has that applies nothing more. */
async function copyOf(after: TestContext['after'], url: string, cluster: string): Promise<string> {
  const own = new URL(url);
  const name = own.pathname.slice(1);
  own.pathname = `/${name}_copy`;
  await ask(cluster, `create database ${name}_copy template ${name}`);
  after(() => ask(cluster, `drop database ${name}_copy with (force)`));
  return own.href;
}

const lastLine = (tx: Tx) => tx.selectFrom('publication_log').select('seq').orderBy('seq', 'desc').executeTakeFirst();

test('behind a pooler each transaction and each query outside of one has the limits', async (t) => {
  const { url, after } = await openOne(t);
  await ask(url, `alter role current_user set synchronous_commit = 'on'`).catch(() => {});
  const db = await opened(after, url, { directUrl: url });
  assert.deepEqual(await limitsOf(db.read), LIMITS);
  assert.deepEqual(await db.write(limitsOf), LIMITS);
  await assert.rejects(sql`select 1 / 0`.execute(db.read), /division by zero/);
  assert.deepEqual(await limitsOf(db.read), LIMITS);
  const plain = await opened(after, url);
  assert.deepEqual([await limitsOf(plain.read), await plain.write(limitsOf)], [LIMITS, LIMITS]);
});

test('a notice of a publication has its number, and a follower reads on past a thousand lines', async (t) => {
  const { url, after } = await openOne(t);
  const db = await opened(after, url);
  const deps = await createDeps(db);
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  after(() => listener.end());
  const heard = Promise.withResolvers<string>();
  listener.on('notification', ({ payload }) => payload && heard.resolve(payload));
  await listener.query('listen plumbline');
  const seen: number[] = [];
  const follower = followLog(deps, (lines) => void (lines !== 'all' && seen.push(...lines.map(({ seq }) => seq))));
  await follower.catchUp();
  await ask(
    url,
    `insert into publication_log (at, act, article_id, desk, slug) select '', 'placed', '', '', 'ads' from generate_series(1, 2500)`,
  );
  await db.write((tx) => logPlacement(deps, tx, 'front'));
  await follower.catchUp();
  assert.deepEqual(
    seen,
    Array.from({ length: 2501 }, (_, at) => at + 1),
  );
  assert.equal(await heard.promise, '2501');
  await follower.stop();
});

test('readers get a replica while it has the last publication, and the primary when it has not', async (t) => {
  const { url, after, cluster } = await openOne(t);
  const first = await openDatabase(url);
  const deps = await createDeps(first);
  await first.write((tx) => logPlacement(deps, tx, 'front'));
  await first.close();
  const copy = await copyOf(after, url, cluster);
  const db = await opened(after, url, { readUrl: copy });
  const nameOf = async (tx: Tx) =>
    (await sql<{ name: string }>`select current_database() as name`.execute(tx)).rows[0]?.name;
  assert.match((await db.readPublished(nameOf)).value ?? '', /_copy$/);
  await db.write((tx) => logPlacement({ ...deps, db }, tx, 'ads'));
  const began = performance.now();
  assert.deepEqual((await db.readPublished(lastLine)).value, { seq: 2 });
  assert.ok(performance.now() - began > 400, 'it waited for the replica');
  const again = performance.now();
  assert.deepEqual((await db.readPublished(lastLine)).value, { seq: 2 });
  assert.ok(performance.now() - again < 400, 'the next reader does not wait');
});

test('the database of another site is not read as a replica', async (t) => {
  const { url, after, cluster } = await openOne(t);
  await createDeps(await opened(after, url));
  const { url: other, drop } = await createBareDatabase(cluster);
  after(drop);
  const stranger = await openDatabase(other);
  await createDeps(stranger);
  await stranger.close();
  const db = await opened(after, url, { readUrl: other });
  const { value } = await db.readPublished((tx) =>
    sql<{ name: string }>`select current_database() as name`.execute(tx),
  );
  assert.equal(value.rows[0]?.name, new URL(url).pathname.slice(1));
});
