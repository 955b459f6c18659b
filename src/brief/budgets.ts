import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Requests for the Field Brief, and for the link that erases an address, per IP address. */
  subscribe: { points: 5, seconds: 600 },
  /** The requests for the Field Brief of a widest network that may take from all places of the hour. */
  fewSubscriptions: { points: 2, seconds: 3600 },
  /** Reports of a mail service with a wrong login, per IP address. */
  wrongLogin: { points: 30, seconds: 600, guardsSecret: true },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
