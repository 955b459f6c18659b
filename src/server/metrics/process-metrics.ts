import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Failure } from '#core/failure.ts';
import type { Database } from '#db/database.ts';
import type { Services } from '#http/services.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Series } from '#runtime/metric-families.ts';

export type MetricSources = {
  deps: Deps;
  services: Services;
  /** Metrics that other parts of the process count. */
  counted: (() => Series | Promise<Series>)[];
};

/** Makes the function that reads all metrics of this process, and begins to measure the delay of the event loop. */
export function createMetrics({
  deps,
  services: { cache, changeFeed, readiness },
  counted,
}: MetricSources): () => Promise<Series> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  return async () => {
    const { reading, writable } = await readiness();
    const { copies, bytes } = cache.size();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      ...Object.assign({}, ...(await Promise.all(counted.map((read) => read())))),
      plumbline_cache_found_total: cache.counts.found,
      plumbline_cache_missed_total: cache.counts.missed,
      plumbline_cache_copies: copies,
      plumbline_cache_bytes: bytes,
      plumbline_change_readers: changeFeed.size(),
      'plumbline_database_up{for="reading"}': Number(reading),
      'plumbline_database_up{for="writing"}': Number(writable),
      ...(await publications(deps)),
      ...delays(delay),
      'plumbline_memory_bytes{kind="resident"}': rss,
      'plumbline_memory_bytes{kind="heap"}': heapUsed,
      plumbline_cpu_seconds_total: (user + system) / 1e6,
    };
  };
}

/** Milliseconds between two samples of the event loop; the measured delay includes them. */
const RESOLUTION = 20;

async function publications({ db }: Deps): Promise<Series> {
  try {
    const last = db.read.selectFrom('publication_log').select('seq').orderBy('seq', 'desc').limit(1);
    return { plumbline_publications: (await last.executeTakeFirst())?.seq ?? 0 };
  } catch {
    return {};
  }
}

function delays(delay: ReturnType<typeof monitorEventLoopDelay>): Series {
  const seconds = (measured: number) => Math.max(0, Math.round(measured / 1e3 - RESOLUTION * 1e3) / 1e6);
  const read = {
    'plumbline_loop_delay_seconds{quantile="0.5"}': seconds(delay.percentile(50)),
    'plumbline_loop_delay_seconds{quantile="0.99"}': seconds(delay.percentile(99)),
    'plumbline_loop_delay_seconds{quantile="1"}': seconds(delay.max),
  };
  delay.reset();
  return read;
}

/** Wraps a database and counts its writes: how many wait, and how they ended. */
export function countWrites(db: Database): { db: Database; read: () => Series } {
  let waiting = 0;
  const ended = { done: 0, refused: 0, failed: 0 };
  const write: Database['write'] = async (work) => {
    waiting++;
    try {
      const value = await db.write(work);
      ended.done++;
      return value;
    } catch (error) {
      ended[error instanceof Failure ? 'refused' : 'failed']++;
      throw error;
    } finally {
      waiting--;
    }
  };
  return {
    db: { ...db, write },
    read: () => ({
      plumbline_writes_waiting: waiting,
      ...Object.fromEntries(
        Object.entries(ended).map(([how, count]) => [`plumbline_writes_total{ended="${how}"}`, count]),
      ),
    }),
  };
}
