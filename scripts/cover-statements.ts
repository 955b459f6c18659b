// `node scripts/run.mjs scripts/cover-statements.ts`: runs each test file that opens a site once on SQLite, and prints the
// files that need not run on PostgreSQL, because the other files run all their SQL statements. COVERED in
// scripts/tests-on-postgres.ts has these files.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type GroupResult, runGroups } from './test-runner.ts';
import { IS_COVERED, needsBothDatabases, opensSite, whyOnSqliteAlone } from './tests-on-postgres.ts';

/** A test file, its statements and its seconds. */
type Run = { file: string; seconds: number; statements: readonly string[] };

const root = dirname(import.meta.dirname);
const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => opensSite(file) && [null, IS_COVERED].includes(whyOnSqliteAlone(file)))
  .sort();
const folder = mkdtempSync(join(tmpdir(), 'plumbline-cover-'));
const ran = await runGroups(
  files.map((file) => ({ files: [file] })),
  {
    folder,
    atOnce: availableParallelism() + 1,
    longest: 420,
    env: { ...process.env, TEST_RUN: folder },
    done: ({ files: [file], passed, seconds }) =>
      console.error(`${file}: ${passed ? 'passed' : 'FAILED'}, ${seconds.toFixed(1)} s`),
  },
);
rmSync(folder, { recursive: true, force: true });
const runs = ran.map(asRun);
const kept = new Set(chooseKept(runs));
const left = runs.filter((run) => !kept.has(run)).map(({ file }) => `  '${file.replace(/^test\//, '')}',`);
console.log(`${kept.size} files stay, ${left.length} are covered:\n${left.join('\n')}`);
process.exit();

function asRun({ files: [file = ''], seconds, statements }: GroupResult): Run {
  return { file, seconds, statements };
}

/** Files that together run all statements: those that always stay, then in turn the one with most new statements per second. */
function chooseKept(all: readonly Run[]): Run[] {
  const chosen = all.filter(({ file }) => needsBothDatabases(file));
  const missing = new Set(all.flatMap(({ statements }) => statements));
  for (const one of chosen.flatMap(({ statements }) => statements)) missing.delete(one);
  while (missing.size > 0) {
    const worth = ({ statements, seconds }: Run) => statements.filter((one) => missing.has(one)).length / (seconds + 1);
    const next = all.reduce((best, run) => (worth(run) > worth(best) ? run : best));
    chosen.push(next);
    for (const one of next.statements) missing.delete(one);
  }
  return chosen;
}
