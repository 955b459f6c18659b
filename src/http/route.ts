import type { Access } from './access.ts';
import type { Handler } from './context.ts';
import type { PublicFile, PublicPage } from './declared.ts';
import type { Budget } from './limits.ts';

export type Route = {
  method: 'GET' | 'POST' | 'OPTIONS';
  path: string;
  who: Access;
  limit?: Budget;
  handler: Handler;
  /**
   * Requests to this path, of any method, are refused when `Host` names another host; with `own origin` also when another site's
   * page sent them. With `any origin` programs in the browser may read the answers.
   */
  from?: 'own origin' | 'any origin';
  /** Whether the response cache is asked before the handler. */
  isCached?: true;
};

/** The public resources of a capability. */
export type PublicResources = {
  pages?: readonly (PublicPage & { handler: Handler })[];
  files?: readonly (PublicFile & { handler?: Handler })[];
};

/** A public resource, served from the response cache where possible. */
export function cached(path: string, handler: Handler): Route {
  return { method: 'GET', path, who: 'anyone', handler, isCached: true };
}

export function get(path: string, handler: Handler, who: Access = 'anyone', limit?: Budget): Route {
  return { method: 'GET', path, who, handler, ...(limit && { limit }) };
}

export function post(path: string, who: Access, handler: Handler, limit?: Budget): Route {
  return { method: 'POST', path, who, handler, ...(limit && { limit }) };
}

/** The routes of public resources; a file without a handler has one with a parameter. */
export function routesOf({ pages = [], files = [] }: PublicResources): Route[] {
  return [
    ...pages.flatMap(({ path, handler }) => [cached(path, handler), cached(`${path}.md`, handler)]),
    ...files.flatMap(({ path, handler }) => (handler ? [cached(path, handler)] : [])),
  ];
}

/** The CORS preflight of a route for programs in browsers (Fetch, 3.3.5). */
export function options(path: string, handler: Handler): Route {
  return { method: 'OPTIONS', path, who: 'anyone', handler };
}

/**
 * A handler whose file is imported at its first request. Without it, a start on an empty SQLite database takes 1.5 s of
 * processor time in place of 1.2 s, and the process holds 214 MB in place of 186 MB (7 starts each, 2 cores).
 */
export function lazy<Name extends string>(load: () => Promise<Record<Name, Handler>>, name: Name): Handler {
  let loaded: Record<Name, Handler> | null = null;
  return async (c) => {
    loaded ??= await load();
    return loaded[name](c);
  };
}
