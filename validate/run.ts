import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type Ran = { status: number | null; output: string };

/** Longest a tool may take, in milliseconds. */
const LONGEST = 60_000;

/** Nothing is reported to anyone, and no tool asks whether there is a newer one. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', DO_NOT_TRACK: '1' };

/** Runs a tool of this folder by the name of its command, on the runtime this runs on. */
export function runTool(name: string, ...parameters: string[]): Promise<Ran> {
  return runScript(join(import.meta.dirname, 'node_modules', '.bin', name), ...parameters);
}

/** Runs a script on the runtime this runs on and returns what it said, whatever came of it. */
export function runScript(path: string, ...parameters: string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path, ...parameters], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...QUIET },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** @throws Error with what the tool said, unless it found nothing wrong */
export function requirePassed({ status, output }: Ran): void {
  if (status !== 0) throw new Error(output.trim() || `it ended with ${status}`);
}

/** @throws Error unless the tool refused what it was given, and for the reason it should have */
export function requireRefused({ status, output }: Ran, reason: RegExp): void {
  if (status === 0) throw new Error('it was let pass');
  if (!reason.test(output)) throw new Error(`it was refused, but not for ${reason}:\n${output.trim()}`);
}
