import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../app.ts';
import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts';
import { serveFromCache } from '../cache/serve.ts';
import type { Config } from '../config.ts';
import type { Log } from '../http/kit/context.ts';
import { handleUnreadableRequest } from '../http/kit/errors.ts';
import { createLimits, type Limits } from '../http/kit/limits.ts';
import { createMcpFastPath } from '../http/mcp/fast-path.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { Deps } from '../runtime/deps.ts';

/** What answers on the node server: the short ways in first, the route table for everything else. */
export function createListener(
  deps: Deps,
  config: Config,
  log: Log,
  answers: RequestMetrics | null = null,
  limits = createLimits(config.rateLimits),
  cache = createResponseCache(deps, config.cacheBytes),
): RequestListener {
  const app = createApp(deps, config, log, limits, cache);
  const byRoutes = getRequestListener(
    (request, node) => app.fetch(request, { ...node, seen: answers?.of(node.outgoing) }),
    { overrideGlobalObjects: false, errorHandler: handleUnreadableRequest(config, deps, log) },
  );
  const takeMcp = createMcpFastPath({ deps, config, log, limits });
  return (incoming, outgoing) => {
    if (serveFromCache(cache, incoming, outgoing)) return answers?.handedOut(outgoing);
    void answerAsked(incoming, outgoing);
  };

  async function answerAsked(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const seen = answers?.follow(incoming, outgoing);
    if (incoming.url === '/api/mcp' && (await takeMcp(incoming, outgoing, seen))) return;
    await byRoutes(incoming, outgoing);
  }
}

const unpack = promisify(brotliDecompress);

/** Asks the service for a path as a browser does, without the network between: it gets the copies that readers get. */
export function fetchOwnPages(
  deps: Deps,
  config: Config,
  log: Log,
  limits: Limits,
  cache: ResponseCache,
): (path: string) => Promise<Response> {
  const app = createApp(deps, config, log, limits, cache);
  const headers = { Accept: 'text/html', 'Accept-Encoding': 'br' };
  return async (path) => {
    const answer = await app.fetch(new Request(config.publication.baseUrl + path, { headers }));
    if (answer.headers.get('content-encoding') !== 'br') return answer;
    return new Response(new Uint8Array(await unpack(await answer.arrayBuffer())), { status: answer.status });
  };
}
