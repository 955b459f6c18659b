import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { backUpBeforeUpgrade } from '#backup/before-upgrade.ts';
import { inspectData } from '#backup/inspect.ts';
import { restore } from '#backup/restore.ts';
import { openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import type { Tx } from '#db/database.ts';
import { appliedMigrations, knownMigrations } from '#db/schema/migrate.ts';
import { noFiles } from '#runtime/files/files.ts';
import { until } from '../process/faults/server.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';
import { ID, makeOld } from './older.ts';

// What an upgrade does before and after it, and what a release before it says.

const KINDS = ['sqlite', 'postgres'] as const;
const steps = knownMigrations();
/** After these many migrations, an earlier release. */
const EARLIER = [1, 9, 20, 39, steps.length - 1];
const quiet = { telling: { copying: () => {}, comparing: () => {} }, changeCopy: async () => {} };

function backupsOf(t: Pick<TestContext, 'after'>) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-upgrades-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const now = () => '2026-11-23T05:00:00.000Z';
  const make = (url: string) => backUpBeforeUpgrade(url, { folder, now, say: () => {} });
  return { folder, make };
}

/** All tables, columns, indexes and triggers of a database, without the names that the database itself gives. */
async function shapeOf(tx: Tx, kind: (typeof KINDS)[number]): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{
          line: string;
        }>`select type || ' ' || s.name || ' ' || coalesce((select group_concat(c.name || ' ' || c.type || ' ' ||
          c."notnull" || ' ' || c.pk) from (select * from pragma_table_info(s.name) order by name) c), '') as line
          from sqlite_schema s where s.name not like 'sqlite_%' order by 1`.execute(tx)
      : await sql<{
          line: string;
        }>`select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable as line
          from information_schema.columns where table_schema = 'public'
          union all select indexname from pg_indexes where schemaname = 'public'
          union all select tgname from pg_trigger where not tgisinternal order by 1`.execute(tx);
  return rows.map(({ line }) => line);
}

async function shapeAfterOpening(url: string): Promise<string[]> {
  const db = await openDatabase(url);
  try {
    assert.deepEqual(await appliedMigrations(db.read), steps);
    return await shapeOf(db.read, db.kind);
  } finally {
    await db.close();
  }
}

test('a file of earlier releases gets the tables of a new one', async (context) => {
  const t = lastFirst(context);
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-fresh-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const fresh = await shapeAfterOpening(`file:${join(folder, 'fresh.db')}`);
  for (const last of EARLIER) {
    const old = await makeOld(t, 'sqlite', last);
    assert.deepEqual(await shapeAfterOpening(old.url), fresh, steps[last - 1] ?? '');
  }
});

test('a PostgreSQL database of earlier releases gets the tables of a new one', async (context) => {
  const t = lastFirst(context);
  const cluster = await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  t.after(drop);
  const fresh = await shapeAfterOpening(url);
  for (const last of EARLIER) {
    const old = await makeOld(t, 'postgres', last);
    assert.deepEqual(await shapeAfterOpening(old.url), fresh, steps[last - 1] ?? '');
  }
});

for (const kind of KINDS)
  test(`an upgrade makes one checked backup, which restores, and an older release names it, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const { folder, make } = backupsOf(t);
    const old = await makeOld(t, kind, 41);
    const opened = await Promise.all([1, 2].map(() => openDatabase(old.url, { backUp: make(old.url) })));
    const [db] = opened;
    const backup = join(folder, 'before-upgrade-from-0041-2026-11-23T05-00-00-000Z.db');
    assert.deepEqual(readdirSync(folder), [backup.slice(folder.length + 1)]);
    await db?.write((tx) => sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(tx));
    for (const one of opened) await one.close();
    await assert.rejects(openDatabase(old.url), (error: Error) => {
      assert.match(
        error.message,
        /^A newer release has written this database \(9999-later\)\. Use that release, or a newer one\./,
      );
      assert.ok(error.message.includes(`at 2026-11-23T05:00:00.000Z: plumbline restore ${backup} --replace (sha256 `));
      return true;
    });
    const fresh = `file:${join(folder, 'restored.db')}`;
    const { rows } = await restore(backup, fresh, noFiles, { ...quiet, at: '', replace: false });
    const restored = await openDatabase(fresh);
    assert.ok(rows >= 6);
    assert.equal((await restored.read.selectFrom('article').select('id').executeTakeFirst())?.id, ID);
    await restored.close();
  });

for (const kind of KINDS)
  test(`a database from before some tables were guarded is upgraded, and its backup restores, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const { folder, make } = backupsOf(t);
    const old = await makeOld(t, kind, 6);
    const db = await openDatabase(old.url, { backUp: make(old.url) });
    await db.close();
    const backup = join(folder, 'before-upgrade-from-0006-2026-11-23T05-00-00-000Z.db');
    const fresh = `file:${join(folder, 'restored.db')}`;
    await restore(backup, fresh, noFiles, { ...quiet, at: '', replace: false });
    assert.deepEqual((await inspectAt(fresh)).wrong, []);
  });

async function inspectAt(url: string) {
  const snapshot = await openSnapshot(url);
  try {
    return await inspectData(snapshot, () => {});
  } finally {
    await snapshot.close();
  }
}

test('an empty database is upgraded without a backup', async (context) => {
  const t = lastFirst(context);
  const { folder, make } = backupsOf(t);
  const file = `file:${join(folder, 'new.db')}`;
  const db = await openDatabase(file, { backUp: make(file) });
  await db.close();
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('before-upgrade')));
});

test('an upgrade whose backup cannot be written changes nothing', async (context) => {
  const t = lastFirst(context);
  const { folder } = backupsOf(t);
  const old = await makeOld(t, 'sqlite', 41);
  writeFileSync(join(folder, 'taken'), '');
  const backUp = backUpBeforeUpgrade(old.url, { folder: join(folder, 'taken'), now: () => '', say: () => {} });
  await assert.rejects(
    openDatabase(old.url, { backUp }),
    /no backup could be made before the upgrade, so nothing was changed/,
  );
  const db = await old.open();
  assert.equal((await appliedMigrations(db)).length, 41);
  await db.destroy();
});

test('a server that opened the database reconnects after a newer release upgraded it', async (context) => {
  const t = lastFirst(context);
  const old = await makeOld(t, 'postgres', steps.length);
  const db = await openDatabase(old.url);
  t.after(() => db.close());
  await db.write((tx) => sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(tx));
  await endConnections(old.url);
  await db.read
    .selectFrom('article')
    .select('id')
    .execute()
    .catch(() => {});
  await until(db.isAvailable, 10_000);
  assert.equal((await db.read.selectFrom('article').select('id').execute()).length, 1);
  await assert.rejects(openDatabase(old.url), /A newer release has written this database/);
});

async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}
