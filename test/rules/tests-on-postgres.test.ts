import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  BEFORE_A_RELEASE,
  ON_SQLITE_ALONE,
  onPostgres,
  opensSite,
  usesCluster,
} from '../../scripts/tests-on-postgres.ts';
import { createBareDatabase, findPrograms, startCluster } from '../support/postgres.ts';

// Which tests run on PostgreSQL, and where it starts.

const root = dirname(dirname(import.meta.dirname));
const tests = globSync('test/*/*.test.ts', { cwd: root });

test('a test that opens its site through a helper runs on PostgreSQL', () => {
  const { run } = onPostgres(tests);
  for (const name of [
    ...['board/bin', 'process/server-limits'],
    ...['newsroom/schedule', 'newsroom/second-factor', 'newsroom/remembered-browsers'],
    ...['api/idempotency', 'data/backup', 'data/schedule-trouble'],
  ])
    assert.ok(run.includes(`test/${name}.test.ts`), name);
});

test('a test that opens a site runs on PostgreSQL or is listed with a reason', () => {
  const { run, later, left } = onPostgres(tests);
  assert.deepEqual(
    [...run, ...later, ...left.map(([file]) => file)].sort(),
    tests.filter((file) => opensSite(file)).sort(),
  );
  for (const [file, why] of left) assert.ok(why.length > 10, file);
  assert.equal(opensSite('test/rules/words.test.ts'), false, 'a test that reads files opens no site');
});

test('every test that is listed as left out on PostgreSQL exists', () => {
  for (const name of [...Object.keys(ON_SQLITE_ALONE), ...BEFORE_A_RELEASE])
    assert.ok(existsSync(join(root, 'test', name)), name);
});

test('only a run of tests that use PostgreSQL starts it', () => {
  for (const name of ['data/backup-moves', 'data/engine-check'])
    assert.equal(usesCluster(`test/${name}.test.ts`), true, name);
  for (const name of ['public/seed', 'newsroom/board', 'data/postgres-lost'])
    assert.equal(usesCluster(`test/${name}.test.ts`), false, name);
});

test('PostgreSQL starts from a private folder with a space and an umlaut, or one sentence says why it does not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'Plumbline für Maß '));
  t.after(() => rmSync(folder, { recursive: true }));
  await assert.rejects(startCluster({ programs: folder }), /^Error: PostgreSQL does not start for the tests: .+$/);
  cpSync(findPrograms(), folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o700);
  const cluster = await startCluster({ programs: folder });
  const { drop } = await createBareDatabase(cluster.url);
  await drop();
  await cluster.stop();
});
