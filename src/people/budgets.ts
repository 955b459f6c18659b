import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Sign-ins per IP address, sign-ins to one account from one IP address, and repeated passwords per session. */
  signIn: { points: 10, seconds: 60 },
  /** Passwords for one account from unknown browsers. Known browsers are exempt, so nobody can lock the owner out. */
  password: { points: 100, seconds: 600, guardsSecret: true },
  /** Second factors after a correct password, per account. A correct one returns its point. */
  wrongFactor: { points: 30, seconds: 86_400, guardsSecret: true },
  /**
   * Emails with a reset link, per account and per browser that is known for it. The time is shorter than a link works: while
   * strangers use the budget up, the owner has a link that works.
   */
  resetEmail: { points: 3, seconds: 1500 },
  /** Emails with a link that a person asks for in the newsroom. */
  letter: { points: 5, seconds: 3600 },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
