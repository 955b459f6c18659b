// `npm test`: types, lint, format, every test, and those that open a house once more on PostgreSQL; stops at the first that fails.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tests that open a house and still run on SQLite alone, and why. */
const ON_SQLITE_ALONE: Record<string, string> = {
  'advertise.test.ts': 'the catalog is no data',
  'api-page.test.ts': 'printed from the description alone',
  'archive-check.test.ts': 'opens both databases itself',
  'archive.test.ts': 'opens both databases itself',
  'command-line-database.test.ts': 'makes SQLite files of its own',
  'command-line.test.ts': 'holds the command to its words; the verbs below it are tested on both',
  'discovery-catalogs.test.ts': 'printed from the settings alone',
  'docs.test.ts': 'holds pages against the code',
  'oauth-metadata.test.ts': 'printed from the settings alone',
  'openapi.test.ts': 'printed from the description alone',
  'printed-edition.test.ts': 'holds files against answers',
  'printed-nginx.test.ts': 'holds nginx against answers',
  'remember.test.ts': 'what is remembered until a commit is SQLite’s own',
  'shared-commits.test.ts': 'commits are shared on SQLite alone',
};

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
if (beside.length > 0) await step('tests', process.execPath, [...RUN, ...beside]);
const again = beside.filter(isOfTheDatabase);
if (again.length > 0) await onPostgres(again);
if (!isQuick && alone.length > 0) await step('tests alone', process.execPath, [...RUN_ALONE, ...alone]);

/** Tests that are held to times, most of them of whole processes: last, one at a time, with nothing beside them. `--quick` leaves them out. */
function isTimed(file: string): boolean {
  return /(?:faults|workers|stop|metrics|two-processes|differential|away-at-start|full-disk|postgres-lost|board-speed|browser-editor-speed)\.test\.ts$/.test(
    file,
  );
}

function isOfTheDatabase(file: string): boolean {
  if (ON_SQLITE_ALONE[file.split('/').at(-1) ?? '']) return false;
  return /\bopen(?:House|OnPort)\b/.test(readFileSync(join(root, file), 'utf8'));
}

async function onPostgres(files: string[]): Promise<void> {
  const { makeTemplate, startCluster } = await import('../test/postgres.ts');
  const cluster = await startCluster();
  await makeTemplate(cluster.url);
  const passed = await run('tests on PostgreSQL', process.execPath, [...RUN, ...files], {
    TEST_POSTGRES: cluster.url,
  });
  await cluster.stop();
  if (!passed) process.exit(1);
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
