import type { ChildJob } from './child-process.ts';

/** Milliseconds between two looks at what was taken. */
const LOOK_EVERY = 20;

/** In a process of its own: does the one job it is told, says what came of it, and ends; over its bounds it ends without a word. */
export function serveChild<Job, Done>(work: (job: Job) => Promise<Done>): void {
  process.once('message', async ({ job, memory, time }: ChildJob<Job>) => {
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (process.memoryUsage.rss() > memory || user + system > time * 1000) process.kill(process.pid, 'SIGKILL');
    }, LOOK_EVERY).unref();
    const done = await work(job);
    process.send?.(done, undefined, undefined, () => process.disconnect?.());
  });
}
