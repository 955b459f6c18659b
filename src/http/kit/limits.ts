import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../../core/failure.ts';

/** What is limited, and how often: `points` in `seconds` for each key. */
const BUDGETS = {
  /** Claims asked for, per address. */
  identity: { points: 60, seconds: 60 },
  /** Polls with a claim token nobody knows, per address. */
  unknownClaim: { points: 60, seconds: 60 },
  /** Polls with one claim token: ten times what its interval allows. */
  polls: { points: 120, seconds: 60 },
  /** Polls with any claim token, per address. */
  pollsOfAddress: { points: 600, seconds: 60 },
  /** Writes and MCP calls, per grant or session. */
  write: { points: 120, seconds: 60 },
  /** Sign-ins, per address; for one account from one address; passwords typed again, per session. */
  signIn: { points: 10, seconds: 60 },
  /** Passwords typed for one account from anywhere but its known browsers: others cannot keep its owner out with ten a minute. */
  password: { points: 100, seconds: 600 },
  /** Second factors typed after a right password, per account: right ones are given back. */
  wrongFactor: { points: 30, seconds: 86_400 },
  /** Comments of people a preview was shown to, per address. */
  guestComment: { points: 10, seconds: 600 },
  /** Creatives of ads that are tried, per address. */
  adCheck: { points: 30, seconds: 600 },
  /** Letters with a link that anybody can ask for, per account. */
  letter: { points: 5, seconds: 3600 },
  /** Wrong user codes, per session. */
  wrongCode: { points: 5, seconds: 600 },
  /** Wrong user codes in the whole house. */
  wrongCodes: { points: 100, seconds: 600 },
} as const;

export type Budget = keyof typeof BUDGETS;

/** Limits against guessing a secret: `RATE_LIMITS=off` leaves them on. */
const AGAINST_GUESSING: readonly Budget[] = ['password', 'wrongFactor', 'wrongCode', 'wrongCodes', 'unknownClaim'];

/** Counts what callers spend; refuses what is over. Seconds to wait are told by `Retry-After`. */
export type Limits = {
  /** Takes one point. @throws rate_limited */
  spend: (budget: Budget, key: string) => Promise<void>;
  /** Gives a point back that was taken for what turned out well. */
  giveBack: (budget: Budget, key: string) => Promise<void>;
};

/** Where the points of one budget are counted. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;
export type CounterFor = (budget: { keyPrefix: string; points: number; duration: number }) => Counter;

const inThisProcess: CounterFor = (budget) => new RateLimiterMemory(budget);

/**
 * Limits counted in this process, or where `counterFor` says. With `on` false (for benchmarks on loopback) only those
 * against guessing a secret count. While a shared count cannot be had, this process counts alone.
 */
export function createLimits(on: boolean, counterFor: CounterFor = inThisProcess): Limits {
  const counters = new Map<Budget, { shared: Counter; own: Counter }>();
  for (const [budget, { points, seconds }] of Object.entries(BUDGETS)) {
    if (!on && !AGAINST_GUESSING.includes(budget as Budget)) continue;
    const options = { keyPrefix: budget, points, duration: seconds };
    counters.set(budget as Budget, { shared: counterFor(options), own: inThisProcess(options) });
  }
  return {
    spend: async (budget, key) => {
      const counter = counters.get(budget);
      if (!counter) return;
      const { shared, own } = counter;
      const left = await take(shared, key).catch(() => take(own, key));
      if (left.isOver) throw tooMany(left);
    },
    giveBack: async (budget, key) => {
      const counter = counters.get(budget);
      if (!counter) return;
      const { shared, own } = counter;
      await shared.reward(key).catch(() => own.reward(key));
    },
  };
}

type Left = { isOver: boolean; msBeforeNext: number };

/** Takes a point; what is over the bound is no error here. */
async function take(counter: Counter, key: string): Promise<Left> {
  try {
    return { isOver: false, msBeforeNext: (await counter.consume(key)).msBeforeNext };
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { isOver: true, msBeforeNext: refused.msBeforeNext };
    throw refused;
  }
}

function tooMany({ msBeforeNext }: Left): Failure {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Failure('rate_limited', 'Too many requests.', {
    hint: `Wait ${seconds} seconds, then go on.`,
    retryAfter: seconds,
  });
}
