import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type Ran = { status: number | null; output: string };
export type How = { environment?: NodeJS.ProcessEnv | undefined; input?: string };

/** Longest a tool may take, in milliseconds. */
const LONGEST = 240_000;

/** Nothing is reported to anyone, and no tool asks whether there is a newer one. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  PUPPETEER_SKIP_DOWNLOAD: 'true',
};

/** Runs a tool of this folder by the name of its command, on the runtime this runs on. */
export function runTool(name: string, parameters: string[], how?: How): Promise<Ran> {
  return runScript(join(import.meta.dirname, 'node_modules', '.bin', name), parameters, how);
}

/** Runs a program of `validate/programs`: what drives a tool that has no command, or none that fits. */
export function runProgram(name: string, parameters: string[], how?: How): Promise<Ran> {
  return runScript(join(import.meta.dirname, 'programs', `${name}.ts`), parameters, how);
}

/** Runs a script on the runtime this runs on and returns what it said, whatever came of it. */
export function runScript(path: string, parameters: string[], how?: How): Promise<Ran> {
  return run(process.execPath, [path, ...parameters], how);
}

/** Runs a command to its end; one that takes too long is ended, and whatever it started with it. */
export function run(command: string, parameters: string[], { environment, input }: How = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: import.meta.dirname,
      env: { ...(environment ?? process.env), ...QUIET },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const late = setTimeout(() => {
      output += `\nit was ended after ${LONGEST / 1000} s`;
      end(child.pid);
    }, LONGEST);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    child.stdin?.end(input);
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(late);
      resolve({ status, output });
    });
  });
}

function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It had just ended by itself.
  }
}

/**
 * Returns the figure, if there is one.
 * @throws Error with what the tool said, unless it found nothing wrong
 */
export function requirePassed({ status, output }: Ran, figure?: string): string {
  if (status !== 0) throw new Error(output.trim() || `it ended with ${status}`);
  return figure ?? '';
}

/**
 * Returns what it was refused for.
 * @throws Error unless the tool refused what it was given, and for the reason it should have
 */
export function requireRefused({ status, output }: Ran, reason: RegExp): string {
  if (status === 0) throw new Error('it was let pass');
  const found = reason.exec(output)?.[0];
  if (found === undefined) throw new Error(`it was refused, but not for ${reason}:\n${output.trim()}`);
  return found.replace(/\s+/g, ' ');
}
