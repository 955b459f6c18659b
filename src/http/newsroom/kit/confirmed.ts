import type { Handler } from '../../kit/context.ts';

const confirmFirst = () => import('./confirm-first.ts');

/** Guards a handler that publishes or changes an account: on a remembered computer it asks for the password first. */
export function confirmed(handler: Handler): Handler {
  return async (c) => (await confirmFirst()).confirmFirst(c, handler);
}
