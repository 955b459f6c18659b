import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { networksOf } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';

/**
 * A rate limit: `points` in `seconds` for each key. “Per IP address” means per address and, with a larger share, per network around it: see
 * `networksOf`. A limit with `guardsSecret` prevents guessing, so `RATE_LIMITS=off` does not turn it off.
 */
export type BudgetSize = { points: number; seconds: number; guardsSecret?: true };
export type BudgetSizes = Readonly<Record<string, BudgetSize>>;

/** The rate limits that several capabilities use. */
export const sharedBudgets = {
  /** Writes and MCP calls, per grant or session. */
  write: { points: 120, seconds: 60 },
  /** Checks that take long, such as those of ad creatives and of a mail domain, per IP address. */
  check: { points: 30, seconds: 600 },
} as const satisfies BudgetSizes;

/** The names of all rate limits. Each capability adds its own beside its `budgets`. */
export interface Budgets extends Record<keyof typeof sharedBudgets, BudgetSize> {}

export type Budget = keyof Budgets & string;

/** Counts the requests of callers and refuses those over the limit; `Retry-After` gives the seconds to wait. */
export type Limits = {
  /** Takes one point. @throws rate_limited */
  spend: (budget: Budget, key: string) => Promise<void>;
  /** Takes one point of an IP address and of each network around it; `about` is a further part of the key. @throws rate_limited */
  spendAddress: (budget: Budget, address: string, about?: string) => Promise<void>;
  /** Takes one point if there is one, and says whether there was. */
  allows: (budget: Budget, key: string) => Promise<boolean>;
  /** Returns a point, for example after a correct second factor. */
  giveBack: (budget: Budget, key: string) => Promise<void>;
};

/** The counter of one budget. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;
export type CounterFor = (budget: { keyPrefix: string; points: number; duration: number }) => Counter;

const inThisProcess: CounterFor = (budget) => new RateLimiterMemory(budget);

/**
 * Creates limits that are counted in this process, or by the counters of `counterFor`. With `on` false (for benchmarks on
 * loopback) only the limits that protect secrets apply. When a shared counter fails, this process counts alone.
 */
export function createLimits(on: boolean, ofCapabilities: BudgetSizes, counterFor: CounterFor = inThisProcess): Limits {
  const budgets = new Map<string, BudgetSize>(Object.entries({ ...sharedBudgets, ...ofCapabilities }));
  const counters = new Map<string, { shared: Counter; own: Counter }>();
  /** The counter of a budget for keys with `share` times its points. */
  function counterOf(budget: Budget, share: number) {
    const size = budgets.get(budget);
    if (!size) throw new Error(`No capability declares the rate limit ${budget}.`);
    if (!on && !size.guardsSecret) return null;
    const keyPrefix = share === 1 ? budget : `${budget} x${share}`;
    const known = counters.get(keyPrefix);
    if (known) return known;
    const options = { keyPrefix, points: size.points * share, duration: size.seconds };
    const made = { shared: counterFor(options), own: inThisProcess(options) };
    counters.set(keyPrefix, made);
    return made;
  }
  async function takeOf(budget: Budget, key: string, share = 1): Promise<Left> {
    const counter = counterOf(budget, share);
    if (!counter) return { isOver: false, msBeforeNext: 0 };
    return take(counter.shared, key).catch(() => take(counter.own, key));
  }
  // Each process announces its counters to the leader when it makes them, so it makes those of every budget at the start.
  for (const budget of budgets.keys()) counterOf(budget as Budget, 1);
  return {
    spend: async (budget, key) => {
      const left = await takeOf(budget, key);
      if (left.isOver) throw tooMany(left);
    },
    spendAddress: async (budget, address, about = '') => {
      // The narrowest first: an address without points takes none from its neighbours.
      for (const { key, share } of networksOf(address)) {
        const left = await takeOf(budget, `${about}${key}`, share);
        if (left.isOver) throw tooMany(left);
      }
    },
    allows: async (budget, key) => !(await takeOf(budget, key)).isOver,
    giveBack: async (budget, key) => {
      const counter = counterOf(budget, 1);
      await counter?.shared.reward(key).catch(() => counter.own.reward(key));
    },
  };
}

type Left = { isOver: boolean; msBeforeNext: number };

/** Takes a point; over the limit it returns `isOver` and does not throw. */
async function take(counter: Counter, key: string): Promise<Left> {
  try {
    return { isOver: false, msBeforeNext: (await counter.consume(key)).msBeforeNext };
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return { isOver: true, msBeforeNext: (refused as RateLimiterRes).msBeforeNext };
  }
}

function tooMany({ msBeforeNext }: Left): Failure {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Failure('rate_limited', 'Too many requests.', {
    hint: `Wait ${seconds} seconds, then try again.`,
    retryAfter: seconds,
  });
}
