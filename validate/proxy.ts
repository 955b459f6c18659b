import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Change = (headers: IncomingHttpHeaders) => IncomingHttpHeaders;

/**
 * Runs `work` with the address of a proxy on loopback that changes the headers of every request. `Host` and `Origin` with
 * the proxy's port get the server's port first.
 */
export async function withProxy(
  baseUrl: string,
  change: Change,
  work: (address: string) => Promise<string>,
): Promise<string> {
  const { hostname: host, port } = new URL(baseUrl);
  const proxy = createServer((incoming, outgoing) => {
    const headers = change(readdressed(incoming.headers, portOf(proxy), port));
    const onward = request({ host, port, path: incoming.url, method: incoming.method, headers });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  try {
    return await work(`http://127.0.0.1:${portOf(proxy)}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

function portOf(server: ReturnType<typeof createServer>): string {
  return String((server.address() as AddressInfo).port);
}

function readdressed({ host, origin, ...rest }: IncomingHttpHeaders, from: string, to: string): IncomingHttpHeaders {
  const move = (value: string) => value.replace(new RegExp(`:${from}$`), `:${to}`);
  return { ...rest, ...(host && { host: move(host) }), ...(origin && { origin: move(origin) }) };
}
