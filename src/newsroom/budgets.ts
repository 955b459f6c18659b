import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Comments of preview guests, per IP address. */
  guestComment: { points: 10, seconds: 600 },
  /** Sources opened to look numbers up, per person. */
  sourceLookup: { points: 120, seconds: 600 },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
