import type { BudgetSizes } from '#http/limits.ts';

/** Its rate limits: see `src/http/limits.ts`. */
export const budgets = {
  /** Access requests of agents, per IP address. */
  identity: { points: 60, seconds: 60 },
  /** Polls with an unknown claim token, per IP address. */
  unknownClaim: { points: 60, seconds: 60, guardsSecret: true },
  /** Polls with one claim token: ten times as many as its interval allows. */
  polls: { points: 120, seconds: 60 },
  /** Polls with any claim token, per IP address. */
  pollsOfAddress: { points: 600, seconds: 60 },
  /** Messages to the public MCP server, per IP address: an assistant answers many people from one. */
  publicMcp: { points: 240, seconds: 60 },
  /** Wrong user codes, per session. */
  wrongCode: { points: 5, seconds: 600, guardsSecret: true },
  /** Wrong user codes of all sessions together. */
  wrongCodes: { points: 100, seconds: 600, guardsSecret: true },
} as const satisfies BudgetSizes;

declare module '#http/limits.ts' {
  interface Budgets extends Record<keyof typeof budgets, BudgetSize> {}
}
