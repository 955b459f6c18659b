import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '#db/connection/open.ts';
import { appliedMigrations, knownMigrations } from '#db/schema/migrate.ts';
import { until } from '../process/faults/server.ts';
import { lastFirst } from '../support/postgres.ts';
import { BODY, ID, makeOld } from './older.ts';

// This release opens a database of an older release.

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`a database from before figures keeps its rows and gets gate counts, triggers and every migration, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const old = await makeOld(t, kind, 4);
    const db = await openDatabase(old.url);
    try {
      assert.deepEqual(await appliedMigrations(db.read), knownMigrations());
      const revision = await db.read.selectFrom('revision').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual([revision.article_id, revision.body_blocks], [ID, BODY]);
      const note = await db.read.selectFrom('correction').select(['seq', 'note']).executeTakeFirstOrThrow();
      assert.deepEqual([note.seq, note.note], [1, 'The count of points was wrong.']);
      const article = await db.read.selectFrom('article').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual([article.live_revision, article.gate_blocks, article.gate_warns], [0, null, null]);
      for (const table of ['revision', 'correction', 'journal'])
        await assert.rejects(
          db.write((tx) => sql`delete from ${sql.table(table)}`.execute(tx)),
          /append-only/,
          table,
        );
    } finally {
      await db.close();
    }
  });
}

test('a reader who has one table open and asks for the others is never the victim of an upgrade, nor is the upgrade', async (context) => {
  const t = lastFirst(context);
  const old = await makeOld(t, 'postgres', 14);
  const reader = new pg.Client({ connectionString: old.url });
  await reader.connect();
  t.after(() => reader.end());
  let backups = 0;
  const backUp = async () => {
    backups++;
    return null;
  };
  await reader.query("begin; set local lock_timeout = '5s'; select 1 from article");
  const opening = openDatabase(old.url, { backUp });
  const waits = 'select 1 from pg_locks where not granted and relation is not null';
  await until(async () => (await reader.query(waits)).rows.length > 0, 20_000);
  const { rows } = await reader.query('select tablename as name from pg_tables where schemaname = current_schema()');
  for (const { name } of rows) await reader.query(`select 1 from "${name}" limit 1`);
  await reader.query('commit');
  const db = await opening;
  assert.deepEqual([await appliedMigrations(db.read), backups], [knownMigrations(), 1]);
  await db.close();
});

test('a failed upgrade on SQLite leaves the file unchanged', async (context) => {
  const old = await makeOld(lastFirst(context), 'sqlite', 4);
  const change = async (statement: string) => {
    const db = await old.open();
    await sql.raw(statement).execute(db);
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema order by name`.execute(db);
    const steps = await appliedMigrations(db);
    const { gate_warns } = await db.selectFrom('article').select('gate_warns').executeTakeFirstOrThrow();
    await db.destroy();
    return { names: rows.map(({ name }) => name), steps, gate_warns };
  };
  // A table with the name of a later migration exists, so that migration fails after others succeeded.
  const before = await change('create table invoice (id text)');
  await assert.rejects(openDatabase(old.url), /could not be brought up to date/);
  assert.deepEqual(await change('select 1'), before);
  await change('drop table invoice');
  const db = await openDatabase(old.url);
  assert.deepEqual(await appliedMigrations(db.read), knownMigrations());
  await db.close();
});
