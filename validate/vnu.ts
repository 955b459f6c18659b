import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from './check.ts';
import { type Ran, run } from './run.ts';

type Checker = (...parameters: string[]) => Promise<Ran>;

/** A run takes a few seconds: compiling its code thoroughly would take longer than it saves. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m'];

const JAR = join(import.meta.dirname, 'node_modules', 'vnu-jar', 'build', 'dist', 'vnu.jar');

/** Runs `work` with the W3C's checker, which needs Java; without Java the check is skipped. */
export async function withVnu(work: (check: Checker) => Promise<Outcome>): Promise<Outcome> {
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0) return { skipped: 'Java is not installed' };
  return work((...parameters) => run('java', [...QUICK, '-jar', JAR, ...parameters]));
}
