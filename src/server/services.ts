import { createClientDocuments } from '#agents/client-metadata.ts';
import { findAgent } from '#agents/tokens.ts';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { createChangeFeed } from '#changes/pages/change-feed.ts';
import { createChangeStreams } from '#editorial/api/streams.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { createTriedSources } from '#editorial/sources/try-sources.ts';
import { createResponseCache } from '#http/cache/response-cache.ts';
import { declared } from '#http/declared.ts';
import { DEPRECATIONS } from '#http/deprecations.ts';
import { type CounterFor, createLimits } from '#http/limits.ts';
import type { Services } from '#http/services.ts';
import { findSession, peekSession } from '#people/sessions.ts';
import { createRenderPool } from '#reading/render/render-pool.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { createReadinessCheck } from '#runtime/readiness.ts';
import { userAgentOf } from '#runtime/user-agent.ts';
import { refreshSite } from '#site/live-site.ts';

/** `counterFor` counts limits for several processes together; without it this process counts alone. */
export function createServices(deps: Deps, config: Config, counterFor?: CounterFor): Services {
  const limits = createLimits(config.rateLimits, declared().budgets, counterFor);
  const sourceOpener = createSourceOpener(userAgentOf(config.publication.baseUrl, '/method'));
  return {
    limits,
    cache: createResponseCache(deps, config.cacheBytes, listLinkingArticles, () => refreshSite(deps, config)),
    streams: createChangeStreams(deps),
    changeFeed: createChangeFeed(deps),
    renderPool: createRenderPool(),
    readiness: createReadinessCheck(deps.db),
    clientDocuments: createClientDocuments(userAgentOf(config.publication.baseUrl, '/auth.md')),
    sourceOpener,
    openSourceFor: createTriedSources(config, { limits, sourceOpener }),
    deprecations: DEPRECATIONS,
    findAgent,
    findSession,
    peekSession,
  };
}

/** Ends the background work of the services. */
export function closeServices({ cache, changeFeed, streams, renderPool }: Services): void {
  streams.close();
  changeFeed.close();
  renderPool.close();
  cache.close();
}
