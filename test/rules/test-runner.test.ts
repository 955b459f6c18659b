import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findTests, listTests } from '../../scripts/find-tests.ts';
import { NO_REASON } from '../../scripts/test-report.ts';
import { runGroups } from '../../scripts/test-runner.ts';

// What `npm test` counts, reports and refuses.

const root = dirname(dirname(import.meta.dirname));
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

/** Runs files of these texts in one process, as `npm test` does. */
async function runTexts(t: TestContext, ...texts: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = texts.map((text, at) => {
    const file = join(folder, `${at}.test.mjs`);
    writeFileSync(file, `import { describe, test } from 'node:test';\n${text}`);
    return relative(root, file);
  });
  const [ran] = await runGroups([{ files }], { folder, atOnce: 1, longest: 60, env, done: () => {} });
  assert.ok(ran);
  return { ...ran, files };
}

/** Runs `npm test -- …` without npm. */
function check(...words: string[]) {
  const ran = spawnSync(process.execPath, ['scripts/check.ts', ...words], { cwd: root, env, encoding: 'utf8' });
  return { status: ran.status, lines: `${ran.stdout}${ran.stderr}`.trim().split('\n') };
}

test('tests are counted, not files or suites; a skipped test is reported with its file, its name and its reason', async (t) => {
  const ran = await runTexts(
    t,
    `test('runs', () => {});
     describe('a suite', () => { test('in it', async (t) => { await t.test('below', () => {}); }); });`,
    `test('asks for a tool', (t) => t.skip('no tool\\nis here'));
     test('says nothing', { skip: true }, () => {});`,
  );
  assert.deepEqual([ran.passed, ran.counts], [true, { passed: 3, failed: 0, skipped: 2 }], ran.output);
  const file = ran.files[1];
  assert.deepEqual(ran.skips, [`${file}: asks for a tool: no tool is here`, `${file}: says nothing: ${NO_REASON}`]);
});

test('a file without a test fails the run, alone or beside others', async (t) => {
  for (const texts of [[''], ["test('runs', () => {});", '']]) {
    const { passed, counts, output, files } = await runTexts(t, ...texts);
    assert.deepEqual([passed, counts.failed, output], [false, 1, `${files.at(-1)} has no test.`]);
  }
});

test('a file that takes long to load keeps what it opened, though the tests of the other files have ended', async (t) => {
  const { passed, counts, output } = await runTexts(
    t,
    "test('ends at once', () => {});",
    `import { after } from 'node:test';
     let isOpen = true;
     after(() => { isOpen = false; });
     await new Promise((later) => setTimeout(later, 300));
     if (!isOpen) throw new Error('It was closed while the file was loaded.');
     test('finds it open', () => { if (!isOpen) throw new Error('It is closed.'); });`,
  );
  assert.deepEqual([passed, counts], [true, { passed: 2, failed: 0, skipped: 0 }], output);
});

test('a file that fails to load beside others fails the run and is reported', async (t) => {
  const { passed, output } = await runTexts(
    t,
    "test('ends at once', () => {});",
    "await null; throw new Error('not loaded, on purpose');",
  );
  assert.equal(passed, false);
  assert.match(output, /not loaded, on purpose/);
});

test('an error that no test catches fails the run and is reported', async (t) => {
  const { passed, output } = await runTexts(
    t,
    `test('ends later', async () => {
       setTimeout(() => { throw new Error('thrown by a timer'); });
       await new Promise((later) => setTimeout(later, 50));
     });`,
  );
  assert.equal(passed, false);
  assert.match(output, /thrown by a timer/);
});

test('a failed test fails the run in a process that a library ends with status 0', async (t) => {
  const ends = "process.on('beforeExit', () => process.exit(0));\n";
  for (const text of [
    `${ends}test('fails', () => { throw new Error('on purpose'); });`,
    "test('never ends', () => process.exit(0));",
  ]) {
    const { passed, counts } = await runTexts(t, text);
    assert.deepEqual([passed, counts.failed], [false, 1], text);
  }
});

test('a test is named by file, folder, glob or a part of its name, and any other word gets one sentence', () => {
  const here = 'test/rules/words.test.ts';
  for (const word of [here, join(root, here), 'test/rules/wor*.test.ts', 'rules/words'])
    assert.deepEqual(findTests([word]), [here], word);
  assert.ok(findTests(['test/rules']).includes(here));
  assert.deepEqual(findTests(['.']), listTests());
  for (const [word, sentence] of [
    ['deploy', /^deploy has no test file\.$/],
    ['README.md', /^README\.md is no test file: /],
    ['no-such-test', /^No test file is “no-such-test”\. Give a file, a folder, a glob/],
    ['test/nothing/*.test.ts', /^No test file is /],
  ] as const)
    assert.throws(() => findTests([word]), { message: sentence }, word);
});

test('a run of named tests ends with their numbers, and flags work or get one sentence', () => {
  const one = check('rules/words', '--test-name-pattern', 'did not understand');
  assert.deepEqual([one.status, one.lines.at(-1)], [0, '1 passed, 0 failed, 0 skipped'], one.lines.join('\n'));
  const none = check('rules/words', '--test-name-pattern', 'no such name');
  assert.deepEqual(
    [none.status, none.lines.slice(-2)],
    [1, ['No test has such a name.', '0 passed, 1 failed, 0 skipped']],
  );
  for (const words of [
    ['--postgres'],
    ['--watch'],
    ['--no-such-flag'],
    ['--nightly', 'rules/words'],
    ['no-such-test'],
  ]) {
    const { status, lines } = check(...words);
    assert.deepEqual([status, lines.length], [2, 1], lines.join('\n'));
  }
});
