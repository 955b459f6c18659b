import { listLinkingArticles } from '#article/linking-articles.ts';
import type { BackgroundJob } from '#capability.ts';
import type { Config } from '#config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { listChangedPaths } from './changed-paths.ts';
import { type Purging, startPurging } from './follow-changes.ts';
import { readPurgeState } from './purge-state.ts';

type Log = Parameters<typeof startPurging>[2]['log'];

/** Purges every cache of the settings after each publication. It follows the publication log by itself, so a run has nothing to do. */
export function startPurges(deps: Deps, { cdn, publication }: Config, log: Log): BackgroundJob {
  const host = new URL(publication.baseUrl).host;
  const listPaths = (lines: Parameters<typeof listChangedPaths>[1]) => listChangedPaths(deps.db.read, lines);
  const options = { listLinking: listLinkingArticles, listPaths, host, log };
  const purging = cdn.purgers.map((purger) => startPurging(deps, purger, options));
  const readMetrics = async () =>
    Object.assign({}, ...(await Promise.all(purging.map((followed) => metricsOf(deps, followed)))));
  return {
    name: 'purge caches in front of the server',
    run: async () => {},
    read: () => readMetrics().catch(() => ({})),
    stop: async () => void (await Promise.all(purging.map(({ stop }) => stop()))),
  };
}

async function metricsOf(deps: Deps, { name, counts }: Purging): Promise<Record<string, number>> {
  return {
    [`plumbline_purges_total{cache="${name}",ended="sent"}`]: counts.sent,
    [`plumbline_purges_total{cache="${name}",ended="refused"}`]: counts.refused,
    [`plumbline_purges_waiting{cache="${name}"}`]: counts.waiting,
    [`plumbline_purges_lag_seconds{cache="${name}"}`]: await purgeLag(deps, name),
  };
}

/** Seconds since the oldest line of the publication log that a cache was not purged of; 0 when it was purged of all. */
async function purgeLag({ db, clock }: Deps, name: string): Promise<number> {
  const first = Math.max(0, (await readPurgeState(db.read, name))?.first ?? 0);
  const oldest = await db.read
    .selectFrom('publication_log')
    .select('at')
    .where('seq', '>', first)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return oldest ? Math.max(0, Math.round((clock() - Date.parse(oldest.at)) / 1000)) : 0;
}
