// Readers that read during a fault and count the responses.

export type Read = { path: string; status: number; took: number; retryAfter: string | null };
export type Readers = { reads: Read[]; stop: () => Promise<Read[]> };

/** Runs `count` readers that request `paths` of `base`, or of what it returns, in turn, with a pause of `pause` milliseconds. */
export function readOn(
  base: string | (() => string),
  paths: readonly string[],
  { count = 2, pause = 10 } = {},
): Readers {
  const reads: Read[] = [];
  let stopped = false;
  const reader = async (first: number) => {
    for (let n = first; !stopped; n++) {
      const path = paths[n % paths.length] ?? '/';
      const sent = performance.now();
      const address = typeof base === 'string' ? base : base();
      const read = await fetch(address + path, { headers: { Accept: n % 2 ? 'text/html' : 'application/json' } }).then(
        async (response) => {
          await response.arrayBuffer();
          return { status: response.status, retryAfter: response.headers.get('retry-after') };
        },
        () => ({ status: 0, retryAfter: null }),
      );
      reads.push({ path, took: performance.now() - sent, ...read });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, n) => reader(n)));
  return {
    reads,
    stop: async () => {
      stopped = true;
      await running;
      return reads;
    },
  };
}

/** The number of reads that were 200, of those that were refused as they should be, and the 99th percentile of their times in milliseconds. */
export function tally(reads: readonly Read[]): { reads: number; ok: number; refused: number; p99: number } {
  const times = reads.map((read) => read.took).sort((one, other) => one - other);
  return {
    reads: reads.length,
    ok: reads.filter((read) => read.status === 200).length,
    refused: reads.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0).length,
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  };
}
