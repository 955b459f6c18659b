// `npm test`: types, lint, format, and every test on SQLite except those with time limits. `npm run test:all` adds the part
// that `--rest` runs alone: the tests that use a database again on PostgreSQL, then the tests with time limits.
// `--walks` runs the long walks, which only `--all` runs beside the others.
// `npm test -- PATH …` runs only the test files of these paths, on PostgreSQL with `--postgres`.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { missingStatements } from './engine-list.ts';
import { NO_REASON } from './skipped-tests.ts';
import { ALONE, LONG_WALKS, SEVERAL, TIMED_WALKS, WALKS } from './test-kinds.ts';
import { planGroups, rememberTimes } from './test-plan.ts';
import { type GroupResult, runGroups, type TestGroup } from './test-runner.ts';
import { findUncovered, IS_COVERED, onPostgres, whyOnSqliteAlone } from './tests-on-postgres.ts';

/** Files that take more seconds than this are listed at the end. */
const LONG = 15;
/** Seconds after which a file is ended, and those of the long walks, which load the machine themselves. */
const [LONGEST, LONGEST_WALK] = [420, 1800];
/** Milliseconds between two lines of progress when the output is not a terminal. */
const TELL_EVERY = 10_000;

/** A file system in memory, and the bytes that must be free there for the files of the tests. */
const [MEMORY, ENOUGH] = ['/dev/shm', 4 * 1024 ** 3];

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
/** The tests that `npm test` found to need PostgreSQL too, for `npm run test:rest`. */
const UNCOVERED = join(root, 'node_modules', '.cache', 'uncovered-tests.json');
const words = process.argv.slice(2);
const has = (flag: string) => words.includes(flag);
const paths = words.filter((word) => !word.startsWith('--'));
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
/** Statements that may be missing in src/db/engine/statements.txt; with more the list is out of date. */
const MOST_MISSING = 20;
const all: (GroupResult & { phase: string })[] = [];
const started = performance.now();

/** Thrown by a failed phase, so that the cluster is stopped on the way out. */
const FAILED = new Error('Tests failed.');

if (paths.length > 0) await runPaths();
else
  await runAll().catch((error) => {
    if (error !== FAILED) throw error;
    process.exitCode = 1;
  });
// Exit explicitly: the steps may keep the channel to scripts/run.mjs open.
process.exit();

async function runAll(): Promise<void> {
  const tests = globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }).sort();
  const alone = tests.filter((file) => ALONE.test(file));
  const walks = tests.filter((file) => WALKS.test(file));
  const several = [...SEVERAL, ...walks.filter((file) => has('--all') || !LONG_WALKS.test(file))];
  const longWalks = walks.filter((file) => LONG_WALKS.test(file));
  const suite = tests.filter((file) => !ALONE.test(file) && !walks.includes(file) && !several.includes(file));
  const again = onPostgres(suite);
  const checks =
    has('--rest') || has('--walks')
      ? []
      : [step('types', bin('tsc'), ['-p', '.']), step('lint and format', bin('biome'), ['check', '.'])];
  await withPostgres(async (url) => {
    const atOnce = availableParallelism() + 1;
    if (has('--walks')) {
      const isTimed = (file: string) => TIMED_WALKS.test(file);
      const others = longWalks.filter((file) => !isTimed(file));
      await runTests('long walks', withEnv(inGroupsOfOne(others), { TEST_CLUSTER: url }), atOnce);
      const timed = withEnv(inGroupsOfOne(longWalks.filter(isTimed)), { TEST_CLUSTER: url });
      await runTests('long walks held to times', timed, 1);
      return;
    }
    if (!has('--rest')) {
      const groups = planGroups(suite, (file) => whyOnSqliteAlone(file) === IS_COVERED);
      const ran = await runTests('tests on SQLite', withEnv(groups, { TEST_CLUSTER: url, ...inMemory }), atOnce);
      rememberTimes(ran);
      storeUncovered(ran);
      await Promise.all(checks);
    }
    if (!has('--all') && !has('--rest')) return;
    const more = readUncovered().filter((file) => suite.includes(file) && !again.run.includes(file));
    const onBoth = planGroups([...again.run, ...more]);
    // Tests of several processes wait often, tests on PostgreSQL seldom: together they leave no processor idle.
    const mixed = alternate(
      withEnv(inGroupsOfOne(several), { TEST_CLUSTER: url }),
      withEnv(onBoth, { TEST_POSTGRES: url, ...inMemory }),
    );
    checkEngineList(await runTests('tests on PostgreSQL and of several processes', mixed, atOnce));
    await runTests('tests held to times', withEnv(inGroupsOfOne(alone), { TEST_CLUSTER: url }), 1);
    const left = again.left.map(([file, why]) => `${file}: ${why}`);
    list('open a database and do not run on PostgreSQL', left);
  });
  tellEnd();
}

function withEnv(groups: readonly string[][], variables: NodeJS.ProcessEnv): TestGroup[] {
  return groups.map((files) => ({ files, env: variables }));
}

/** One of each in turn, then the rest of the longer list. */
function alternate<Item>(ones: readonly Item[], others: readonly Item[]): Item[] {
  const all = Array.from({ length: Math.max(ones.length, others.length) }, (_, at) => [ones[at], others[at]]);
  return all.flat().filter((item) => item !== undefined);
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
}

function inGroupsOfOne(files: readonly string[]): string[][] {
  return files.map((file) => [file]);
}

/** Names the statements that only tests left out on PostgreSQL run, and stores these tests for the tests on PostgreSQL. */
function storeUncovered(ran: readonly GroupResult[]): void {
  const { statements, files } = findUncovered(ran);
  writeFileSync(UNCOVERED, JSON.stringify(files));
  list(
    'statements ran only in tests of COVERED, which therefore run on PostgreSQL too: take them from the list',
    statements,
  );
}

/** A few new statements are only named: a test may send another one when it is slow. */
function checkEngineList(ran: readonly GroupResult[]): void {
  const missing = missingStatements(ran.flatMap(({ sent }) => sent));
  list('statements are not in the list of engine-check: run scripts/engine-statements.ts', missing);
  if (missing.length > MOST_MISSING) process.exitCode = 1;
}

function readUncovered(): string[] {
  return existsSync(UNCOVERED) ? JSON.parse(readFileSync(UNCOVERED, 'utf8')) : [];
}

/** Runs the tests of these files and folders and prints the result of each. */
async function runPaths(): Promise<void> {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`, { cwd: process.cwd() }).sort() : [path],
  );
  const run = async (more: NodeJS.ProcessEnv = {}) => {
    const parameters = ['--test', '--test-reporter=spec', ...files];
    process.exitCode = (await spawnStep(process.execPath, parameters, { ...env, ...more })) ? 0 : 1;
  };
  await (has('--postgres') ? withPostgres((url) => run({ TEST_POSTGRES: url })) : run());
}

async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { makeTemplate, startCluster } = await import('../test/support/postgres.ts');
  const cluster = await startCluster();
  try {
    await makeTemplate(cluster.url);
    await work(cluster.url);
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
  const ran = await runGroups(groups, {
    folder: join(folder, phase.replaceAll(' ', '-')),
    atOnce,
    longest: has('--walks') || has('--all') ? LONGEST_WALK : LONGEST,
    env,
    done: (one) => {
      finished += one.files.length;
      if (!one.passed) tellFailure(one);
      if (process.stdout.isTTY) tell();
    },
  });
  clearInterval(ticking);
  endLine();
  const failed = ran.filter(({ passed }) => !passed);
  phases.push(`${phase}: ${count} files, ${failed.length > 0 ? 'FAILED' : 'passed'}, ${timeSince(since)}`);
  all.push(...ran.map((one) => ({ ...one, phase })));
  if (failed.length > 0) {
    tellEnd();
    throw FAILED;
  }
  return ran;
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

function tellEnd(): void {
  const skipped = all.flatMap(({ phase, skipped }) =>
    skipped.map((line) => `${phase}: ${line.replaceAll('\t', ': ')}`),
  );
  list('tests were skipped', skipped);
  const long = all.filter(({ seconds }) => seconds > LONG).sort((one, other) => other.seconds - one.seconds);
  list(
    `took longer than ${LONG} s`,
    long.map(({ phase, files, seconds }) => `${Math.round(seconds)} s, ${phase}: ${files.join(', ')}`),
  );
  list(
    'failed',
    all.filter(({ passed }) => !passed).map(({ phase, files }) => `${phase}: ${files.join(', ')}`),
  );
  console.log([...phases, `all: ${timeSince(started)}`].join('\n'));
  if (!skipped.some((line) => line.endsWith(NO_REASON))) return;
  console.error('A test was skipped without a reason.');
  process.exitCode = 1;
}

function list(what: string, lines: string[]): void {
  if (lines.length > 0) console.log([`${lines.length} ${what}:`, ...lines].join('\n  '));
}

async function step(name: string, command: string, parameters: string[]): Promise<void> {
  const since = performance.now();
  const passed = await spawnStep(command, parameters, env);
  phases.push(`${name}: ${passed ? 'passed' : 'FAILED'}, ${timeSince(since)}`);
  console.log(phases.at(-1));
  if (!passed) process.exit(1);
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
