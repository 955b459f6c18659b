import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { sentFile } from './record-statements.ts';

// Runs test files in separate processes, a few at a time, and collects the results.

/**
 * The files of a process and their result; `skipped` has a line for each skipped test, `statements` one for each SQL statement, `sent`
 * one for each that was sent to PostgreSQL.
 */
export type GroupResult = {
  files: readonly string[];
  seconds: number;
  passed: boolean;
  output: string;
  skipped: string[];
  statements: string[];
  sent: string[];
};

/** Test files that run in one process. */
export type TestGroup = { files: readonly string[]; env?: NodeJS.ProcessEnv };

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
const [SKIPPED, UNTRACKED] = ['skipped-tests.ts', 'untracked-promises.ts'].map((name) => join(root, 'scripts', name));
const running = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

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
  const [spec, skips, statements, entry] = ['spec', 'skipped', 'statements', 'group.mjs'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const paths = files.map((file) => join(root, file));
  writeFileSync(entry, paths.map((path) => `import ${JSON.stringify(path)};\n`).join(''));
  const parameters = [
    ...[`--import=${UNTRACKED}`, `--test-timeout=${longest * 1000}`],
    ...['--test-reporter=spec', `--test-reporter-destination=${spec}`],
    ...[`--test-reporter=${SKIPPED}`, `--test-reporter-destination=${skips}`],
  ];
  const started = performance.now();
  const { status, output } = await spawnTest(
    [...parameters, paths.length === 1 ? (paths[0] ?? '') : entry],
    { ...how.env, ...more, TEST_STATEMENTS: statements },
    longest,
  );
  const passed = status === 0 && saysPassed(textOf(spec));
  return {
    files,
    seconds: (performance.now() - started) / 1000,
    passed,
    output: passed ? '' : [failuresIn(textOf(spec)), output].filter(Boolean).join('\n'),
    skipped: linesOf(skips),
    statements: linesOf(statements),
    sent: linesOf(sentFile(statements)),
  };
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

/**
 * Whether the report reaches its end and names no failed test. The exit status alone proves nothing: a library can end the process
 * with status 0 after tests failed, or before they ran.
 */
function saysPassed(spec: string): boolean {
  const text = stripVTControlCharacters(spec);
  return /^ℹ fail 0$/m.test(text) && /^ℹ cancelled 0$/m.test(text);
}

/** The part of the spec reporter's output about failed tests; when that part is missing, everything but the passed tests. */
function failuresIn(spec: string): string {
  const text = stripVTControlCharacters(spec);
  const at = text.indexOf('✖ failing tests:');
  return (at < 0 ? text.replaceAll(/^ *✔.*\n/gm, '') : text.slice(at)).trim();
}

function linesOf(path: string): string[] {
  return textOf(path).split('\n').filter(Boolean);
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
