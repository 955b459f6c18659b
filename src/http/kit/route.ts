import type { Who } from './access.ts';
import type { Door } from './context.ts';
import type { Budget } from './limits.ts';

export type Route = {
  method: 'GET' | 'POST';
  path: string;
  who: Who;
  limit?: Budget;
  door: Door;
  /** Refused, whatever the method, when another site's page asks or it is asked for under another name. */
  from?: 'own origin';
  /** Public copies, looked for on the newsstand first. */
  copies?: true;
};

/** Public copies, looked for on the newsstand first. */
export function copy(path: string, door: Door): Route {
  return { method: 'GET', path, who: 'anyone', door, copies: true };
}

export function get(path: string, door: Door, who: Who = 'anyone', limit?: Budget): Route {
  return { method: 'GET', path, who, door, ...(limit && { limit }) };
}

export function post(path: string, who: Who, door: Door, limit?: Budget): Route {
  return { method: 'POST', path, who, door, ...(limit && { limit }) };
}

/** A door whose file is read when somebody first comes to it, so that the start of the house does not wait for it. */
export function later<Name extends string>(load: () => Promise<Record<Name, Door>>, name: Name): Door {
  return async (c) => (await load())[name](c);
}
