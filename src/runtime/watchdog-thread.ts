import { parentPort, workerData } from 'node:worker_threads';
import type { WatchData } from './watchdog.ts';

// The thread that ends its process. The processor time is that of the whole process.

const CHECK_EVERY = 250;

const { counters, limits } = workerData as WatchData;
const events = { count: -1, since: 0, most: limits.blocked };
const steps = { count: -1, since: 0, most: limits.step };

function check(): void {
  const { user, system } = process.cpuUsage();
  const used = (user + system) / 1000;
  const isLate = [events, steps].some((watched, at) => {
    const count = Atomics.load(counters, at);
    if (count !== watched.count) Object.assign(watched, { count, since: used });
    return used - watched.since > watched.most;
  });
  if (isLate || used > limits.whole || process.memoryUsage.rss() > limits.memory) process.kill(process.pid, 'SIGKILL');
}

check();
parentPort?.postMessage('watching');
setInterval(check, CHECK_EVERY);
