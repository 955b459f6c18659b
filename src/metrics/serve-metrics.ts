import { createServer, type Server } from 'node:http';
import type { Config } from '../config.ts';
import { printSeries, type Series } from './series.ts';

/**
 * Tells the figures at `/metrics` of an address of their own.
 * @throws Error when the address is taken
 */
export async function serveGauges(
  { host, port }: NonNullable<Config['metrics']>,
  read: () => Promise<Series>,
): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== '/metrics' || incoming.method !== 'GET') return void outgoing.writeHead(404).end();
    const text = await read().then(printSeries, () => null);
    if (text === null) return void outgoing.writeHead(500).end();
    outgoing.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(new Error(`METRICS_ADDRESS cannot be listened at: ${error.message}.`)));
    server.listen(port, host, listening);
  });
  return server.unref();
}

/** Where a server listens, as `host:port`. */
export function addressOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address ? `${address.address}:${address.port}` : String(address);
}
