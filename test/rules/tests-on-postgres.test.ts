import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { NO_REASON } from '../../scripts/skipped-tests.ts';
import { runGroups } from '../../scripts/test-runner.ts';
import {
  COVERED,
  findUncovered,
  needsBothDatabases,
  ON_SQLITE_ALONE,
  onPostgres,
  opensSite,
} from '../../scripts/tests-on-postgres.ts';
import { createBareDatabase, findPrograms, startCluster } from '../support/postgres.ts';

// Which tests run on PostgreSQL, and how skipped tests and errors are reported.

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
  for (const name of [...Object.keys(ON_SQLITE_ALONE), ...COVERED])
    assert.ok(existsSync(join(root, 'test', name)), name);
});

test('a test about stored data, search, several processes or requests at the same time runs on PostgreSQL', () => {
  for (const name of COVERED) assert.equal(needsBothDatabases(`test/${name}`), false, name);
  for (const name of ['data/backup', 'search/search', 'newsroom/live-board', 'newsroom/passwords', 'api/idempotency'])
    assert.ok(needsBothDatabases(`test/${name}.test.ts`), name);
});

test('a statement that runs only in tests left out on PostgreSQL is found, with the fewest tests that run it', () => {
  const [left, other] = ['test/newsroom/charts.test.ts', 'test/newsroom/board.test.ts'];
  const ran = [
    { files: [left], statements: ['select 1', 'select 2'] },
    { files: [other], statements: ['select 1'] },
    { files: ['test/ads/brief-check.test.ts'], statements: ['select 2'] },
  ];
  const found = { statements: [`${left}: select 2`], files: [left] };
  assert.deepEqual(findUncovered(ran), found);
  const larger = { files: ['test/newsroom/compare.test.ts', 'test/public/feeds.test.ts'], statements: ['select 2'] };
  assert.deepEqual(findUncovered([larger, ...ran]), found);
  const none = { statements: [], files: [] };
  assert.deepEqual(findUncovered([...ran, { files: [other], statements: ['select 2'] }]), none);
});

test('statements of the service are recorded without their values, and those of the test itself are not', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-statements-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [script, recorded] = [join(folder, 'test.mjs'), join(folder, 'statements')];
  writeFileSync(
    script,
    `import { openSite } from ${JSON.stringify(join(root, 'test', 'support', 'site.ts'))};
     const ends = [];
     const site = await openSite({ after: (end) => ends.push(end) });
     await site.person('editor');
     await site.deps.db.read.selectFrom('tag').select('slug').where('slug', 'in', ['a', 'b']).execute();
     for (const end of ends) await end();`,
  );
  const env = { ...process.env, TEST_STATEMENTS: recorded };
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const statements = readFileSync(recorded, 'utf8').split('\n');
  assert.ok(statements.some((one) => /^insert into "editor" \([^)]*\) values \(\?\)$/.test(one)));
  assert.ok(!statements.some((one) => one.startsWith('select "slug" from "tag"')));
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

test('an error that no test catches fails the run and is reported', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-errors-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'late.test.mjs');
  writeFileSync(
    file,
    `import { test } from 'node:test';
     test('ends later', async () => {
       setTimeout(() => { throw new Error('thrown by a timer'); });
       await new Promise((later) => setTimeout(later, 50));
     });`,
  );
  const ran = await runFile(file, folder);
  assert.equal(ran?.passed, false);
  assert.match(ran?.output ?? '', /thrown by a timer/);
});

test('a failed test fails the run in a process that a library ends with status 0', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-statuses-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'some.test.mjs');
  const first = "import { test } from 'node:test';\n";
  const ends = "process.on('beforeExit', () => process.exit(0));\n";
  for (const text of [
    `${ends}test('fails', () => { throw new Error('on purpose'); });`,
    "test('never ends', () => process.exit(0));",
  ]) {
    writeFileSync(file, `${first}${text}`);
    assert.equal((await runFile(file, folder))?.passed, false, text);
  }
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

/** Runs one test file as `npm test` does. */
async function runFile(file: string, folder: string) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const [ran] = await runGroups([{ files: [relative(root, file)] }], {
    folder,
    atOnce: 1,
    longest: 60,
    env,
    done: () => {},
  });
  return ran;
}
