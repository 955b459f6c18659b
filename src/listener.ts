import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Log } from './doors/env.ts';
import { createLimits } from './doors/limits.ts';
import { openMcpFront } from './doors/mcp-front.ts';
import type { Press } from './ground/press.ts';
import { handOut } from './newsstand/hand-out.ts';
import { openNewsstand } from './newsstand/newsstand.ts';

/** What answers on the node server: the short ways in first, the route table for everything else. */
export function createListener(press: Press, config: Config, log: Log): RequestListener {
  const limits = createLimits(config.rateLimits);
  const newsstand = openNewsstand(press, config.newsstandBytes);
  const app = createApp(press, config, log, limits, newsstand);
  const byRoutes = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const takeMcp = openMcpFront({ press, config, log, limits });
  return async (incoming, outgoing) => {
    if (handOut(newsstand, incoming, outgoing)) return;
    if (incoming.url === '/api/mcp' && (await takeMcp(incoming, outgoing))) return;
    await byRoutes(incoming, outgoing);
  };
}
