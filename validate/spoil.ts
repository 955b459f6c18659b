import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes what an address says; what it leaves alone it returns as it came. */
export type Spoil = (text: string, path: string) => string;

const KEPT = ['content-type', 'content-security-policy', 'vary', 'cache-control', 'link', 'location', 'etag'];

/**
 * Runs `work` with the address of the same magazine on loopback with something spoiled in it, so that a tool can show that
 * it would tell. Its own addresses name the spoiled one.
 * @throws Error when nothing was spoiled: what is to be spoiled has to be there first
 */
export async function withSpoiled(
  baseUrl: string,
  spoil: Spoil,
  work: (address: string) => Promise<string>,
): Promise<string> {
  let spoiled = 0;
  const server = createServer((asked, answer) => {
    serve(asked, answer).catch(() => answer.destroy());
  });
  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    const headers = { Accept: asked.headers.accept ?? '*/*' };
    const good = await fetch(baseUrl + path, { method: asked.method ?? 'GET', headers, redirect: 'manual' });
    const kept = KEPT.flatMap((name) => {
      const value = good.headers.get(name);
      return value === null ? [] : [[name, value.replaceAll(baseUrl, address)] as const];
    });
    const type = good.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await good.arrayBuffer());
    answer.writeHead(good.status, Object.fromEntries(kept));
    if (asked.method === 'HEAD' || !/text|xml|json/.test(type)) return void answer.end(bytes);
    const text = bytes.toString().replaceAll(baseUrl, address);
    const said = spoil(text, path);
    if (said !== text) spoiled++;
    answer.end(said);
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const result = await work(address);
    if (spoiled === 0) throw new Error('there was nothing to spoil');
    return result;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
