import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { toKyselyDatabase } from '../../src/db/connection/node-sqlite.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import type { Database } from '../../src/db/database.ts';
import { appliedMigrations, knownMigrations } from '../../src/db/schema/migrate.ts';
import { firstEdition } from '../../src/db/schema/migrations/0001-first-edition.ts';
import { search } from '../../src/db/schema/migrations/0002-search.ts';
import { media } from '../../src/db/schema/migrations/0003-media.ts';
import { newsroom } from '../../src/db/schema/migrations/0004-newsroom.ts';
import { figures } from '../../src/db/schema/migrations/0005-figures.ts';
import { adDesk } from '../../src/db/schema/migrations/0006-ad-desk.ts';
import type { Tables } from '../../src/db/schema/tables.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';

// This release opens a database of an older release.

const AT = '2026-09-06T08:00:00.000Z';
const ID = '3f2b6a44-64b1-4a52-b5c2-7f1a2e4f7e05';
const BODY = '[{"id":"b1","type":"paragraph","text":"The crew set out 412 points."}]';

/** The migrations of a release that had the first `last` of them. */
function stepsUpTo(last: number, kind: Database['kind']): Record<string, Migration> {
  const made = [firstEdition, search, media, newsroom, figures, adDesk].map((step) => step(kind));
  return Object.fromEntries(
    knownMigrations()
      .slice(0, last)
      .map((name, at) => [name, made[at] as Migration]),
  );
}

type Old = { url: string; open: () => Promise<Kysely<Tables>> };

/** A database after the first `last` migrations. */
async function makeOld(t: Pick<TestContext, 'after'>, kind: Database['kind'], last: number): Promise<Old> {
  const old = kind === 'sqlite' ? oldFile(t) : await oldServer(t);
  const db = await old.open();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => stepsUpTo(last, kind) } });
  const { error } = await migrator.migrateToLatest();
  assert.equal(error, undefined);
  assert.equal((await appliedMigrations(db)).length, last);
  await writeOld(db);
  await db.destroy();
  return old;
}

function oldFile(t: Pick<TestContext, 'after'>): Old {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-old-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'plumbline.db');
  const open = async () => {
    const file = new DatabaseSync(path);
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => file) }) });
  };
  return { url: `file:${path}`, open };
}

async function oldServer(t: Pick<TestContext, 'after'>): Promise<Old> {
  const cluster = await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  t.after(drop);
  return {
    url,
    open: async () =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
  };
}

/** One live article with revision, correction and journal, as the older release wrote them. */
async function writeOld(db: Kysely<Tables>): Promise<void> {
  const where = { desk: 'robotics', slug: 'layout-robot-pilot' };
  const live = { latest_revision: 0, live_revision: 0, live_desk: where.desk, live_slug: where.slug };
  const times = { published_at: AT, modified_at: AT, created_at: AT, updated_at: AT };
  const saved = { saved_at: AT, saved_by_kind: 'editor', saved_by_id: 'e1', saved_by_name: 'Dana' };
  const words = { headline: 'A layout robot', dek: 'What to check.', body_blocks: BODY, sources: '[]', tag_ids: '[]' };
  const actor = { actor_kind: 'house', actor_id: 'house', actor_name: 'Plumbline' };
  const subject = { act: 'draft.created', subject_kind: 'article', subject_id: ID, revision: 0 };
  const rows: [table: string, row: Record<string, string | number>][] = [
    ['article', { id: ID, ...where, ...live, ...times, gate_blocks: 0, gate_warns: 3 }],
    ['revision', { article_id: ID, number: 0, ...where, ...words, ...saved }],
    ['address', { ...where, article_id: ID, was_live: 1 }],
    ['correction', { article_id: ID, revision: 0, note: 'The count of points was wrong.', at: AT }],
    ['journal', { at: AT, ...actor, ...subject, previous_hash: '', hash: 'of-an-older-release' }],
  ];
  for (const [table, row] of rows) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
  }
}

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
