import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networksOf } from '#core/address-key.ts';
import { Failure } from '#core/failure.ts';

/**
 * The rate limits: `points` in `seconds` for each key. “Per IP address” means per address and, with a larger share, per network
 * around it: see `networksOf`.
 */
const BUDGETS = {
  /** Access requests of agents, per IP address. */
  identity: { points: 60, seconds: 60 },
  /** Polls with an unknown claim token, per IP address. */
  unknownClaim: { points: 60, seconds: 60 },
  /** Reports of a mail service with a wrong login, per IP address. */
  wrongLogin: { points: 30, seconds: 600 },
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
  /** Searches by readers and agents, per IP address: each is computed again. */
  search: { points: 120, seconds: 60 },
  /** Checks of quotes, per IP address. */
  quote: { points: 120, seconds: 60 },
  /** Inquiries of advertisers by the public form, per IP address, and from everywhere. */
  inquiry: { points: 5, seconds: 600 },
  inquiries: { points: 100, seconds: 86_400 },
  /** The inquiries of a widest network that take from all places, and those from everywhere of networks that sent more. */
  fewInquiries: { points: 2, seconds: 86_400 },
  inquiriesOfMany: { points: 50, seconds: 86_400 },
  /** Requests for the Field Brief, and for the link that erases an address, per IP address. */
  subscribe: { points: 5, seconds: 600 },
  /** The requests for the Field Brief of a widest network that may take from all places of the hour. */
  fewSubscriptions: { points: 2, seconds: 3600 },
  /**
   * Emails with a reset link, per account and per browser that is known for it. The time is shorter than a link works: while
   * strangers use the budget up, the owner has a link that works.
   */
  resetEmail: { points: 3, seconds: 1500 },
  /** Emails with a link that a person asks for in the newsroom. */
  letter: { points: 5, seconds: 3600 },
  /** Wrong user codes, per session. */
  wrongCode: { points: 5, seconds: 600 },
  /** Wrong user codes of all sessions together. */
  wrongCodes: { points: 100, seconds: 600 },
} as const;

export type Budget = keyof typeof BUDGETS;

/** Limits that protect secrets from being guessed: `RATE_LIMITS=off` leaves them on. */
const AGAINST_GUESSING: readonly Budget[] = [
  'password',
  'wrongFactor',
  'wrongCode',
  'wrongCodes',
  'unknownClaim',
  'wrongLogin',
];

/** Counts the requests of callers and refuses those over the limit; `Retry-After` gives the seconds to wait. */
export type Limits = {
  /** Takes one point. @throws rate_limited */
  spend: (budget: Budget, key: string) => Promise<void>;
  /** Takes one point of an IP address and of each network around it; `about` is whatever else belongs to the key. @throws rate_limited */
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
export function createLimits(on: boolean, counterFor: CounterFor = inThisProcess): Limits {
  const counters = new Map<string, { shared: Counter; own: Counter }>();
  /** The counter of a budget for keys with `share` times its points. */
  function counterOf(budget: Budget, share: number) {
    if (!on && !AGAINST_GUESSING.includes(budget)) return null;
    const keyPrefix = share === 1 ? budget : `${budget} x${share}`;
    const known = counters.get(keyPrefix);
    if (known) return known;
    const { points, seconds } = BUDGETS[budget];
    const options = { keyPrefix, points: points * share, duration: seconds };
    const made = { shared: counterFor(options), own: inThisProcess(options) };
    counters.set(keyPrefix, made);
    return made;
  }
  async function takeOf(budget: Budget, key: string, share = 1): Promise<Left> {
    const counter = counterOf(budget, share);
    if (!counter) return { isOver: false, msBeforeNext: 0 };
    return take(counter.shared, key).catch(() => take(counter.own, key));
  }
  // Each process tells its counters to the leader when it makes them: those of every budget at the start.
  for (const budget of Object.keys(BUDGETS)) counterOf(budget as Budget, 1);
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
