import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from './check.ts';
import { type Ran, run } from './run.ts';

type Checker = (...parameters: string[]) => Promise<Ran>;

const JAR = join(import.meta.dirname, 'node_modules', 'vnu-jar', 'build', 'dist', 'vnu.jar');

/** Does `work` with the checker of the W3C, which is written in Java; where there is none, that is what came of it. */
export async function withVnu(work: (check: Checker) => Promise<Outcome>): Promise<Outcome> {
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0) return { skipped: 'there is no Java here' };
  return work((...parameters) => run('java', ['-jar', JAR, ...parameters]));
}
