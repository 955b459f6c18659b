import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { toKyselyDatabase } from '#db/connection/node-sqlite.ts';
import type { Database } from '#db/database.ts';
import { appliedMigrations, knownMigrations } from '#db/schema/migrate.ts';
import type { Tables } from '#db/schema/tables.ts';
import { migrateUpTo } from '#db/schema/upgrade.ts';
import { hashEntry } from '#runtime/journal.ts';
import { createBareDatabase, shareCluster } from '../support/postgres.ts';

// Databases as older releases wrote them.

const AT = '2026-09-06T08:00:00.000Z';
export const ID = '3f2b6a44-64b1-4a52-b5c2-7f1a2e4f7e05';
export const BODY = '[{"id":"b1","type":"paragraph","text":"The crew set out 412 points."}]';

type Row = Record<string, string | number | null>;
/** The migrations that added the counts of the gate, and the list of articles to index again. */
const [GATE_COUNTS, SEARCH_AGAIN] = [4, 40];

/** An older database: its address, and how to open it as it is. */
export type Old = { url: string; open: () => Promise<Kysely<Tables>> };

/** A database after the first `last` migrations. */
export async function makeOld(
  t: Pick<TestContext, 'after'>,
  kind: Database['kind'],
  last: number,
  /** A cluster other than that of the run. */
  clusterUrl?: string,
): Promise<Old> {
  const old = kind === 'sqlite' ? oldFile(t) : await oldServer(t, clusterUrl);
  const db = await old.open();
  await migrateUpTo(kind, db, knownMigrations()[last - 1] ?? '');
  assert.equal((await appliedMigrations(db)).length, last);
  await writeOld(db, last);
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

async function oldServer(t: Pick<TestContext, 'after'>, clusterUrl?: string): Promise<Old> {
  const cluster = clusterUrl ? { url: clusterUrl, stop: async () => {} } : await shareCluster();
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
async function writeOld(db: Kysely<Tables>, last: number): Promise<void> {
  const where = { desk: 'robotics', slug: 'layout-robot-pilot' };
  const live = { latest_revision: 0, live_revision: 0, live_desk: where.desk, live_slug: where.slug };
  const times = { published_at: AT, modified_at: AT, created_at: AT, updated_at: AT };
  const saved = { saved_at: AT, saved_by_kind: 'editor', saved_by_id: 'e1', saved_by_name: 'Dana' };
  const words = { headline: 'A layout robot', dek: 'What to check.', body_blocks: BODY, sources: '[]', tag_ids: '[]' };
  const entry = {
    at: AT,
    actor_kind: 'house',
    actor_id: 'house',
    actor_name: 'Plumbline',
    act: 'draft.created',
    subject_kind: 'article',
    subject_id: ID,
    revision: 0,
    detail: null,
    previous_hash: '',
  };
  const publication = { at: AT, act: 'published', article_id: ID, ...where, revision: 0 };
  const rows: [table: string, row: Row][] = [
    ['article', { id: ID, ...where, ...live, ...times, ...(last >= GATE_COUNTS && { gate_blocks: 0, gate_warns: 3 }) }],
    ['revision', { article_id: ID, number: 0, ...where, ...words, ...saved }],
    ['address', { ...where, article_id: ID, was_live: 1 }],
    ['correction', { article_id: ID, revision: 0, note: 'The count of points was wrong.', at: AT }],
    ['publication_log', publication],
    ['journal', { ...entry, hash: hashEntry(entry) }],
    ...(last >= SEARCH_AGAIN ? [['search_unindexed', { article_id: ID }] as [string, Row]] : []),
  ];
  for (const [table, row] of rows) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
  }
}
