import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Failure } from '../ground/failure.ts';

/** What is limited, and how often: `points` in `seconds` for each key. */
const BUDGETS = {
  /** Claims asked for, per address. */
  identity: { points: 60, seconds: 60 },
  /** Polls with a claim token nobody knows, per address. */
  unknownClaim: { points: 60, seconds: 60 },
  /** Writes and MCP calls, per token or session. */
  write: { points: 120, seconds: 60 },
  /** Sign-ins, per address and per account. */
  signIn: { points: 10, seconds: 60 },
  /** Wrong user codes, per session. */
  wrongCode: { points: 5, seconds: 600 },
  /** Wrong user codes in the whole house. */
  wrongCodes: { points: 100, seconds: 600 },
} as const;

export type Budget = keyof typeof BUDGETS;

/** Counts what callers spend; refuses what is over. Seconds to wait are told by `Retry-After`. */
export type Limits = {
  /** Takes one point. @throws rate_limited */
  spend: (budget: Budget, key: string) => Promise<void>;
  /** Gives a point back that was taken for what turned out well. */
  giveBack: (budget: Budget, key: string) => Promise<void>;
};

/** Limits counted in this process; `off` counts nothing (for benchmarks on loopback). */
export function createLimits(on: boolean): Limits {
  if (!on) return { spend: async () => {}, giveBack: async () => {} };
  const limiters = new Map<Budget, RateLimiterMemory>();
  for (const [budget, { points, seconds }] of Object.entries(BUDGETS)) {
    limiters.set(budget as Budget, new RateLimiterMemory({ keyPrefix: budget, points, duration: seconds }));
  }
  const limiterOf = (budget: Budget) => limiters.get(budget) as RateLimiterMemory;
  return {
    spend: async (budget, key) => {
      const left = await limiterOf(budget)
        .consume(key)
        .catch((refused: { msBeforeNext: number }) => refused);
      if (!('remainingPoints' in left) || left.remainingPoints < 0 || left.consumedPoints > BUDGETS[budget].points)
        throw tooMany(left);
    },
    giveBack: async (budget, key) => {
      await limiterOf(budget).reward(key);
    },
  };
}

function tooMany({ msBeforeNext }: { msBeforeNext: number }): Failure {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Failure('rate_limited', 'Too many requests.', {
    hint: `Wait ${seconds} seconds, then go on.`,
    retryAfter: seconds,
  });
}
