import { createServer, type Server } from 'node:http';
import type { Config } from '#config/config.ts';

// The metrics in the text format of Prometheus (exposition format 0.0.4).

/** Metric values by name and labels: `name{label="value"}`. */
export type Series = Record<string, number>;

type Family = { type: 'counter' | 'gauge' | 'histogram'; help: string; together: 'sum' | 'max' | 'min' };

/** Every metric by its name. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  plumbline_processes: gauge('Processes that serve.', 'sum'),
  plumbline_requests_total: counter('Responses by route, method and class of status, without those of the cache.'),
  plumbline_request_seconds: { type: 'histogram', help: 'Duration of these responses.', together: 'sum' },
  plumbline_cache_answers_total: counter('Responses sent from the cache, by status.'),
  plumbline_cache_found_total: counter('Cache lookups that found a response.'),
  plumbline_cache_missed_total: counter('Cache lookups that found none.'),
  plumbline_cache_copies: gauge('Responses in the cache.', 'sum'),
  plumbline_cache_bytes: gauge('Bytes of the responses in the cache.', 'sum'),
  plumbline_writes_total: counter('Writes to the database, by how they ended.'),
  plumbline_writes_waiting: gauge('Writes that wait for their commit.', 'sum'),
  plumbline_database_up: gauge('Whether the database can be read, and written.', 'min'),
  plumbline_publications: gauge('Number of the last line of the publication log.', 'max'),
  plumbline_brief_subscribers: gauge('Subscribers of the Field Brief, by state.', 'max'),
  plumbline_loop_delay_seconds: gauge('Delay of the event loop since the last request of the metrics.', 'max'),
  plumbline_memory_bytes: gauge('Memory of all serving processes.', 'sum'),
  plumbline_export_processes: gauge(
    'Processes that export the site to EXPORT_DIR; 0 means that the files are not updated.',
    'sum',
  ),
  plumbline_brief_deliveries_total: counter('Deliveries of the Field Brief that this process ended, by state.'),
  plumbline_purges_total: counter('Purges of caches in front of the server, by cache and by how they ended.'),
  plumbline_purges_waiting: gauge('Lines of the publication log that a cache was not purged of yet.', 'max'),
  plumbline_purges_lag_seconds: gauge(
    'Age of the oldest line of the publication log that a cache was not purged of.',
    'max',
  ),
  plumbline_integration_deliveries_total: counter(
    'Messages to other sites, by kind of receiver and by how they ended.',
  ),
  plumbline_integration_lag_lines: gauge('Changes that a receiver does not have yet; the most of its kind.', 'max'),
  plumbline_integration_lag_seconds: gauge('Age of the oldest of these changes.', 'max'),
  plumbline_integrations: gauge('Receivers of messages, by kind and state.', 'max'),
  plumbline_change_readers: gauge('Streams and long polls that wait for public changes.', 'sum'),
  plumbline_log_lines_lost_total: counter('Lines of the log that could not be written.'),
  plumbline_cpu_seconds_total: counter('Processor time.'),
};

function counter(help: string): Family {
  return { type: 'counter', help, together: 'sum' };
}

function gauge(help: string, together: Family['together']): Family {
  return { type: 'gauge', help, together };
}

/** Combines the metrics of several processes. */
export function mergeSeries(all: readonly Series[]): Series {
  const whole: Series = {};
  for (const series of all) {
    for (const [name, value] of Object.entries(series)) {
      const known = whole[name];
      whole[name] = known === undefined ? value : join(familyOf(name)?.together ?? 'sum', known, value);
    }
  }
  return whole;
}

/** The counters of a process, which stay valid after its end; its gauges do not. */
export function onlyCounters(series: Series): Series {
  return Object.fromEntries(Object.entries(series).filter(([name]) => familyOf(name)?.type !== 'gauge'));
}

export function formatMetrics(series: Series): string {
  const parts: string[] = [];
  for (const [family, { type, help }] of Object.entries(FAMILIES)) {
    const own = Object.entries(series).filter(([name]) => nameOf(name) === family);
    if (own.length === 0) continue;
    parts.push(
      `# HELP ${family} ${help}`,
      `# TYPE ${family} ${type}`,
      ...own.map(([name, value]) => `${name} ${value}`),
    );
  }
  return `${parts.join('\n')}\n`;
}

function join(how: Family['together'], one: number, other: number): number {
  return how === 'sum' ? one + other : Math[how](one, other);
}

function familyOf(name: string): Family | undefined {
  return FAMILIES[nameOf(name)];
}

/** The family of a metric: its name without labels and without the suffixes of a histogram. */
function nameOf(name: string): string {
  const plain = name.split('{', 1)[0] ?? '';
  return plain.replace(/_(?:bucket|sum|count)$/, '');
}

/**
 * Serves the metrics at `/metrics` of a separate address.
 * @throws Error when the address is taken
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  read: () => Promise<Series>,
): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/metrics' || incoming.method !== 'GET') return void outgoing.writeHead(404).end();
    const text = await read().then(formatMetrics, () => null);
    if (text === null) return void outgoing.writeHead(500).end();
    outgoing.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(new Error(`METRICS_ADDRESS cannot be used: ${error.message}.`)));
    server.listen(port, host, listening);
  });
  return server.unref();
}

/** The address of a listening server, as `host:port`. */
export function addressOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address ? `${address.address}:${address.port}` : String(address);
}
