// How fast emails go out: a bucket of turns for the site and one for each recipient domain. The clock is that of the process,
// which never jumps.

/** Seconds' worth of turns that may be used at once. */
const BURST_SECONDS = 10;
/** Milliseconds for which a domain that deferred an email gets half as many. */
const SLOW_FOR = 15 * 60_000;
/** A domain is slowed down at most once in this many milliseconds. */
const SLOW_EVERY = 60_000;

type Bucket = { turns: number; at: number };
type DomainPace = Bucket & { perMinute: number; slowedAt: number };

export type Pace = {
  /** Uses a turn for this domain; false when there is none now. */
  take: (domain: string) => boolean;
  /** Domains that have no turn now. */
  blocked: () => string[];
  /** Milliseconds until the site has a turn. */
  wait: () => number;
  /** Halves the pace of a domain for 15 minutes. */
  slowDown: (domain: string) => void;
};

export function createPace(
  { perMinute, domainPerMinute }: { perMinute: number; domainPerMinute: number },
  clock: () => number = () => performance.now(),
): Pace {
  const site: Bucket = { turns: burst(perMinute), at: clock() };
  const domains = new Map<string, DomainPace>();

  function ofDomain(domain: string): DomainPace {
    const at = clock();
    const pace = domains.get(domain);
    if (!pace) {
      const fresh = { turns: burst(domainPerMinute), at, perMinute: domainPerMinute, slowedAt: -SLOW_FOR };
      domains.set(domain, fresh);
      return fresh;
    }
    if (pace.perMinute < domainPerMinute && at - pace.slowedAt >= SLOW_FOR) pace.perMinute = domainPerMinute;
    return pace;
  }

  return {
    take: (domain) => {
      const pace = ofDomain(domain);
      refill(site, perMinute, clock());
      refill(pace, pace.perMinute, clock());
      if (site.turns < 1 || pace.turns < 1) return false;
      site.turns--;
      pace.turns--;
      return true;
    },
    blocked: () => {
      const all: string[] = [];
      for (const [domain, pace] of domains) {
        refill(pace, ofDomain(domain).perMinute, clock());
        if (pace.turns < 1) all.push(domain);
        else if (pace.turns >= burst(domainPerMinute)) domains.delete(domain); // like a domain that was never seen
      }
      return all;
    },
    wait: () => {
      refill(site, perMinute, clock());
      return site.turns >= 1 ? 0 : ((1 - site.turns) / perMinute) * 60_000;
    },
    slowDown: (domain) => {
      const pace = ofDomain(domain);
      if (clock() - pace.slowedAt < SLOW_EVERY) return;
      refill(pace, pace.perMinute, clock());
      pace.perMinute /= 2;
      pace.slowedAt = clock();
      pace.turns = Math.min(pace.turns, 0);
    },
  };
}

function burst(perMinute: number): number {
  return Math.max(1, Math.floor((perMinute / 60) * BURST_SECONDS));
}

function refill(bucket: Bucket, perMinute: number, at: number): void {
  bucket.turns = Math.min(burst(perMinute), bucket.turns + ((at - bucket.at) / 60_000) * perMinute);
  bucket.at = at;
}
