import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../../core/failure.ts';

/** The rate limits: `points` in `seconds` for each key. */
const BUDGETS = {
  /** Access requests of agents, per IP address. */
  identity: { points: 60, seconds: 60 },
  /** Polls with an unknown claim token, per IP address. */
  unknownClaim: { points: 60, seconds: 60 },
  /** Polls with one claim token: ten times as many as its interval allows. */
  polls: { points: 120, seconds: 60 },
  /** Polls with any claim token, per IP address. */
  pollsOfAddress: { points: 600, seconds: 60 },
  /** Writes and MCP calls, per grant or session. */
  write: { points: 120, seconds: 60 },
  /** Sign-ins per IP address, sign-ins to one account from one IP address, and repeated passwords per session. */
  signIn: { points: 10, seconds: 60 },
  /** Passwords for one account from unknown browsers. Known browsers are exempt, so nobody can lock the owner out. */
  password: { points: 100, seconds: 600 },
  /** Second factors after a correct password, per account. A correct one returns its point. */
  wrongFactor: { points: 30, seconds: 86_400 },
  /** Comments of preview guests, per IP address. */
  guestComment: { points: 10, seconds: 600 },
  /** Checks of ad creatives, per IP address. */
  adCheck: { points: 30, seconds: 600 },
  /** Messages to the public MCP server, per IP address: an assistant answers many people from one. */
  publicMcp: { points: 240, seconds: 60 },
  /** Checks of quotes, per IP address. */
  quote: { points: 120, seconds: 60 },
  /** Inquiries of advertisers by the public form, per IP address, and from everywhere. */
  inquiry: { points: 5, seconds: 600 },
  inquiries: { points: 100, seconds: 86_400 },
  /** Requests for the Field Brief, and for the link that erases an address, per IP address. */
  subscribe: { points: 5, seconds: 600 },
  /** Emails with a link that anybody can request, per account. */
  letter: { points: 5, seconds: 3600 },
  /** Wrong user codes, per session. */
  wrongCode: { points: 5, seconds: 600 },
  /** Wrong user codes of all sessions together. */
  wrongCodes: { points: 100, seconds: 600 },
} as const;

export type Budget = keyof typeof BUDGETS;

/** Limits that protect secrets from being guessed: `RATE_LIMITS=off` leaves them on. */
const AGAINST_GUESSING: readonly Budget[] = ['password', 'wrongFactor', 'wrongCode', 'wrongCodes', 'unknownClaim'];

/** Counts the requests of callers and refuses those over the limit; `Retry-After` gives the seconds to wait. */
export type Limits = {
  /** Takes one point. @throws rate_limited */
  spend: (budget: Budget, key: string) => Promise<void>;
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

/** Takes a point; over the limit it returns `isOver` and does not throw. */
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
    hint: `Wait ${seconds} seconds, then try again.`,
    retryAfter: seconds,
  });
}
