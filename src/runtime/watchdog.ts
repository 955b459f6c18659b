import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// Ends this process when its work exceeds a limit. A separate thread measures: a pattern or a parser can keep the main thread busy
// for ever, and then no timer of it runs.

export type WatchLimits = {
  /** Most milliseconds of processor time in which the main thread handles no event. */
  blocked: number;
  /** Most milliseconds of processor time between two steps of the work. */
  step: number;
  /** Most milliseconds of processor time of all its work. */
  whole: number;
  /** Most bytes of memory. */
  memory: number;
};

/** The data of the thread: two counters, of events and of steps. */
export type WatchData = { counters: Int32Array; limits: WatchLimits };

const CHECK_EVERY = 100;

/** Resolves when this process is watched. `noteStep` says that the work continues. */
export async function watchProcess(limits: WatchLimits): Promise<{ noteStep: () => void }> {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  setInterval(() => Atomics.add(counters, 0, 1), CHECK_EVERY).unref();
  const workerData: WatchData = { counters, limits };
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, execArgv: [] });
  await once(thread, 'message');
  thread.unref();
  return { noteStep: () => void Atomics.add(counters, 1, 1) };
}
