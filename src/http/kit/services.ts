import { createResponseCache, type ResponseCache } from '../../cache/response-cache.ts';
import type { Config } from '../../config.ts';
import { createRenderPool, type RenderPool } from '../../render/render-pool.ts';
import type { Deps } from '../../runtime/deps.ts';
import { type CounterFor, createLimits, type Limits } from './limits.ts';
import { createReadinessCheck, type Readiness } from './readiness.ts';
import { type ChangeStreams, createChangeStreams } from './streams.ts';

/** What handlers share in one process, in addition to `Deps`. Each handler finds them in `c.var`. */
export type Services = {
  limits: Limits;
  cache: ResponseCache;
  /** The open pages that follow changes. */
  streams: ChangeStreams;
  /** Renders long articles in a thread of its own. */
  renderPool: RenderPool;
  readiness: () => Promise<Readiness>;
};

/** `counterFor` counts limits for several processes together; without it this process counts alone. */
export function createServices(deps: Deps, config: Config, counterFor?: CounterFor): Services {
  return {
    limits: createLimits(config.rateLimits, counterFor),
    cache: createResponseCache(deps, config.cacheBytes),
    streams: createChangeStreams(deps),
    renderPool: createRenderPool(),
    readiness: createReadinessCheck(deps),
  };
}

/** Ends what the services do in the background. */
export function closeServices({ cache, streams, renderPool }: Services): void {
  streams.close();
  renderPool.close();
  cache.close();
}
