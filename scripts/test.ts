// `npm test` checks types, lint and format, then runs the tests of `test/unit` and those beside the code. `npm run test:server`,
// `test:postgres`, `test:browser` and `test:nightly` run these folders of `test`. `npm test -- PATH …` runs files and folders, with any
// flag of Node's test runner, such as `--watch`. Node's test runner does the work: this script chooses files and adds up results.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Counts = { passed: number; failed: number; skipped: number };
type Result = Counts & { failedFiles: string[] };
/** `again`: a file that failed runs once more, alone. */
type Place = { files: string[]; flags: string[]; again?: boolean; onDisk?: boolean };

const cores = availableParallelism();
const PLACES: Readonly<Record<string, Place>> = {
  unit: { files: ['test/unit/**/*.test.ts', 'src/**/*.test.ts'], flags: ['--test-isolation=none'] },
  server: { ...inFolder('server', cores + 1), again: true, onDisk: true },
  postgres: inFolder('postgres', cores, '--test-global-setup=test/support/start-cluster.ts'),
  browser: { ...inFolder('browser', cores), again: true },
  nightly: inFolder('nightly', 1, '--test-global-setup=test/support/start-cluster.ts'),
};
/** The most files that may pass only alone. With more failed files than the second number, none runs again: the code is broken. */
const [MOST_ALONE, MOST_AGAIN] = [5, 20];
/** Milliseconds after which a test counts as hung. No test takes so long, however busy the machine is. */
const HUNG = 3_600_000;
/** A file system in memory, and the bytes that must be free there: a third of the time goes into files of databases otherwise. */
const [MEMORY, ENOUGH] = ['/dev/shm', 4 * 1024 ** 3];

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'plumbline-tests-'));
for (const name of ['made', 'files']) mkdirSync(join(folder, name), { mode: 0o777 });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

let runs = 0;
const words = process.argv.slice(2);
const place = words[0] === '--place' ? (words[1] ?? '') : 'unit';
process.exitCode = words.length > 0 && words[0] !== '--place' ? await runNamed() : await runPlace(place);

function inFolder(name: string, atOnce: number, ...more: string[]): Place {
  return { files: [`test/${name}/**/*.test.ts`], flags: [`--test-concurrency=${atOnce}`, ...more] };
}

/** Runs the files that the words name. Returns the exit code. */
async function runNamed(): Promise<number> {
  const flags = words.filter((word) => word.startsWith('-'));
  const paths = words.filter((word) => !word.startsWith('-'));
  const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();
  const files = paths.map((path) => (isFolder(path) ? join(path, '**/*.test.ts') : path));
  return start(process.execPath, ['--test', ...flags, ...(files.length > 0 ? files : (PLACES.unit?.files ?? []))]);
}

/** Runs the tests of a folder. Its last line is `N passed, N failed, N skipped`. Returns the exit code. */
async function runPlace(name: string): Promise<number> {
  const chosen = PLACES[name];
  if (!chosen) throw new Error(`There are no tests “${name}”. Choose one of ${Object.keys(PLACES).join(', ')}.`);
  const failedSteps = name === 'unit' ? await runChecks() : 0;
  // Without isolation the files of a process run one after another, so each core gets a process with its share of them.
  const shares = name === 'unit' ? cores : 1;
  const parts = Array.from({ length: shares }, (_, at) =>
    runTests(chosen, chosen.files, shares > 1 ? [...chosen.flags, `--test-shard=${at + 1}/${shares}`] : chosen.flags),
  );
  let result = add(await Promise.all(parts));
  if (chosen.again) result = await runAgain(chosen, result);
  const { passed, skipped, failed } = result;
  console.log(`\n${name}: ${Math.round(performance.now() / 1000)} s`);
  console.log(`${passed} passed, ${failed + failedSteps} failed, ${skipped} skipped`);
  return failed + failedSteps > 0 ? 1 : 0;
}

/** Checks types, lint, format and the tables of documents. Returns how many of the three checks failed. */
async function runChecks(): Promise<number> {
  const checks = [
    start(bin('tsc'), ['-p', '.']),
    start(bin('biome'), ['check', '.']),
    start(process.execPath, ['scripts/documents.ts', '--check']),
  ];
  return (await Promise.all(checks)).filter((status) => status !== 0).length;
}

/** Runs failed files once more, alone: processes and browsers are at times too slow beside others. Names those that pass then. */
async function runAgain(chosen: Place, first: Result): Promise<Result> {
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MOST_AGAIN) return first;
  console.log(`\nRunning again, alone:\n  ${failedFiles.join('\n  ')}`);
  const second = await runTests(chosen, failedFiles, [...chosen.flags, '--test-concurrency=1']);
  const alone = failedFiles.filter((file) => !second.failedFiles.includes(file));
  if (alone.length > 0) console.log(`\n${alone.length} passed only alone:\n  ${alone.join('\n  ')}`);
  if (alone.length > MOST_ALONE) console.log(`More than ${MOST_ALONE} files passed only alone, so the run failed.`);
  const passed = first.passed + Math.max(first.failed - second.failed, 0);
  return { ...second, passed, skipped: first.skipped, failed: second.failed + (alone.length > MOST_ALONE ? 1 : 0) };
}

/** Runs test files. Prints a dot for each test and at the end what failed. */
async function runTests(chosen: Place, files: readonly string[], flags: readonly string[]): Promise<Result> {
  const spec = join(folder, `spec-${runs++}`);
  const reporters = [...['dot', 'stdout'], ...['spec', spec]];
  const status = await start(
    process.execPath,
    [
      ...['--test', '--import=./test/support/seed.ts', `--test-timeout=${HUNG}`, ...flags],
      ...reporters.map((word, at) => `--test-reporter${at % 2 === 0 ? '' : '-destination'}=${word}`),
      ...files,
    ],
    { TEST_RUN: join(folder, 'made'), ...(!chosen.onDisk && { TMPDIR: join(folder, 'files') }) },
  );
  const text = existsSync(spec) ? readFileSync(spec, 'utf8') : '';
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  const places = text.slice(text.indexOf('✖ failing tests:')).matchAll(/^test at (.+?):\d+:\d+$/gm);
  return {
    passed: count('pass'),
    // A run that ends early counts as a failed test.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: count('skipped') + count('todo'),
    failedFiles: failed === 0 ? [] : [...new Set(Array.from(places, ([, file = '']) => file))],
  };
}

function add(results: readonly Result[]): Result {
  const sum = (key: keyof Counts) => results.reduce((total, result) => total + result[key], 0);
  const failedFiles = results.flatMap((result) => result.failedFiles);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failedFiles };
}

/** Runs a program. Returns its exit code. */
function start(program: string, parameters: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
  const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile') };
  const env = { ...process.env, ...cache, ...more };
  const child = spawn(program, parameters, { stdio: 'inherit', env });
  process.once('exit', () => child.kill());
  return new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)));
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
}
