import type { Agent } from '#core/actor.ts';
import type { Session } from '#core/session.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Readiness } from '#runtime/readiness.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Deprecation } from './deprecations.ts';
import type { Limits } from './limits.ts';

/**
 * Services that handlers share in one process, in addition to `Deps`. Each handler finds them in `c.var`. A part with its own service adds
 * it to this interface, and `src/server/services.ts` makes it.
 */
export interface Services {
  limits: Limits;
  cache: ResponseCache;
  readiness: () => Promise<Readiness>;
  /** The routes that a later release removes. */
  deprecations: readonly Deprecation[];
  /** The agent of a token that is valid for `resource`, or null. */
  findAgent: (deps: Deps, token: string, resource: string) => Promise<Agent | null>;
  /** The session of a cookie's secret, or null. Resets its idle timeout. */
  findSession: (deps: Deps, secret: string) => Promise<Session | null>;
  /** The same without resetting the idle timeout. */
  peekSession: (deps: Deps, secret: string) => Promise<Session | null>;
}
