import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Counts, readReport } from './test-report.ts';

// Runs test files in separate processes, a few at a time, and collects the results.

/** Test files that run in one process. */
export type TestGroup = { files: readonly string[]; env?: NodeJS.ProcessEnv | undefined };

/**
 * The files of a process and their result; `failedFiles` are those to run again, `skips` has a line for each skipped test, `sent` one for
 * each SQL statement sent to PostgreSQL.
 */
export type GroupResult = TestGroup & {
  failedFiles: readonly string[];
  seconds: number;
  passed: boolean;
  output: string;
  counts: Counts;
  skips: string[];
  sent: string[];
};

export type RunOptions = {
  /** An empty folder for the files that the processes write. */
  folder: string;
  /** The number of processes at the same time. */
  atOnce: number;
  /** Seconds after which a process is killed. */
  longest: number;
  env: NodeJS.ProcessEnv;
  done: (ran: GroupResult) => void;
};

const root = dirname(import.meta.dirname);
const [REPORTER, UNTRACKED] = ['test-report.ts', 'untracked-promises.ts'].map((name) => join(root, 'scripts', name));
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) end(child);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Runs each group of files in one process, in this order, with the further variables of its environment. */
export async function runGroups(groups: readonly TestGroup[], how: RunOptions): Promise<GroupResult[]> {
  const all: GroupResult[] = [];
  const waiting = [...groups.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const ran = await runGroup(next[1], join(how.folder, String(next[0])), how);
      all.push(ran);
      how.done(ran);
    }
  };
  await Promise.all(Array.from({ length: how.atOnce }, work));
  return all;
}

async function runGroup({ files, env: more }: TestGroup, folder: string, how: RunOptions): Promise<GroupResult> {
  const { longest } = how;
  mkdirSync(folder, { recursive: true });
  const names = ['spec', 'report', 'sent', 'files.mjs', 'group.mjs'] as const;
  const [spec, written, sent, all, entry] = names.map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const paths = files.map((file) => join(root, file));
  writeFileSync(all, paths.map((path) => `import ${JSON.stringify(path)};\n`).join(''));
  writeFileSync(entry, entryOf(all));
  const parameters = [
    ...[`--import=${UNTRACKED}`, `--test-timeout=${longest * 1000}`],
    ...['--test-reporter=spec', `--test-reporter-destination=${spec}`],
    ...[`--test-reporter=${REPORTER}`, `--test-reporter-destination=${written}`],
  ];
  const started = performance.now();
  const { status, output } = await spawnTest(
    [...parameters, paths.length === 1 ? (paths[0] ?? '') : entry],
    { ...how.env, ...more, TEST_STATEMENTS: sent },
    longest,
  );
  const { counts, skips, files: tested, failed, isWhole } = readReport(written, root);
  // A file alone in its process may call a helper that has its tests.
  const empty = files.filter((file) => (files.length === 1 ? tested.size === 0 : !tested.has(file)));
  const passed = status === 0 && isWhole && counts.failed === 0 && empty.length === 0;
  const failures = counts.failed > 0 || !isWhole || status !== 0 ? [failuresIn(textOf(spec)), output] : [];
  // Where the process ended early, any of its files may be the cause.
  const known = files.filter((file) => failed.has(file) || empty.includes(file));
  return {
    files,
    env: more,
    failedFiles: passed ? [] : known.length > 0 && isWhole ? known : files,
    seconds: (performance.now() - started) / 1000,
    passed,
    output: passed ? '' : [...failures, ...empty.map((file) => `${file} has no test.`)].filter(Boolean).join('\n'),
    // A process that ends early, or a file without tests, counts as one failed test.
    counts: passed ? counts : { ...counts, failed: Math.max(counts.failed, 1) },
    skips,
    sent: textOf(sent).split('\n').filter(Boolean),
  };
}

/**
 * A module that loads the files of a group by another module. No test starts before all of them are loaded: node:test closes what a
 * file opened for its tests as soon as every test that it knows has ended, even while that file is still loaded.
 */
function entryOf(all: string): string {
  return [
    "import { before } from 'node:test';",
    `const loaded = import(${JSON.stringify(all)});`,
    'before(() => loaded);',
    'await loaded;',
    '',
  ].join('\n');
}

function spawnTest(parameters: string[], env: NodeJS.ProcessEnv, longest: number) {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const late = setTimeout(() => {
    output += `\nIt was ended after ${longest} s.`;
    end(child);
  }, longest * 1000);
  return new Promise<{ status: number | null; output: string }>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(late);
      running.delete(child);
      resolve({ status, output });
    });
  });
}

/** Kills a process and all processes that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** The part of the spec reporter's output about failed tests; when that part is missing, everything but the passed tests. */
function failuresIn(spec: string): string {
  const text = stripVTControlCharacters(spec);
  const at = text.indexOf('✖ failing tests:');
  return (at < 0 ? text.replaceAll(/^ *✔.*\n/gm, '') : text.slice(at)).trim();
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
