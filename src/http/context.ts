import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Actor } from '#core/actor.ts';
import type { Session } from '#core/session.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Services } from './services.ts';

/** The log of the running process. Log fields only, never a body, a token or a person's email or IP address. */
export type Log = {
  info: (fields: Record<string, unknown>, message: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

/** The data of a request for the log and the metrics: its route, never its path, which may hold a secret. */
export type RequestRecord = { route: string; requestId: string };

export type Env = {
  /** Set by the node server; absent when a test calls `app.fetch`. */
  Bindings: Partial<HttpBindings> & { seen?: RequestRecord | undefined; requestId?: string };
  Variables: Services & {
    deps: Deps;
    config: Config;
    log: Log;
    /** The position in the publication log up to which the cache was current when this request began. */
    renderedSince: number;
    /** The headers of a route that a later release removes. */
    deprecation: Record<string, string> | undefined;
    /** Whether the response is a public response, which has all its headers already. */
    isCopy: boolean;
    /** Whether the response cache holds the response: its bytes are the same for every reader, so that it has no id. */
    isHeld: boolean;
    requestId: string;
    /** Who makes the request; set on routes that require access. */
    actor: Actor;
    /** The session of the member; set on routes that require one. */
    session: Session;
  };
};

export type Context = HonoContext<Env>;
export type Handler = (c: Context) => Response | Promise<Response>;
