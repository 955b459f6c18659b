import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '#config/config.ts';
import { BOOT } from '#runtime/boot/boot.ts';
import type { Series } from '#runtime/metric-families.ts';
import { LONGEST_STOP } from '#server/drain.ts';
import { openLog } from '#server/metrics/log.ts';
import { addressOf, mergeSeries, onlyCounters, serveMetrics } from '#server/metrics/prometheus.ts';
import { announceProcess, LAUNCHER_ENDED } from './announce-process.ts';
import { isFromWorker, type LeaderMessage, type WorkerMessage } from './messages.ts';

/** The first and the longest pause before a worker that died before serving is replaced, in milliseconds. The pause doubles. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/** After this many failed starts in a row, and with no serving worker left, the server ends. */
const MOST_FAILED_STARTS = 5;

const GO: LeaderMessage = { plumbline: 'go' };

/** `ready`: it answers. `hasStarted`: it answers from the database. */
type WorkerState = {
  worker: Worker;
  ready: boolean;
  hasStarted: boolean;
  onTrial: boolean;
  leaving: boolean;
  gone: Promise<void>;
};

/**
 * Leads `config.workers` serving processes: the first prepares the site, the others start after it. A worker that dies is
 * replaced. The leader serves nothing itself. Resolves with the exit code of this process.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the workers
export async function leadWorkers(config: Config): Promise<number> {
  const { log } = openLog(config.logLevel, false);
  const workers = new Set<WorkerState>();
  cluster.setupPrimary({ exec: BOOT, args: ['src/main.ts'] });
  const metrics = gatherMetrics();
  const { promise: over, resolve: end } = Promise.withResolvers<number>();
  let stopping = false;
  let restarting = false;
  let failedStarts = 0;
  let isOpen = false;

  /** Starts a worker. Resolves with whether it began to serve. */
  function startWorker({ onTrial = false } = {}): Promise<boolean> {
    const worker = cluster.fork();
    const gone = Promise.withResolvers<void>();
    const serving = Promise.withResolvers<boolean>();
    const state: WorkerState = { worker, ready: false, hasStarted: false, onTrial, leaving: false, gone: gone.promise };
    workers.add(state);
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return;
      if (message.plumbline === 'figures') return metrics.received(worker, message);
      if (message.plumbline === 'closed') return void worker.send(GO);
      state.ready = true;
      state.onTrial = false;
      state.hasStarted = !message.withoutDatabase;
      if (state.hasStarted) failedStarts = 0;
      log.info({ process: worker.process.pid }, 'a worker serves');
      serving.resolve(true);
    });
    worker.on('error', (error) =>
      log.error({ process: worker.process.pid, error: String(error) }, 'a worker cannot be reached'),
    );
    worker.once('exit', (code, signal) => {
      workers.delete(state);
      metrics.left(worker);
      serving.resolve(false);
      gone.resolve();
      if (stopping && workers.size === 0) return end(0);
      if (stopping || state.leaving) return;
      if (code === 0) log.info({ process: worker.process.pid }, 'a worker was stopped');
      else log.error({ process: worker.process.pid, code, signal }, 'a worker died');
      if (!state.onTrial && isOpen) void replace(state.hasStarted);
    });
    return serving.promise;
  }

  async function replace(hasStarted: boolean): Promise<void> {
    if (!hasStarted) {
      failedStarts++;
      const noneServes = [...workers].every((state) => !state.ready);
      if (failedStarts >= MOST_FAILED_STARTS && noneServes) {
        log.error({}, 'no worker starts to serve; see the messages of the workers');
        stopping = true;
        return end(1);
      }
      await wait(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failedStarts));
    }
    if (!stopping) void startWorker();
  }

  /** Asks a worker to end after its last response, and kills it when it does not. */
  async function stopWorker(state: WorkerState): Promise<void> {
    state.leaving = true;
    const stop: LeaderMessage = { plumbline: 'stop' };
    if (state.worker.isConnected()) state.worker.send(stop);
    const late = setTimeout(() => state.worker.process.kill('SIGKILL'), LONGEST_STOP + 2000);
    await state.gone;
    clearTimeout(late);
  }

  /** Replaces the workers one by one, each only after the new worker serves. */
  async function restart(): Promise<void> {
    if (restarting || stopping) return;
    restarting = true;
    log.info({}, 'restarting the workers one by one');
    for (const old of [...workers].filter((state) => state.ready)) {
      if (stopping) break;
      if (!(await startWorker({ onTrial: true }))) {
        log.error({}, 'a new worker did not start to serve; the others stay as they are');
        break;
      }
      await stopWorker(old);
      log.info({ process: old.worker.process.pid }, 'a worker was replaced');
    }
    restarting = false;
    log.info({}, 'restarted');
  }

  let stoppedAt = 0;
  function stop(signal: string): void {
    if (stopping && performance.now() - stoppedAt > SAME_SIGNAL) {
      for (const { worker } of workers) worker.process.kill('SIGKILL');
      end(1);
    }
    if (stopping) return;
    stopping = true;
    stoppedAt = performance.now();
    log.info({ signal }, 'stopping');
    if (workers.size === 0) end(0);
    for (const state of workers) void stopWorker(state);
  }

  new RateLimiterClusterMaster();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  for (const signal of ['SIGHUP', 'SIGUSR2']) {
    // A closed terminal sends SIGHUP, too.
    process.on(signal, () => (signal === 'SIGHUP' && process.stdout.isTTY ? stop(signal) : void restart()));
  }
  const removePid = announceProcess(config.dataDir, log, () => stop(LAUNCHER_ENDED));
  if (config.metrics) {
    await import('#app.ts'); // declares the metrics of the capabilities
    const server = await serveMetrics(config.metrics, () =>
      metrics.read([...workers].filter((state) => state.ready).map((state) => state.worker)),
    );
    log.info({ address: addressOf(server) }, 'metrics are at /metrics of this address');
  }

  try {
    if (!(await startWorker())) return stopping ? 0 : 1;
    isOpen = true;
    await Promise.all(Array.from({ length: config.workers - 1 }, () => startWorker()));
    return await over;
  } finally {
    removePid();
  }
}

/** Milliseconds in which a second signal counts as the first one: a terminal and npm both send it. */
const SAME_SIGNAL = 100;

/** Longest wait for the slowest worker, in milliseconds. */
const LONGEST_WAIT = 2000;

type MetricsMessage = Extract<WorkerMessage, { plumbline: 'figures' }>;

/** Requests the metrics of every worker and combines them. The counters of ended workers stay included. */
function gatherMetrics() {
  const latest = new Map<number, Series>();
  const asked = new Map<number, (worker: number) => void>();
  let ended: Series = {};
  let questions = 0;

  return {
    received: (worker: Worker, { question, series }: MetricsMessage): void => {
      latest.set(worker.id, series);
      if (question !== null) asked.get(question)?.(worker.id);
    },
    left: (worker: Worker): void => {
      ended = mergeSeries([ended, onlyCounters(latest.get(worker.id) ?? {})]);
      latest.delete(worker.id);
    },
    read: async (workers: readonly Worker[]): Promise<Series> => {
      const question = ++questions;
      const missing = new Set(workers.map((worker) => worker.id));
      const { promise, resolve } = Promise.withResolvers<void>();
      asked.set(question, (id) => {
        missing.delete(id);
        if (missing.size === 0) resolve();
      });
      const late = setTimeout(resolve, LONGEST_WAIT);
      const message: LeaderMessage = { plumbline: 'tell figures', question };
      for (const worker of workers) if (worker.isConnected()) worker.send(message);
      await promise;
      clearTimeout(late);
      asked.delete(question);
      const answers = workers.filter((worker) => !missing.has(worker.id)).map((worker) => latest.get(worker.id) ?? {});
      const silent = [...missing].map((id) => onlyCounters(latest.get(id) ?? {}));
      return mergeSeries([ended, ...silent, ...answers]);
    },
  };
}
