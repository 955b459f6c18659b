import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

// A real server process on a free port, for faults that a test in the same process cannot cause.

const root = dirname(dirname(dirname(import.meta.dirname)));
/** Milliseconds a start may take. */
const LONGEST_START = 60_000;
/** How many times longer a busy machine may take than one that does nothing else, and the least milliseconds. */
const [PATIENCE, LEAST] = [5, 60_000];

export type Server = {
  base: string;
  pid: number;
  child: ChildProcess;
  /** The output of the server so far. */
  output: () => string;
  /** Sends a signal (SIGTERM by default) and waits for the end. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Starts the server on `port` with these settings, and returns when `/healthz` answers. `command` may wrap node; `folder` has the
 * code of another release.
 */
export async function startServer(
  port: number,
  settings: Record<string, string>,
  command: string[] = [process.execPath],
  folder = root,
): Promise<Server> {
  const [program = process.execPath, ...before] = command;
  const child = spawn(program, [...before, join(folder, 'src/main.ts')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      SAMPLE_EDITION: 'off',
      RATE_LIMITS: 'off',
      FIGURES_GATE: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (printed += part));
  const abandon = () => void child.kill('SIGKILL'); // a script that fails must leave no server running
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  const server: Server = {
    base,
    pid: child.pid ?? 0,
    child,
    output: () => printed,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
  try {
    await until(() => answers(`${base}/healthz`, child), LONGEST_START);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`the server did not start: ${printed}`, { cause: error });
  }
  return server;
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** Checks every 25 ms until `true`. `longest`: milliseconds it takes at most where nothing else runs. @throws Error after five times that, at least a minute */
export async function until(isSo: () => boolean | Promise<boolean>, longest: number): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    const most = Math.max(LEAST, PATIENCE * longest);
    if (performance.now() - started > most) throw new Error(`not so after ${most} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return performance.now() - started;
}
