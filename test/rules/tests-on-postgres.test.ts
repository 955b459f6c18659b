import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { NO_REASON } from '../../scripts/skipped-tests.ts';
import { ON_SQLITE_ALONE, onPostgres, opensSite } from '../../scripts/tests-on-postgres.ts';

// Which tests run on PostgreSQL, and how skipped tests are reported.

const root = dirname(dirname(import.meta.dirname));
const tests = globSync('test/*/*.test.ts', { cwd: root });

test('a test that opens its site through a helper runs on PostgreSQL', () => {
  const { run } = onPostgres(tests);
  for (const name of [
    ...['ads/ad-booking', 'ads/ad-money', 'ads/ad-documents', 'ads/ad-evidence', 'process/server-limits'],
    ...['newsroom/schedule', 'newsroom/second-factor', 'newsroom/remembered-browsers'],
    ...['api/idempotency', 'data/backup', 'data/schedule-trouble'],
  ])
    assert.ok(run.includes(`test/${name}.test.ts`), name);
});

test('a test that opens a site runs on PostgreSQL or is listed with a reason', () => {
  const { run, left } = onPostgres(tests);
  assert.deepEqual([...run, ...left.map(([file]) => file)].sort(), tests.filter((file) => opensSite(file)).sort());
  for (const [file, why] of left) assert.ok(why.length > 10, file);
  assert.equal(opensSite('test/ads/brief-check.test.ts'), false, 'a test of a pure function opens no site');
});

test('every test that is listed as SQLite only exists', () => {
  for (const name of Object.keys(ON_SQLITE_ALONE)) assert.ok(existsSync(join(root, 'test', name)), name);
});

test('a skipped test is reported with its file, its name and its reason', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-skips-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'some.test.mjs');
  writeFileSync(
    file,
    `import { test } from 'node:test';
     test('runs', () => {});
     test('asks for a tool', (t) => t.skip('no tool\\nis here'));
     test('says nothing', { skip: true }, () => {});`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = join(root, 'scripts', 'skipped-tests.ts');
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const said = stdout.trim().split('\n');
  assert.deepEqual(
    said.map((line) => line.split('\t')),
    [
      ['some.test.mjs', 'asks for a tool', 'no tool is here'],
      ['some.test.mjs', 'says nothing', NO_REASON],
    ],
    stderr,
  );
});
