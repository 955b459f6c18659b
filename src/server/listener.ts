import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveFromCache } from '#http/cache/serve.ts';
import type { Log } from '#http/context.ts';
import { handleUnreadableRequest } from '#http/errors.ts';
import { requestIdOf } from '#http/request-id.ts';
import type { Services } from '#http/services.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { RequestMetrics } from '#server/metrics/request-metrics.ts';
import { createServices } from '#server/services.ts';
import { createApp } from './create-app.ts';

const REQUEST_ID = 'X-Request-Id';

type Options = { services?: Services; requests?: RequestMetrics | null };

/** Answers requests of the node server: from the cache where possible, else through the app. */
export function createListener(
  deps: Deps,
  config: Config,
  log: Log,
  { services = createServices(deps, config), requests = null }: Options = {},
): RequestListener {
  const { cache } = services;
  const app = createApp(deps, config, log, services);
  const answerByApp = getRequestListener(
    (request, node) => {
      const requestId = String(node.outgoing.getHeader(REQUEST_ID));
      node.outgoing.removeHeader(REQUEST_ID); // the app decides which responses have none
      return app.fetch(request, { ...node, requestId, seen: requests?.recordOf(node.outgoing) });
    },
    { overrideGlobalObjects: false, errorHandler: handleUnreadableRequest(config, log) },
  );
  return (incoming, outgoing) => {
    if (serveFromCache(cache, incoming, outgoing)) return requests?.countCached(outgoing.statusCode);
    const requestId = requestIdOf(incoming.headers['x-request-id'], deps.newId);
    requests?.track(incoming, outgoing, requestId);
    outgoing.setHeader(REQUEST_ID, requestId);
    void answerByApp(incoming, outgoing);
  };
}
