import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log, RequestRecord } from '../http/kit/context.ts';
import type { Series } from './prometheus.ts';

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

type Tally = { count: number; seconds: number; within: number[] };

/** Watches what is answered: counts it, and writes a line of the log for each answer that was not ready-printed. */
export type RequestMetrics = {
  /** The newsstand has answered. */
  handedOut: (outgoing: ServerResponse) => void;
  /** Follows a request to the end of its answer; the doors write down what they know of it. */
  follow: (incoming: IncomingMessage, outgoing: ServerResponse) => RequestRecord;
  /** What was written down of the request of this answer so far. */
  of: (outgoing: object) => RequestRecord | undefined;
  read: () => Series;
};

export function createRequestMetrics(log: Log): RequestMetrics {
  const handedOut = new Map<number, number>();
  const tallies = new Map<string, Tally>();
  const followed = new WeakMap<object, RequestRecord>();

  function count(labels: string, seconds: number): void {
    const tally = tallies.get(labels) ?? { count: 0, seconds: 0, within: BOUNDS.map(() => 0) };
    tallies.set(labels, tally);
    tally.count++;
    tally.seconds += seconds;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) tally.within[bucket] = (tally.within[bucket] ?? 0) + 1;
  }

  return {
    handedOut: ({ statusCode }) => void handedOut.set(statusCode, (handedOut.get(statusCode) ?? 0) + 1),
    follow: (incoming, outgoing) => {
      const seen: RequestRecord = { route: 'none', requestId: '' };
      followed.set(outgoing, seen);
      const started = performance.now();
      const { socket } = incoming;
      const before = socket.bytesWritten;
      outgoing.once('close', () => {
        const ms = performance.now() - started;
        const method = METHODS.has(incoming.method ?? '') ? (incoming.method ?? '') : 'other';
        const status = outgoing.writableFinished ? outgoing.statusCode : CUT_OFF;
        count(`route="${seen.route}",method="${method}",status="${String(status)[0]}xx"`, ms / 1000);
        log.info(
          {
            request: seen.requestId,
            method,
            route: seen.route,
            status,
            ms: Math.round(ms * 10) / 10,
            bytes: socket.bytesWritten - before,
          },
          'answered',
        );
      });
      return seen;
    },
    of: (outgoing) => followed.get(outgoing),
    read: () => readAll(handedOut, tallies),
  };
}

/** What a log calls an answer whose caller went before it was out. */
const CUT_OFF = 499;

function readAll(handedOut: Map<number, number>, tallies: Map<string, Tally>): Series {
  const series: Series = {};
  for (const [status, count] of handedOut) series[`plumbline_cache_answers_total{status="${status}"}`] = count;
  for (const [labels, tally] of tallies) {
    series[`plumbline_requests_total{${labels}}`] = tally.count;
    let within = 0;
    for (const [at, bound] of BOUNDS.entries()) {
      within += tally.within[at] ?? 0;
      series[`plumbline_request_seconds_bucket{${labels},le="${bound}"}`] = within;
    }
    series[`plumbline_request_seconds_bucket{${labels},le="+Inf"}`] = tally.count;
    series[`plumbline_request_seconds_sum{${labels}}`] = Math.round(tally.seconds * 1e6) / 1e6;
    series[`plumbline_request_seconds_count{${labels}}`] = tally.count;
  }
  return series;
}
