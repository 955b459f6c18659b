// `npm test`: types, lint, format, every test, and those that open a house once more on PostgreSQL; stops at the first that fails.
// At the end it names what was skipped and what did not run on PostgreSQL, each with its reason.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_REASON } from './skipped-tests.ts';
import { onPostgres } from './tests-on-postgres.ts';

const root = dirname(import.meta.dirname);
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const RUN = ['--test', '--test-concurrency=2', '--test-timeout=120000'];
/** A file of these is many starts of real servers: the time is for all of it. */
const RUN_ALONE = ['--test', '--test-concurrency=1', '--test-timeout=420000'];
const isQuick = process.argv.includes('--quick');
const only = process.argv.slice(2).filter((one) => one !== '--quick');
const tests =
  only.length > 0
    ? only
    : globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: root }).sort();

await step('types', bin('tsc'), ['-p', '.']);
await step('lint and format', bin('biome'), ['check', '.']);
const [alone, beside] = [tests.filter(isTimed), tests.filter((file) => !isTimed(file))];
const skipped: string[] = [];
if (beside.length > 0) await testStep('tests', RUN, beside);
const again = onPostgres(beside);
if (again.run.length > 0) await runOnPostgres(again.run);
if (!isQuick && alone.length > 0) await testStep('tests alone', RUN_ALONE, alone);
const left = again.left.map(([file, why]) => `${file}: ${why}`);
list('opened a house and did not run on PostgreSQL', left);
list('tests were skipped', skipped);
if (skipped.some((line) => line.endsWith(NO_REASON))) throw new Error('A test was skipped without a reason.');

/** Tests that are held to times, most of them of whole processes: last, one at a time, with nothing beside them. `--quick` leaves them out. */
function isTimed(file: string): boolean {
  return /(?:process\/(?:faults|cluster|stop|metrics|two-processes|away-at-start)|data\/(?:differential|full-disk|postgres-lost)|newsroom\/board-speed|browser\/editor-speed)\.test\.ts$/.test(
    file,
  );
}

async function runOnPostgres(files: string[]): Promise<void> {
  const { makeTemplate, startCluster } = await import('../test/support/postgres.ts');
  const cluster = await startCluster();
  await makeTemplate(cluster.url);
  const passed = await runTests('tests on PostgreSQL', RUN, files, { TEST_POSTGRES: cluster.url });
  await cluster.stop();
  if (!passed) process.exit(1);
}

async function testStep(name: string, how: string[], files: string[]): Promise<void> {
  if (!(await runTests(name, how, files))) process.exit(1);
}

/** Runs tests, and keeps which of them were skipped. */
async function runTests(name: string, how: string[], files: string[], settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-check-'));
  const file = join(folder, 'skipped');
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(root, 'scripts', 'skipped-tests.ts')}`, `--test-reporter-destination=${file}`],
  ];
  const passed = await run(name, process.execPath, [...how, ...reporters, ...files], settings);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  skipped.push(...lines.map((line) => `${name}: ${line.replaceAll('\t', ': ')}`));
  rmSync(folder, { recursive: true });
  return passed;
}

function list(what: string, lines: string[]): void {
  console.log([`${lines.length} ${what}${lines.length > 0 ? ':' : ''}`, ...lines].join('\n  '));
}

async function step(name: string, command: string, parameters: string[]): Promise<void> {
  if (!(await run(name, command, parameters))) process.exit(1);
}

/** Runs a command beside this process, which goes on draining what a cluster writes; tells whether it passed. */
function run(
  name: string,
  command: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((resolve) => {
    child.on('exit', (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
      resolve(status === 0);
    });
  });
}
