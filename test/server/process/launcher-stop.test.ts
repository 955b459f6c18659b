import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';

// Signals to the process that an operator started: npm, npx, the script between npm and the server, npm as process 1.

const root = dirname(dirname(dirname(import.meta.dirname)));
const NPM_START = ['npm', 'start'];
const NPX_START = ['npx', 'plumbline', 'start'];
/** Milliseconds a stop may take: half a second of serving, 10 s for open requests, a second for each resource to close. */
const LONGEST_STOP = 15_000;

type Started = { child: ChildProcess; folder: string; server: number; output: () => string };

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
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part));
  const pidFile = join(folder, 'plumbline.pid');
  t.after(() => {
    for (const pid of [child.pid ?? 0, ...family(child.pid ?? 0), pidIn(pidFile)]) if (pid > 0) kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => existsSync(pidFile) && printed.includes(' is open.'), 60_000);
  return { child, folder, server: pidIn(pidFile), output: () => printed };
}

function pidIn(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
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

for (const [what, command] of [
  ['npm start', NPM_START],
  ['npx plumbline start', NPX_START],
] as const) {
  test(`SIGTERM to ${what} stops the server and leaves no process running`, { skip }, async (t) => {
    const { child, folder, server, output } = await launch(t, command);
    const all = family(child.pid ?? 0);
    assert.ok(all.includes(server));
    child.kill('SIGTERM');
    await until(() => all.every((pid) => !runs(pid)), LONGEST_STOP);
    assert.match(output(), /"msg":"stopping/);
    assert.equal(existsSync(join(folder, 'plumbline.pid')), false, 'the server removes its pid file before it ends');
  });

  for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
    test(`${signal} to ${what} leaves no server running without its launcher`, { skip }, async (t) => {
      const { child, server, folder } = await launch(t, command);
      const all = family(child.pid ?? 0);
      assert.ok(all.includes(server));
      child.kill(signal);
      await until(() => all.every((pid) => !runs(pid)), LONGEST_STOP);
      assert.equal(existsSync(join(folder, 'plumbline.pid')), false, 'the server removes its pid file before it ends');
    });
  }
}

test('npm start waits for the server to stop and exits with 0', { skip }, async (t) => {
  const { child, server } = await launch(t, NPM_START);
  child.kill('SIGTERM');
  await until(() => child.exitCode !== null || child.signalCode !== null, LONGEST_STOP);
  assert.equal(runs(server), false);
  assert.equal(child.exitCode, 0);
});

test('killing the script between npm and the server stops the server', { skip }, async (t) => {
  const { child, server } = await launch(t, ['node', 'scripts/run.mjs', '--only-running', 'src/main.ts']);
  assert.deepEqual(family(child.pid ?? 0), [server]);
  child.kill('SIGKILL');
  await until(() => !runs(server), LONGEST_STOP);
});

const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc'];
const canIsolate = !skip && spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;

test('npm start as process 1 of a container stops the server on SIGTERM', {
  skip: canIsolate ? false : 'this machine lets the test make no process namespace',
}, async (t) => {
  const { child, folder, output } = await launch(t, [...CONTAINER, ...NPM_START]);
  const [npm = 0] = family(child.pid ?? 0);
  process.kill(npm, 'SIGTERM');
  await until(() => !runs(npm), LONGEST_STOP);
  assert.match(output(), /"msg":"stopping/);
  assert.equal(existsSync(join(folder, 'plumbline.pid')), false, 'the server removes its pid file before it ends');
});
