// `node scripts/run.mjs scripts/engine-statements.ts`: runs the tests that run on PostgreSQL, and writes every statement of the
// service that they send to docs/engine-statements.txt, for `plumbline engine-check`. With `--add`, and with the paths of some test
// files, nothing is removed from the list.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate, startCluster } from '../test/support/postgres.ts';
import { writeStatements } from './engine-list.ts';
import { listTests } from './find-tests.ts';
import { opensSites } from './test-kinds.ts';
import { planGroups } from './test-plan.ts';
import { runGroups } from './test-runner.ts';

const some = process.argv.slice(2).filter((word) => word !== '--add');
const run = some.length > 0 ? some : opensSites(listTests());
const folder = mkdtempSync(join(tmpdir(), 'plumbline-engine-'));
mkdirSync(join(folder, 'made'));
const cluster = await startCluster();
await makeTemplate(cluster.url);
const ran = await runGroups(
  planGroups(run).map((files) => ({ files })),
  {
    folder,
    atOnce: availableParallelism(),
    longest: 1800,
    env: { ...process.env, TEST_RUN: join(folder, 'made'), TEST_POSTGRES: cluster.url },
    done: ({ files, passed, sent, output }) =>
      console.error(`${files.join(', ')}: ${passed ? 'passed' : `FAILED\n${output}`}, ${sent.length} statements`),
  },
);
const failed = ran.filter(({ passed }) => !passed).length;
const count = writeStatements(
  ran.flatMap(({ sent }) => sent),
  { adds: process.argv.length > 2 || failed > 0 },
);
console.log(`${count} statements of ${run.length} test files; ${failed} groups of files failed.`);
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
