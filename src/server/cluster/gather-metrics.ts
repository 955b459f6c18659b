import type { Worker } from 'node:cluster';
import { mergeSeries, onlyCounters, type Series } from '../../metrics/prometheus.ts';
import type { LeaderMessage, WorkerMessage } from './messages.ts';

/** Longest wait for the slowest worker, in milliseconds. */
const LONGEST_WAIT = 2000;

type MetricsMessage = Extract<WorkerMessage, { plumbline: 'figures' }>;

/** Requests the metrics of every worker and combines them. The counters of ended workers stay included. */
export function gatherMetrics() {
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
      const told = workers.filter((worker) => !missing.has(worker.id)).map((worker) => latest.get(worker.id) ?? {});
      const silent = [...missing].map((id) => onlyCounters(latest.get(id) ?? {}));
      return mergeSeries([ended, ...silent, ...told]);
    },
  };
}
