import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type Ran = { status: number | null; output: string };
export type How = { environment?: NodeJS.ProcessEnv | undefined; input?: string };

/** Milliseconds a tool may run. */
const LONGEST = 1_500_000;

/** Switches off telemetry and update checks of the tools. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  PUPPETEER_SKIP_DOWNLOAD: 'true',
};

/** Tools that run several times compile their code once. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compile') };

/** Runs a tool of this folder by the name of its command, with this Node. */
export function runTool(name: string, parameters: string[], how?: How): Promise<Ran> {
  return runScript(join(import.meta.dirname, 'node_modules', '.bin', name), parameters, how);
}

/** Runs a program of `validate/programs`. These programs call tools that have no suitable command. */
export function runProgram(name: string, parameters: string[], how?: How): Promise<Ran> {
  return runScript(join(import.meta.dirname, 'programs', `${name}.ts`), parameters, how);
}

/** Runs a script with this Node and returns its status and output, also when it fails. */
export function runScript(path: string, parameters: string[], how?: How): Promise<Ran> {
  return run(process.execPath, [path, ...parameters], how);
}

/** Runs a command to its end. A command that takes too long is killed together with its child processes. */
export function run(command: string, parameters: string[], { environment, input }: How = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: import.meta.dirname,
      env: { ...(environment ?? process.env), ...QUIET, ...COMPILED },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const late = setTimeout(() => {
      output += `\nkilled after ${LONGEST / 1000} s`;
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
    // It has just ended by itself.
  }
}

/**
 * Returns `detail`, if the tool found nothing wrong.
 * @throws Error with the output of the tool, if it failed
 */
export function requirePassed({ status, output }: Ran, detail?: string): string {
  if (status !== 0) throw new Error(output.trim() || `the tool ended with ${status}`);
  return detail ?? '';
}

/**
 * Returns the part of the output that matches `reason`.
 * @throws Error unless the tool refused its input for this reason
 */
export function requireRefused({ status, output }: Ran, reason: RegExp): string {
  if (status === 0) throw new Error('the tool accepted the defect');
  const found = reason.exec(output)?.[0];
  if (found === undefined) throw new Error(`the tool refused it, but not for ${reason}:\n${output.trim()}`);
  return found.replace(/\s+/g, ' ');
}
