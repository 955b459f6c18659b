import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import '#app.ts'; // a backup runs the checks that capabilities declare
import { backUpBeforeUpgrade } from '#backup/before-upgrade.ts';
import { inspectData } from '#backup/inspect.ts';
import { restore } from '#backup/restore.ts';
import { openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { appliedMigrations, knownMigrations } from '#db/schema/migrate.ts';
import { readConfig } from '#runtime/config/config.ts';
import { noFiles } from '#runtime/files/files.ts';
import { NEXT_STEP, nextRelease, openRelease } from '../support/data/releases.ts';
import { until } from '../support/faults/server.ts';
import { lastFirst } from '../support/postgres.ts';

// What an upgrade does before and after it, and what a release before it says.

const KINDS = ['sqlite', 'postgres'] as const;
const BEFORE = `before-upgrade-from-${knownMigrations()[0]?.slice(0, 4)}-2026-11-23T05-00-00-000Z.db`;
const quiet = { telling: { copying: () => {}, comparing: () => {} }, changeCopy: async () => {} };

function backupsOf(t: Pick<TestContext, 'after'>) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-upgrades-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const now = () => '2026-11-23T05:00:00.000Z';
  const make = (url: string) => backUpBeforeUpgrade(url, { folder, now, say: () => {} });
  return { folder, make };
}

for (const kind of KINDS)
  test(`an upgrade makes one checked backup, which restores, and an older release names it, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const { folder, make } = backupsOf(t);
    const url = await openRelease(t, kind);
    const options = { backUp: make(url), migrations: nextRelease };
    const opened = await Promise.all([1, 2].map(() => openDatabase(url, options)));
    for (const one of opened) await one.close();
    const backup = join(folder, BEFORE);
    assert.deepEqual(readdirSync(folder), [BEFORE]);
    await assert.rejects(openDatabase(url), (error: Error) => {
      assert.match(
        error.message,
        /^A newer release has written this database \(9999-next\)\. Use that release, or a newer one\./,
      );
      assert.ok(error.message.includes(`at 2026-11-23T05:00:00.000Z: plumbline restore ${backup} --replace (sha256 `));
      return true;
    });
    const fresh = `file:${join(folder, 'restored.db')}`;
    const { rows } = await restore(backup, fresh, noFiles, { ...quiet, at: '', replace: false });
    assert.ok(rows > 50);
    assert.deepEqual((await inspectAt(fresh)).wrong, []);
    const restored = await openDatabase(fresh);
    assert.equal((await restored.read.selectFrom('article').select('id').execute()).length, 5);
    await restored.close();
  });

async function inspectAt(url: string) {
  const snapshot = await openSnapshot(url);
  try {
    return await inspectData(snapshot, () => {});
  } finally {
    await snapshot.close();
  }
}

for (const [given, expected] of [
  [undefined, [BEFORE]],
  ['on', [BEFORE]],
  ['off', []],
] as const)
  test(`with UPGRADE_BACKUP ${given ?? 'not set'}, an upgrade leaves ${expected.length} backups in the data folder`, async (context) => {
    const t = lastFirst(context);
    const { folder: dataDir } = backupsOf(t);
    const url = await openRelease(t, 'sqlite');
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url, ...(given && { UPGRADE_BACKUP: given }) };
    const { databaseUrl, upgradeBackups } = readConfig(settings);
    const now = () => '2026-11-23T05:00:00.000Z';
    const backUp = backUpBeforeUpgrade(databaseUrl, { folder: upgradeBackups, now, say: () => {} });
    const db = await openDatabase(databaseUrl, { backUp, migrations: nextRelease });
    assert.ok((await appliedMigrations(db.read)).includes(NEXT_STEP));
    await db.close();
    const backups = join(dataDir, 'backups');
    assert.deepEqual(existsSync(backups) ? readdirSync(backups) : [], expected);
  });

for (const kind of KINDS)
  test(`a database of an earlier release with a lost address is not upgraded, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const { folder, make } = backupsOf(t);
    const url = await openRelease(t, kind);
    const statement = 'delete from address where was_live = 1';
    if (kind === 'sqlite') {
      const file = new DatabaseSync(new URL(url).pathname);
      file.exec(statement);
      file.close();
    } else {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(statement);
      await client.end();
    }
    await assert.rejects(openDatabase(url, { backUp: make(url) }), /does not hold the address it is live at/);
    assert.deepEqual(readdirSync(folder), []);
  });

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
  const url = await openRelease(t, 'sqlite');
  writeFileSync(join(folder, 'taken'), '');
  const backUp = backUpBeforeUpgrade(url, { folder: join(folder, 'taken'), now: () => '', say: () => {} });
  await assert.rejects(
    openDatabase(url, { backUp, migrations: nextRelease }),
    /no backup could be made before the upgrade, so nothing was changed/,
  );
  const db = await openDatabase(url);
  assert.ok(!(await appliedMigrations(db.read)).includes(NEXT_STEP));
  await db.close();
});

test('a server that opened the database reconnects after a newer release upgraded it', async (context) => {
  const t = lastFirst(context);
  const url = await openRelease(t, 'postgres');
  const db = await openDatabase(url);
  t.after(() => db.close());
  const newer = await openDatabase(url, { migrations: nextRelease });
  await newer.close();
  await endConnections(url);
  await db.read
    .selectFrom('article')
    .select('id')
    .execute()
    .catch(() => {});
  await until(db.isAvailable, 10_000);
  assert.equal((await db.read.selectFrom('article').select('id').execute()).length, 5);
  await assert.rejects(openDatabase(url), /A newer release has written this database/);
});

async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}
