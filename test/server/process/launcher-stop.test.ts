import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';

// SIGTERM to the process that an operator started: npm, and npm as process 1.

const root = dirname(dirname(dirname(import.meta.dirname)));
const NPM_START = ['npm', 'start'];
/** Milliseconds a stop may take: half a second of serving, 10 s for open requests, a second for each resource to close. */
const LONGEST_STOP = 15_000;

type Started = { child: ChildProcess; output: () => string };

async function launch(t: TestContext, command: string[]): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-launched-'));
  const port = await freePort();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      PORT: String(port),
      SAMPLE_EDITION: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let started: number[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part));
  t.after(() => {
    for (const pid of [...started, child.pid ?? 0, ...family(child.pid ?? 0)]) if (pid > 0) kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => printed.includes(' is running.'), 60_000);
  started = family(child.pid ?? 0);
  return { child, output: () => printed };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** Whether a process runs; a zombie does not. */
function runs(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** All descendants of `pid`. */
function family(pid: number): number[] {
  const children = readdirSync('/proc').filter((one) => /^\d+$/.test(one) && parentOf(one) === pid);
  return children.flatMap((one) => [Number(one), ...family(Number(one))]);
}

function parentOf(pid: string): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

const skip = existsSync('/proc/self/stat') ? false : 'this system has no /proc';

test('SIGTERM to npm start stops the server: npm waits for it, exits with 0, and no process is left', {
  skip,
}, async (t) => {
  const { child, output } = await launch(t, NPM_START);
  const all = family(child.pid ?? 0);
  assert.ok(all.length > 0);
  child.kill('SIGTERM');
  await until(() => child.exitCode !== null || child.signalCode !== null, LONGEST_STOP);
  assert.ok(all.every((pid) => !runs(pid)));
  assert.match(output(), /"msg":"stopping/);
  assert.equal(child.exitCode, 0);
});

const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc'];
const canIsolate = !skip && spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;

test('npm start as process 1 of a container stops the server on SIGTERM', {
  skip: canIsolate ? false : 'this machine lets the test make no process namespace',
}, async (t) => {
  const { child, output } = await launch(t, [...CONTAINER, ...NPM_START]);
  const [npm = 0] = family(child.pid ?? 0);
  process.kill(npm, 'SIGTERM');
  await until(() => !runs(npm), LONGEST_STOP);
  assert.match(output(), /"msg":"stopping/);
});
