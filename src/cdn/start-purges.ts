import { listLinkingArticles } from '../article/read/linking-articles.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../runtime/deps.ts';
import { listChangedPaths } from './changed-paths.ts';
import { type Purging, startPurging } from './follow-changes.ts';

type Log = Parameters<typeof startPurging>[2]['log'];

export type Purges = {
  /** The metrics of this process. */
  read: () => Record<string, number>;
  stop: () => Promise<void>;
};

/** Purges every cache of the settings after each publication. */
export function startPurges(deps: Deps, { cdn, publication }: Config, log: Log): Purges {
  const host = new URL(publication.baseUrl).host;
  const listPaths = (lines: Parameters<typeof listChangedPaths>[1]) => listChangedPaths(deps.db.read, lines);
  const options = { listLinking: listLinkingArticles, listPaths, host, log };
  const purging = cdn.purgers.map((purger) => startPurging(deps, purger, options));
  return {
    read: () => Object.assign({}, ...purging.map(metricsOf)),
    stop: async () => void (await Promise.all(purging.map(({ stop }) => stop()))),
  };
}

function metricsOf({ name, counts }: Purging): Record<string, number> {
  return {
    [`plumbline_purges_total{cache="${name}",ended="sent"}`]: counts.sent,
    [`plumbline_purges_total{cache="${name}",ended="refused"}`]: counts.refused,
    [`plumbline_purges_waiting{cache="${name}"}`]: counts.waiting,
  };
}
