import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sharedCompileCache } from './compile-cache.ts';

// Work on a hostile file runs in a child process: one process for each file, which ends after it.

/** Most memory (bytes) and processor time (milliseconds) of one job. */
export type ChildLimits = { memory: number; time: number };

export const CHILD_LIMITS: ChildLimits = { memory: 512 * 1024 * 1024, time: 10_000 };
/** A job may take this many times its processor time by the clock, because other work may use the processors too. */
const CLOCK_FACTOR = 3;

/** The message that the parent sends to the child. */
export type ChildJob<Job> = ChildLimits & { job: Job };

/** A message of the child: a part of the result, or all of it. */
type ChildMessage<Part, Done> = { part: Part } | { done: Done };

/**
 * Runs a job in a new process of the file `child`, which calls `serveChild`. Null when the process ended without an answer:
 * it crashed, or exceeded a limit. `onPart` gets the parts that the child reports before.
 */
export function runInChild<Job, Done, Part = never>(
  child: URL,
  job: Job,
  { memory, time }: ChildLimits = CHILD_LIMITS,
  onPart: (part: Part) => void = () => {},
): Promise<Done | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Done | null>();
  const forked = fork(fileURLToPath(child), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    env: { MALLOC_ARENA_MAX: '2', ...sharedCompileCache() },
    stdio: 'ignore',
  });
  const late = setTimeout(() => forked.kill('SIGKILL'), time * CLOCK_FACTOR);
  forked.on('message', (message) => {
    const report = message as ChildMessage<Part, Done>;
    if ('part' in report) onPart(report.part);
    else resolve(report.done);
  });
  forked.on('error', reject);
  forked.on('close', () => {
    clearTimeout(late);
    resolve(null);
  });
  forked.send({ job, memory, time } satisfies ChildJob<Job>, (error) => error && forked.kill('SIGKILL'));
  return promise;
}

/** Milliseconds between two checks of the limits. */
const CHECK_EVERY = 20;

/**
 * In the child: runs the one job it receives, sends the result, and ends. `report` sends a part of the result before. A process
 * that exceeds its limits kills itself.
 */
export function serveChild<Job, Done, Part = never>(
  work: (job: Job, report: (part: Part) => void) => Promise<Done>,
): void {
  process.once('message', async ({ job, memory, time }: ChildJob<Job>) => {
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (process.memoryUsage.rss() > memory || user + system > time * 1000) process.kill(process.pid, 'SIGKILL');
    }, CHECK_EVERY).unref();
    const done = await work(job, (part) => process.send?.({ part } satisfies ChildMessage<Part, Done>));
    process.send?.({ done } satisfies ChildMessage<Part, Done>, undefined, undefined, () => process.disconnect?.());
  });
}
