import { createMiddleware } from 'hono/factory';
import { callerAddress } from './caller.ts';
import type { Env } from './env.ts';
import type { Budget } from './limits.ts';

/** Takes one point of the route's budget from whoever acts; from the caller's address where nobody is known. */
export function spendBudget(budget: Budget | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    if (budget) await c.var.limits.spend(budget, c.var.actor?.id ?? callerAddress(c));
    await next();
  });
}
