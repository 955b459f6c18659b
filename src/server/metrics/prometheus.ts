import { createServer, type Server } from 'node:http';
import { declared } from '#http/declared.ts';
import type { Config } from '#runtime/config/config.ts';
import type { MetricFamilies, Series } from '#runtime/metric-families.ts';
import { PROCESS_METRICS } from './process-families.ts';

// The metrics in the text format of Prometheus (exposition format 0.0.4).

/** Every metric by its name: those of a server process, then those of the capabilities. */
export function metricFamilies(): MetricFamilies {
  return { ...PROCESS_METRICS, ...declared().metrics };
}

export function formatMetrics(series: Series): string {
  const parts: string[] = [];
  for (const [family, { type, help }] of Object.entries(metricFamilies())) {
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
