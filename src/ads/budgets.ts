import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Inquiries of advertisers by the public form, per IP address, and from everywhere. */
  inquiry: { points: 5, seconds: 600 },
  inquiries: { points: 100, seconds: 86_400 },
  /** The inquiries of a widest network that take from all places, and those from everywhere of networks that sent more. */
  fewInquiries: { points: 2, seconds: 86_400 },
  inquiriesOfMany: { points: 50, seconds: 86_400 },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
