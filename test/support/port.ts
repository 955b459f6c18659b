import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Log } from '#http/context.ts';
import { createListener } from '#server/listener.ts';
import { openSite } from './site.ts';

/** Opens a site that listens on a free port, like the real server. */
export async function openOnPort(t: TestContext, settings: Record<string, string> = {}) {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const site = await openSite(t, { BASE_URL: baseUrl, ...settings });
  const note = (level: 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) =>
    void site.log.push({ level, fields, message });
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };
  server.on('request', createListener(site.deps, site.config, log));
  return { site, baseUrl, address: new URL(`${baseUrl}/api/mcp`), server };
}
