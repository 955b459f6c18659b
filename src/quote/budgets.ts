import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Checks of quotes, per IP address. */
  quote: { points: 120, seconds: 60 },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
