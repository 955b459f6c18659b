// `npm test`: types, lint, format, and the tests that need no process and no browser. `npm run test:all` adds the tests that do, and
// those whose subject differs on PostgreSQL. `npm run test:nightly` runs everything else: what is held to times, the long walks, and
// all tests with a site on PostgreSQL. `npm test -- NAME …` runs only these test files, on PostgreSQL with `--postgres`.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingStatements } from './engine-list.ts';
import { findTests, listTests } from './find-tests.ts';
import { opensSites, sortTests } from './test-kinds.ts';
import { planGroups, rememberTimes } from './test-plan.ts';
import { addCounts, inOneLine, NO_REASON, readReport } from './test-report.ts';
import { type GroupResult, runGroups, type TestGroup } from './test-runner.ts';

/** Files that take more seconds than this are listed at the end. */
const LONG = 15;
/** Seconds after which a process that hangs is ended, and those at night. No group of files takes so long, however busy the machine is. */
const [LONGEST, LONGEST_AT_NIGHT] = [3600, 7200];
/** The most files that may pass only alone. With more failed files than the second number none runs again: the code is broken, not a test. */
const [MOST_ALONE, MOST_AGAIN] = [5, 20];
/** Milliseconds between two lines of progress when the output is not a terminal. */
const TELL_EVERY = 10_000;
/** Statements that may be missing in docs/engine-statements.txt; with more the list is out of date. */
const MOST_MISSING = 20;

/** A file system in memory, and the bytes that must be free there for the files of the tests. */
const [MEMORY, ENOUGH] = ['/dev/shm', 4 * 1024 ** 3];

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const { names, all, nightly, postgres, watch, pattern } = readWords();
const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'plumbline-check-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  TEST_RUN: join(folder, 'made'),
};
/** Each test opens its own site: writing them to a disk takes a tenth of the processor time and a third of the seconds. */
const inMemory = { TMPDIR: join(folder, 'files') };
for (const name of ['made', 'files']) mkdirSync(join(folder, name));
// PostgreSQL and nginx read files there as other users.
chmodSync(folder, 0o755);
chmodSync(join(folder, 'files'), 0o1777);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const phases: string[] = [];
const ran: (GroupResult & { phase: string })[] = [];
const started = performance.now();
/** Types, lint or the list of statements: each counts as one failed test. */
let failedChecks = 0;

try {
  if (names.length > 0) await runNamed();
  else {
    if (nightly) await runNightly();
    else await runChecked();
    tellEnd();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failedChecks++;
  tellEnd();
}
// Exit explicitly: the steps may keep the channel to scripts/run.mjs open.
process.exit();

function readWords() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...{ all: flag, nightly: flag, postgres: flag, watch: flag },
        'test-name-pattern': { type: 'string', multiple: true, default: [] },
      },
    });
    const { 'test-name-pattern': pattern, ...flags } = values;
    if (positionals.length === 0 && (flags.postgres || flags.watch || pattern.length > 0))
      throw new Error(
        '--postgres, --watch and --test-name-pattern need the name of a test file, as in: npm test -- seed',
      );
    if (positionals.length > 0 && (flags.all || flags.nightly))
      throw new Error('--all and --nightly take no names of test files.');
    return { ...flags, pattern, names: findTests(positionals) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function runChecked(): Promise<void> {
  const { inProcess, processes, browser, postgres: onPostgres } = sortTests(listTests());
  const atOnce = availableParallelism() + 1;
  await Promise.all([step('types', bin('tsc'), ['-p', '.']), step('lint and format', bin('biome'), ['check', '.'])]);
  rememberTimes(await runTests('tests in the process', withEnv(planGroups(inProcess), inMemory), atOnce));
  if (!all) return;
  await withPostgres(async (url) => {
    // Tests of processes wait often, the others seldom: together they leave no processor idle.
    const mixed = alternate(withEnv(inGroupsOfOne(processes), { TEST_CLUSTER: url }), [
      ...withEnv(planGroups(browser), { TEST_CLUSTER: url, ...inMemory }),
      ...withEnv(planGroups(onPostgres), { TEST_POSTGRES: url, ...inMemory }),
    ]);
    await runTests('tests of processes, in a browser and on PostgreSQL', mixed, atOnce);
    await runFailedAgain();
  });
}

async function runNightly(): Promise<void> {
  const tests = listTests();
  const kinds = sortTests(tests);
  const atOnce = availableParallelism() + 1;
  await withPostgres(async (url) => {
    const cluster = { TEST_CLUSTER: url };
    const again = withEnv(planGroups(opensSites(tests)), { TEST_POSTGRES: url, ...inMemory });
    checkEngineList(await runTests('tests on PostgreSQL', again, atOnce));
    await runTests('long tests', withEnv(inGroupsOfOne(kinds.nightly), cluster), atOnce);
    await runTests('tests held to times', withEnv(inGroupsOfOne(kinds.measured), cluster), 1);
  });
}

/**
 * Runs each failed file once more, alone: a test may fail by chance beside others. One that passes then counts as passed and is named,
 * so that it is mended or moved to the nightly tests.
 */
async function runFailedAgain(): Promise<void> {
  const failed = ran.filter(({ passed }) => !passed);
  const again = failed.flatMap(({ failedFiles, env: variables }) => withEnv(inGroupsOfOne(failedFiles), variables));
  if (again.length === 0 || again.length > MOST_AGAIN) return;
  const results = await runTests('failed tests, alone', again, 1);
  const passed = results.filter((one) => one.passed).flatMap(({ files }) => files);
  // The second result of a file counts in place of the first.
  for (const result of failed) Object.assign(result, { passed: true, counts: { ...result.counts, failed: 0 } });
  list('passed only alone', passed);
  if (passed.length <= MOST_ALONE) return;
  console.log(`More than ${MOST_ALONE} files passed only alone, so the run failed.`);
  failedChecks++;
}

function withEnv(groups: readonly (readonly string[])[], variables: NodeJS.ProcessEnv = {}): TestGroup[] {
  return groups.map((files) => ({ files, env: variables }));
}

/** One of each in turn, then the rest of the longer list. */
function alternate<Item>(ones: readonly Item[], others: readonly Item[]): Item[] {
  const both = Array.from({ length: Math.max(ones.length, others.length) }, (_, at) => [ones[at], others[at]]);
  return both.flat().filter((item) => item !== undefined);
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
}

function inGroupsOfOne(files: readonly string[]): string[][] {
  return files.map((file) => [file]);
}

/** A few new statements are only named: a test may send another one when it is slow. */
function checkEngineList(results: readonly GroupResult[]): void {
  const missing = missingStatements(results.flatMap(({ sent }) => sent));
  list('statements are not in the list of engine-check: run scripts/engine-statements.ts', missing);
  if (missing.length > MOST_MISSING) failedChecks++;
}

/** Runs these files, and prints the result of each test. */
async function runNamed(): Promise<void> {
  const report = join(folder, 'report');
  const reporters = ['spec', 'stdout', ...(watch ? [] : [join(root, 'scripts', 'test-report.ts'), report])];
  const parameters = [
    '--test',
    ...reporters.map((word, at) => `--test-reporter${at % 2 === 0 ? '' : '-destination'}=${word}`),
    ...pattern.map((text) => `--test-name-pattern=${text}`),
    ...(watch ? ['--watch'] : []),
    ...names,
  ];
  const run = (more: NodeJS.ProcessEnv) => spawnStep(process.execPath, parameters, { ...env, ...more });
  const passed = await (postgres ? withPostgres((url) => run({ TEST_POSTGRES: url })) : run({}));
  if (watch) return;
  const { counts, files } = readReport(report, root);
  const empty = names.filter((file) => !files.has(file));
  if (pattern.length > 0 && files.size === 0) console.log('No test has such a name.');
  else if (pattern.length === 0) for (const file of empty) console.log(`${file} has no test.`);
  const failed = counts.failed + (pattern.length > 0 ? Number(files.size === 0) : empty.length);
  if (!passed || failed > 0) process.exitCode = 1;
  console.log(inOneLine({ ...counts, failed: Math.max(failed, passed ? 0 : 1) }));
}

async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { makeTemplate, startCluster } = await import('../test/support/postgres.ts');
  const cluster = await startCluster();
  try {
    await makeTemplate(cluster.url);
    return await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

async function runTests(phase: string, groups: readonly TestGroup[], atOnce: number): Promise<GroupResult[]> {
  const since = performance.now();
  const count = groups.flatMap(({ files }) => files).length;
  let finished = 0;
  const tell = () => tellProgress(`${phase} ${finished}/${count}, ${timeSince(since)}`);
  const ticking = setInterval(tell, process.stdout.isTTY ? 1000 : TELL_EVERY);
  const results = await runGroups(groups, {
    folder: join(folder, phase.replaceAll(' ', '-')),
    atOnce,
    longest: nightly ? LONGEST_AT_NIGHT : LONGEST,
    env,
    done: (one) => {
      finished += one.files.length;
      if (!one.passed) tellFailure(one);
      if (process.stdout.isTTY) tell();
    },
  });
  clearInterval(ticking);
  endLine();
  const failed = results.some(({ passed }) => !passed);
  phases.push(`${phase}: ${count} files, ${failed ? 'FAILED' : 'passed'}, ${timeSince(since)}`);
  ran.push(...results.map((one) => ({ ...one, phase })));
  return results;
}

/** Prints progress: on a terminal it overwrites one line, elsewhere it prints a new line. */
function tellProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
  else console.log(text);
}

function endLine(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
}

function tellFailure({ files, output }: GroupResult): void {
  endLine();
  console.log(`\nFAILED: ${files.join(', ')}\n${output}\n`);
}

/** Prints the lists, then the times, then the tests of all phases in one line. */
function tellEnd(): void {
  const skipped = ran.flatMap(({ phase, skips }) => skips.map((line) => `${phase}: ${line}`));
  list('tests were skipped', skipped);
  const long = ran.filter(({ seconds }) => seconds > LONG).sort((one, other) => other.seconds - one.seconds);
  list(
    `took longer than ${LONG} s`,
    long.map(({ phase, files, seconds }) => `${Math.round(seconds)} s, ${phase}: ${files.join(', ')}`),
  );
  list(
    'failed',
    ran.filter(({ passed }) => !passed).map(({ phase, files }) => `${phase}: ${files.join(', ')}`),
  );
  console.log([...phases, `all: ${timeSince(started)}`].join('\n'));
  const withoutReason = skipped.filter((line) => line.endsWith(NO_REASON)).length;
  if (withoutReason > 0) console.log('A test was skipped without a reason.');
  const counts = addCounts([
    ...ran.map((one) => one.counts),
    { passed: 0, failed: failedChecks + withoutReason, skipped: 0 },
  ]);
  if (counts.failed > 0) process.exitCode = 1;
  console.log(inOneLine(counts));
}

function list(what: string, lines: string[]): void {
  if (lines.length > 0) console.log([`${lines.length} ${what}:`, ...lines].join('\n  '));
}

/** Runs types or lint. */
async function step(name: string, command: string, parameters: string[]): Promise<void> {
  const since = performance.now();
  const passed = await spawnStep(command, parameters, env);
  phases.push(`${name}: ${passed ? 'passed' : 'FAILED'}, ${timeSince(since)}`);
  console.log(phases.at(-1));
  if (!passed) failedChecks++;
}

/** Runs a command in a child process and returns whether it passed. */
function spawnStep(command: string, parameters: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', env: environment });
  return new Promise((resolve) => child.on('exit', (status) => resolve(status === 0)));
}

function timeSince(since: number): string {
  const seconds = Math.round((performance.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
