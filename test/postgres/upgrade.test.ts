import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { fingerprint, requireSameRows } from '#backup/fingerprint.ts';
import { inspectData } from '#backup/inspect.ts';
import { requireKnownTables } from '#backup/verify-file.ts';
import { databaseFile, openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import type { Database } from '#db/database.ts';
import { appliedMigrations, knownMigrations, type Migrations, migrationsOf } from '#db/schema/migrate.ts';
import { folderFor } from '../support/data/backups.ts';
import { NEXT_STEP, nextRelease, openRelease, RELEASES } from '../support/data/releases.ts';
import { until } from '../support/faults/server.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { shapeOf } from './shape.ts';

// This release opens a database of each release before it, and a later release one of this.

const KINDS = ['sqlite', 'postgres'] as const;
const QUIET = () => {};

async function freshDatabase(t: Pick<TestContext, 'after'>, kind: Database['kind']): Promise<string> {
  if (kind === 'sqlite') return `file:${folderFor(t)}/fresh.db`;
  const cluster = await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  t.after(drop);
  return url;
}

async function shapeAt(url: string) {
  const db = await openDatabase(url);
  try {
    assert.deepEqual(await appliedMigrations(db.read), knownMigrations());
    return await shapeOf(db.read, db.kind);
  } finally {
    await db.close();
  }
}

async function readAll<Value>(url: string, read: (side: Awaited<ReturnType<typeof openSnapshot>>) => Promise<Value>) {
  const snapshot = await openSnapshot(url);
  try {
    return await read(snapshot);
  } finally {
    await snapshot.close();
  }
}

for (const kind of KINDS)
  test(`a database of each release keeps its rows and gets the tables of a new one, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const empty = await freshDatabase(t, kind);
    const fresh = await shapeAt(empty);
    const now = await readAll(empty, (snapshot) => fingerprint(snapshot, QUIET));
    for (const release of RELEASES) {
      const url = await openRelease(t, kind, { release });
      const like = (await readAll(url, (snapshot) => fingerprint(snapshot, QUIET))).map((earlier) => {
        const kept = now.find(({ table }) => table === earlier.table)?.columns;
        return { ...earlier, columns: earlier.columns.filter((column) => kept?.includes(column)) };
      });
      const before = await readAll(url, (snapshot) => fingerprint(snapshot, QUIET, { like }));
      assert.deepEqual(await shapeAt(url), fresh, release);
      const after = await readAll(url, (snapshot) => fingerprint(snapshot, QUIET, { like: before }));
      requireSameRows(before, after);
      assert.ok(before.some(({ table, rows }) => table === 'journal' && rows > 10));
      assert.deepEqual((await readAll(url, (snapshot) => inspectData(snapshot, QUIET))).wrong, [], release);
    }
  });

/** Makes a database look as the migrations before 1.0.0 left it. */
async function makeUnreleased(t: Pick<TestContext, 'after'>, kind: Database['kind']): Promise<string> {
  const url = await openRelease(t, kind);
  const db = await openDatabase(url);
  for (const statement of [
    'delete from kysely_migration',
    `insert into kysely_migration (name, timestamp) values ('0001-first-edition', ''), ('0055-ended-imports', '')`,
  ])
    await db.write((tx) => sql.raw(statement).execute(tx));
  await db.close();
  return url;
}

for (const kind of KINDS)
  test(`a database from before 1.0.0 is refused with the way to move, and keeps every byte or row, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const url = await makeUnreleased(t, kind);
    const file = databaseFile(url);
    const all = async () =>
      file
        ? readFileSync(file)
        : readAll(url, async (side) => [await fingerprint(side, QUIET), await shapeOf(side.tx, kind)]);
    const before = await all();
    const refusal =
      /^Error: A version before 1\.0\.0 wrote this database, .* Nothing was changed\. Export the site with that version \(plumbline export FOLDER\), then import /;
    let backups = 0;
    const backUp = async () => {
      backups++;
      return null;
    };
    await assert.rejects(openDatabase(url, { backUp }), refusal);
    await assert.rejects(openDatabase(url, { mayUpgrade: false }), refusal);
    await assert.rejects(readAll(url, requireKnownTables), refusal);
    assert.deepEqual([await all(), backups], [before, 0]);
  });

for (const kind of KINDS)
  test(`only a server upgrades: a command of a later release refuses the database of this one, on ${kind}`, async (context) => {
    const url = await openRelease(lastFirst(context), kind);
    await assert.rejects(
      openDatabase(url, { mayUpgrade: false, migrations: nextRelease }),
      /^Error: An older release wrote this database \(\d{4}-[a-z-]+\), and a command does not upgrade it\. Nothing was changed\./,
    );
    const db = await openDatabase(url, { migrations: nextRelease });
    assert.deepEqual(await appliedMigrations(db.read), [...knownMigrations(), NEXT_STEP]);
    await db.close();
  });

test('a reader who has one table open and asks for the others is never the victim of an upgrade, nor is the upgrade', async (context) => {
  const t = lastFirst(context);
  const url = await openRelease(t, 'postgres');
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  t.after(() => reader.end());
  let backups = 0;
  const backUp = async () => {
    backups++;
    return null;
  };
  await reader.query("begin; set local lock_timeout = '5s'; select 1 from article");
  const opening = openDatabase(url, { backUp, migrations: nextRelease });
  const waits = 'select 1 from pg_locks where not granted and relation is not null';
  await until(async () => (await reader.query(waits)).rows.length > 0, 20_000);
  const { rows } = await reader.query('select tablename as name from pg_tables where schemaname = current_schema()');
  for (const { name } of rows) await reader.query(`select 1 from "${name}" limit 1`);
  await reader.query('commit');
  const db = await opening;
  assert.deepEqual([(await appliedMigrations(db.read)).at(-1), backups], [NEXT_STEP, 1]);
  await db.close();
});

for (const kind of KINDS)
  test(`a failed upgrade keeps nothing of it, and the next one works, on ${kind}`, async (context) => {
    const url = await openRelease(lastFirst(context), kind);
    const shape = () => readAll(url, async ({ tx }) => [await shapeOf(tx, kind), await appliedMigrations(tx)]);
    const before = await shape();
    // The last of the migrations fails after others succeeded.
    const failing: Migrations = (of) => ({
      ...nextRelease(of),
      '99999-fails': { up: async (db) => void (await sql`create table made_next (id text)`.execute(db)) },
    });
    await assert.rejects(openDatabase(url, { migrations: failing }), /could not be brought up to date/);
    assert.deepEqual(await shape(), before);
    const db = await openDatabase(url, { migrations: nextRelease });
    assert.equal((await appliedMigrations(db.read)).length, Object.keys(migrationsOf(kind)).length + 1);
    await db.close();
  });
