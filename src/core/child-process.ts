import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BOOT } from './boot.ts';

// Work on a hostile file runs in a child process: one process for each file, which ends after it.

/** Most memory (bytes) and processor time (milliseconds) of one job. */
export type ChildLimits = { memory: number; time: number };

export const CHILD_LIMITS: ChildLimits = { memory: 512 * 1024 * 1024, time: 10_000 };
/** A job may take this many times its processor time by the clock: other work may use the processors too. */
const CLOCK_FACTOR = 3;

/** The message that the parent sends to the child. */
export type ChildJob<Job> = ChildLimits & { job: Job };

/**
 * Runs a job in a new process of the file `child`, which calls `serveChild`. Null when the process ended without an answer:
 * it crashed, or exceeded a limit.
 */
export function runInChild<Job, Done>(
  child: URL,
  job: Job,
  { memory, time }: ChildLimits = CHILD_LIMITS,
): Promise<Done | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Done | null>();
  const forked = fork(BOOT, [fileURLToPath(child)], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2', ...compileCache() },
    stdio: 'ignore',
  });
  const late = setTimeout(() => forked.kill('SIGKILL'), time * CLOCK_FACTOR);
  forked.on('message', (done) => resolve(done as Done));
  forked.on('error', reject);
  forked.on('close', () => {
    clearTimeout(late);
    resolve(null);
  });
  forked.send({ job, memory, time } satisfies ChildJob<Job>, (error) => error && forked.kill('SIGKILL'));
  return promise;
}

/** The compile cache of this process, if it has one: with it, a child starts in about half the processor time. */
function compileCache(): NodeJS.ProcessEnv {
  const own = getCompileCacheDir(); // a folder for this version of Node, below the folder that the setting names
  return own ? { NODE_COMPILE_CACHE: dirname(own) } : {};
}

/** Milliseconds between two checks of the limits. */
const CHECK_EVERY = 20;

/** In the child: runs the one job it receives, sends the result, and ends. A process that exceeds its limits kills itself. */
export function serveChild<Job, Done>(work: (job: Job) => Promise<Done>): void {
  process.once('message', async ({ job, memory, time }: ChildJob<Job>) => {
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (process.memoryUsage.rss() > memory || user + system > time * 1000) process.kill(process.pid, 'SIGKILL');
    }, CHECK_EVERY).unref();
    const done = await work(job);
    process.send?.(done, undefined, undefined, () => process.disconnect?.());
  });
}
