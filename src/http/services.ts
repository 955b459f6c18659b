import { type ClientDocuments, createClientDocuments } from '#agents/client-metadata.ts';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { type ChangeFeed, createChangeFeed } from '#changes/pages/change-feed.ts';
import type { Config } from '#config/config.ts';
import { createResponseCache, type ResponseCache } from '#http/cache/response-cache.ts';
import { createRenderPool, type RenderPool } from '#reading/render/render-pool.ts';
import type { Deps } from '#runtime/deps.ts';
import { createReadinessCheck, type Readiness } from '#runtime/readiness.ts';
import { refreshSite } from '#site/live-site.ts';
import { DEPRECATIONS, type Deprecation } from './deprecations.ts';
import { type CounterFor, createLimits, type Limits } from './limits.ts';
import { type ChangeStreams, createChangeStreams } from './streams.ts';

/** What handlers share in one process, in addition to `Deps`. Each handler finds them in `c.var`. */
export type Services = {
  limits: Limits;
  cache: ResponseCache;
  /** The open pages that follow changes. */
  streams: ChangeStreams;
  /** The callers that wait for public changes. */
  changeFeed: ChangeFeed;
  /** Renders long articles in a thread of its own. */
  renderPool: RenderPool;
  readiness: () => Promise<Readiness>;
  /** The metadata documents of OAuth clients. */
  clientDocuments: ClientDocuments;
  /** The routes that a later release removes. */
  deprecations: readonly Deprecation[];
};

/** `counterFor` counts limits for several processes together; without it this process counts alone. */
export function createServices(deps: Deps, config: Config, counterFor?: CounterFor): Services {
  return {
    limits: createLimits(config.rateLimits, counterFor),
    cache: createResponseCache(deps, config.cacheBytes, listLinkingArticles, () => refreshSite(deps, config)),
    streams: createChangeStreams(deps),
    changeFeed: createChangeFeed(deps, config.publication),
    renderPool: createRenderPool(),
    readiness: createReadinessCheck(deps.db),
    clientDocuments: createClientDocuments(`plumbline (+${config.publication.baseUrl}/auth.md)`),
    deprecations: DEPRECATIONS,
  };
}

/** Ends what the services do in the background. */
export function closeServices({ cache, changeFeed, streams, renderPool }: Services): void {
  streams.close();
  changeFeed.close();
  renderPool.close();
  cache.close();
}
