import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

// Runs test files in processes of their own, a few at a time, and collects what became of them.

/** What a process was given, and what became of it; `skipped` has a line for each test that was skipped. */
export type Ran = { files: readonly string[]; seconds: number; passed: boolean; output: string; skipped: string[] };

export type How = {
  /** An empty folder for what the processes write. */
  folder: string;
  /** Processes at once. */
  atOnce: number;
  /** Seconds after which a process is ended. */
  longest: number;
  env: NodeJS.ProcessEnv;
  done: (ran: Ran) => void;
};

const root = dirname(import.meta.dirname);
const SKIPPED = join(root, 'scripts', 'skipped-tests.ts');
const running = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

/** Runs each group of files in one process, in the order given. */
export async function runGroups(groups: readonly (readonly string[])[], how: How): Promise<Ran[]> {
  const all: Ran[] = [];
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

async function runGroup(files: readonly string[], folder: string, { env, longest }: How): Promise<Ran> {
  mkdirSync(folder, { recursive: true });
  const [spec, skips, entry] = ['spec', 'skipped', 'group.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const paths = files.map((file) => join(root, file));
  writeFileSync(entry, paths.map((path) => `import ${JSON.stringify(path)};\n`).join(''));
  const parameters = [
    ...[`--test-timeout=${longest * 1000}`, '--test-reporter=spec', `--test-reporter-destination=${spec}`],
    ...[`--test-reporter=${SKIPPED}`, `--test-reporter-destination=${skips}`],
  ];
  const started = performance.now();
  const { passed, output } = await spawnTest(
    [...parameters, paths.length === 1 ? (paths[0] ?? '') : entry],
    env,
    longest,
  );
  return {
    files,
    seconds: (performance.now() - started) / 1000,
    passed,
    output: passed ? '' : [failuresIn(textOf(spec)), output].filter(Boolean).join('\n'),
    skipped: textOf(skips).split('\n').filter(Boolean),
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
  return new Promise<{ passed: boolean; output: string }>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(late);
      running.delete(child);
      resolve({ passed: status === 0, output });
    });
  });
}

/** Ends a process with all that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** What the spec reporter wrote of the tests that failed; all of it when it did not get that far. */
function failuresIn(spec: string): string {
  const text = stripVTControlCharacters(spec);
  const at = text.indexOf('✖ failing tests:');
  return (at < 0 ? text : text.slice(at)).trim();
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
