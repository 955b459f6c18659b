import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { createMcpFastPath } from '#agents/mcp/editorial/fast-path.ts';
import type { FetchPage } from '#capability.ts';
import type { Config } from '#config/config.ts';
import { createWriteFastPath } from '#editorial/api/fast-path.ts';
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

/** Answers requests of the node server: from the cache and the fast paths of agents where possible, else through the app. */
export function createListener(
  deps: Deps,
  config: Config,
  log: Log,
  { services = createServices(deps, config), requests = null }: Options = {},
): RequestListener {
  const { cache, limits, findAgent, openSourceFor } = services;
  const app = createApp(deps, config, log, services);
  const answerByApp = getRequestListener(
    (request, node) => {
      const requestId = String(node.outgoing.getHeader(REQUEST_ID));
      node.outgoing.removeHeader(REQUEST_ID); // the app knows which responses have none
      return app.fetch(request, { ...node, requestId, seen: requests?.recordOf(node.outgoing) });
    },
    { overrideGlobalObjects: false, errorHandler: handleUnreadableRequest(config, log) },
  );
  const fastPaths = [createMcpFastPath, createWriteFastPath].map((create) =>
    create({ deps, config, log, limits, findAgent, openSourceFor }),
  );
  return (incoming, outgoing) => {
    if (serveFromCache(cache, incoming, outgoing)) return requests?.countCached(outgoing.statusCode);
    void answer(incoming, outgoing);
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const requestId = requestIdOf(incoming.headers['x-request-id'], deps.newId);
    const seen = requests?.track(incoming, outgoing, requestId);
    for (const answered of fastPaths) if (await answered(incoming, outgoing, { requestId, seen })) return;
    outgoing.setHeader(REQUEST_ID, requestId);
    await answerByApp(incoming, outgoing);
  }
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
