import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { openLog } from '../../metrics/log.ts';
import { addressOf, serveMetrics } from '../../metrics/prometheus.ts';
import { LONGEST_STOP } from '../drain.ts';
import { announceProcess, LAUNCHER_ENDED } from './announce-process.ts';
import { gatherMetrics } from './gather-metrics.ts';
import { isFromWorker, type LeaderMessage } from './messages.ts';

/** A worker that dies before it serves is tried again after a pause that doubles: the first and the longest, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/** So many deaths at the start, one after the other and with nobody left who serves, end the house. */
const MOST_FALSE_STARTS = 5;

const GO: LeaderMessage = { plumbline: 'go' };

type Hand = { worker: Worker; ready: boolean; onTrial: boolean; leaving: boolean; gone: Promise<void> };

/**
 * Leads `config.workers` processes that serve: the first opens the house, the others join when it is open. Whoever dies is
 * replaced. Holds no house itself. Resolves with the code this process should end with.
 */
export async function leadWorkers(config: Config): Promise<number> {
  const { log } = openLog(config.logLevel, false);
  const crew = new Set<Hand>();
  const figures = gatherMetrics();
  const { promise: over, resolve: end } = Promise.withResolvers<number>();
  let stopping = false;
  let restarting = false;
  let falseStarts = 0;
  let isOpen = false;

  /** Starts a worker; resolves with whether it came to serve. */
  function hire({ onTrial = false } = {}): Promise<boolean> {
    const worker = cluster.fork();
    const gone = Promise.withResolvers<void>();
    const serving = Promise.withResolvers<boolean>();
    const hand: Hand = { worker, ready: false, onTrial, leaving: false, gone: gone.promise };
    crew.add(hand);
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return;
      if (message.plumbline === 'figures') return figures.told(worker, message);
      if (message.plumbline === 'closed') return void worker.send(GO);
      hand.ready = true;
      hand.onTrial = false;
      falseStarts = 0;
      log.info({ process: worker.process.pid }, 'a worker serves');
      serving.resolve(true);
    });
    worker.on('error', (error) =>
      log.error({ process: worker.process.pid, error: String(error) }, 'a worker cannot be reached'),
    );
    worker.once('exit', (code, signal) => {
      crew.delete(hand);
      figures.left(worker);
      serving.resolve(false);
      gone.resolve();
      if (stopping && crew.size === 0) return end(0);
      if (stopping || hand.leaving) return;
      if (code === 0) log.info({ process: worker.process.pid }, 'a worker was told to end');
      else log.error({ process: worker.process.pid, code, signal }, 'a worker died');
      if (!hand.onTrial && isOpen) void replace(hand.ready);
    });
    return serving.promise;
  }

  async function replace(itServed: boolean): Promise<void> {
    if (!itServed) {
      falseStarts++;
      const nobodyServes = [...crew].every((hand) => !hand.ready);
      if (falseStarts >= MOST_FALSE_STARTS && nobodyServes) {
        log.error({}, 'no worker comes to serve: look at what they said');
        stopping = true;
        return end(1);
      }
      await wait(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** falseStarts));
    }
    if (!stopping) void hire();
  }

  /** Asks a worker to end after its last answer, and ends it when it does not. */
  async function dismiss(hand: Hand): Promise<void> {
    hand.leaving = true;
    const stop: LeaderMessage = { plumbline: 'stop' };
    if (hand.worker.isConnected()) hand.worker.send(stop);
    const late = setTimeout(() => hand.worker.process.kill('SIGKILL'), LONGEST_STOP + 2000);
    await hand.gone;
    clearTimeout(late);
  }

  /** Replaces one worker after the other, each only when the new one serves. */
  async function restart(): Promise<void> {
    if (restarting || stopping) return;
    restarting = true;
    log.info({}, 'restarting the workers one by one');
    for (const old of [...crew].filter((hand) => hand.ready)) {
      if (stopping) break;
      if (!(await hire({ onTrial: true }))) {
        log.error({}, 'a new worker did not come to serve: the others stay as they are');
        break;
      }
      await dismiss(old);
      log.info({ process: old.worker.process.pid }, 'a worker was replaced');
    }
    restarting = false;
    log.info({}, 'restarted');
  }

  let stoppedAt = 0;
  function stop(signal: string): void {
    if (stopping && performance.now() - stoppedAt > ONE_AND_THE_SAME) {
      for (const { worker } of crew) worker.process.kill('SIGKILL');
      end(1);
    }
    if (stopping) return;
    stopping = true;
    stoppedAt = performance.now();
    log.info({ signal }, 'stopping');
    if (crew.size === 0) end(0);
    for (const hand of crew) void dismiss(hand);
  }

  new RateLimiterClusterMaster();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  for (const signal of ['SIGHUP', 'SIGUSR2']) {
    // A terminal that goes away hangs up, too.
    process.on(signal, () => (signal === 'SIGHUP' && process.stdout.isTTY ? stop(signal) : void restart()));
  }
  const removePid = announceProcess(config.dataDir, log, () => stop(LAUNCHER_ENDED));
  if (config.metrics) {
    const server = await serveMetrics(config.metrics, () =>
      figures.read([...crew].filter((hand) => hand.ready).map((hand) => hand.worker)),
    );
    log.info({ address: addressOf(server) }, 'the figures are told at /metrics of this address');
  }

  try {
    if (!(await hire())) return stopping ? 0 : 1;
    isOpen = true;
    await Promise.all(Array.from({ length: config.workers - 1 }, () => hire()));
    return await over;
  } finally {
    removePid();
  }
}

/** Milliseconds in which a second signal is the first one, come by another way: a terminal's and that of npm's own. */
const ONE_AND_THE_SAME = 100;
