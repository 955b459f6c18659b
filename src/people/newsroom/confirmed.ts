import type { Handler } from '#http/context.ts';

const confirmFirst = () => import('#people/newsroom/confirm-first.ts');

/** Guards a handler that publishes or changes an account: on a remembered computer it asks for the password first. */
export function confirmed(handler: Handler): Handler {
  return async (c) => (await confirmFirst()).confirmFirst(c, handler);
}
