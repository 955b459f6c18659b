import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes the body of a response; returns it unchanged for other paths. */
export type TextChange = (text: string, path: string) => string;

const KEPT = ['content-type', 'content-security-policy', 'vary', 'cache-control', 'link', 'location', 'etag'];

/**
 * Runs `work` with the address of a proxy on loopback that puts a defect into responses, to show that a tool detects it.
 * Absolute links in the responses point to the proxy.
 * @throws Error when no response was changed
 */
export async function withDefect(
  baseUrl: string,
  change: TextChange,
  work: (address: string) => Promise<string>,
): Promise<string> {
  let changed = 0;
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
    const defective = change(text, path);
    if (defective !== text) changed++;
    answer.end(defective);
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // A tool accepts what nobody changed: that the defect is missing is then the reason.
    const [ran] = await Promise.allSettled([work(address)]);
    if (changed === 0) throw new Error('the defect was not inserted: no response has the text to change');
    if (ran.status === 'rejected') throw ran.reason;
    return ran.value;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
