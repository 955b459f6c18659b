import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Session } from '../../accounts/sessions.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import type { Config } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Limits } from './limits.ts';

/** Where a door writes what the reader of the log has to know. Fields only, never a body, a token or a person's address. */
export type Log = {
  info: (fields: Record<string, unknown>, message: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

/** What the doors write down of a request, for the log and the figures: never the path as it came. */
export type RequestRecord = { route: string; requestId: string };

export type Env = {
  /** What the node server passes; absent where a request comes through `app.fetch` alone. */
  Bindings: Partial<HttpBindings> & { seen?: RequestRecord | undefined };
  Variables: {
    deps: Deps;
    config: Config;
    log: Log;
    limits: Limits;
    cache: ResponseCache;
    /** The state of the edition that this request prints from. */
    renderedSince: number;
    /** Whether the answer is a public copy, which carries its headers already. */
    isCopy: boolean;
    /** Whether anything of the answer was read from the last known edition, for the database is away. */
    isLastKnown: boolean;
    requestId: string;
    /** Who acts, where the route asks for somebody. */
    actor: Actor;
    /** The session of a signed-in person, where the route asks for one. */
    session: Session;
  };
};

export type Context = HonoContext<Env>;
export type Handler = (c: Context) => Response | Promise<Response>;
