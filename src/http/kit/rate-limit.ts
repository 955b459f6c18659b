import { createMiddleware } from 'hono/factory';
import { actorKey, callerKey } from './client-address.ts';
import type { Env } from './context.ts';
import type { Budget } from './limits.ts';

/** Takes one point of the route's budget from the actor; from the caller's address where no actor is known. */
export function rateLimit(budget: Budget | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    if (budget) await c.var.limits.spend(budget, c.var.actor ? actorKey(c.var.actor) : callerKey(c));
    await next();
  });
}
