import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import type { FetchPage } from '#capability.ts';
import type { Config } from '#config/config.ts';
import { serveFromCache } from '#http/cache/serve.ts';
import type { Log } from '#http/context.ts';
import { handleUnreadableRequest } from '#http/errors.ts';
import { requestIdOf } from '#http/request-id.ts';
import type { Services } from '#http/services.ts';
import type { Deps } from '#runtime/deps.ts';
import type { RequestMetrics } from '#server/metrics/request-metrics.ts';
import { createServices } from '#services.ts';
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
      node.outgoing.removeHeader(REQUEST_ID); // the app knows which responses have none
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

const unpack = promisify(brotliDecompress);

/** Requests pages of this site as a browser does, but without the network: the responses that readers get. */
export function fetchOwnPages(deps: Deps, config: Config, log: Log, services: Services): FetchPage {
  let app: ReturnType<typeof createApp> | null = null; // without ads no page is requested
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'br' };
  return async (path) => {
    app ??= createApp(deps, config, log, services);
    const response = await app.fetch(new Request(config.publication.baseUrl + path, { headers }));
    if (response.headers.get('content-encoding') !== 'br') return response;
    return new Response(new Uint8Array(await unpack(await response.arrayBuffer())), { status: response.status });
  };
}
