import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log, RequestRecord } from '#http/context.ts';
import type { Series } from '#runtime/metric-families.ts';

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

type Tally = { count: number; seconds: number; within: number[] };

/** Counts requests, and writes a log line for each one that the cache did not answer. */
export type RequestMetrics = {
  /** Counts a request that the cache has answered. */
  countCached: (status: number) => void;
  /** Follows a request to the end of its response; handlers add their data to the record. */
  track: (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string) => RequestRecord;
  /** Follows a request that a part of the server answers on the socket. The returned function ends it; null when the caller left. */
  begin: (
    record: RequestRecord,
    method: string,
    socket: Pick<Socket, 'bytesWritten'>,
  ) => (status: number | null) => void;
  /** The record of the request that this response answers. */
  recordOf: (outgoing: object) => RequestRecord | undefined;
  read: () => Series;
};

export function createRequestMetrics(log: Log): RequestMetrics {
  const cached = new Map<number, number>();
  const tallies = new Map<string, Tally>();
  const records = new WeakMap<object, RequestRecord>(); // one entry for each open request

  function count(labels: string, seconds: number): void {
    const tally = tallies.get(labels) ?? { count: 0, seconds: 0, within: BOUNDS.map(() => 0) };
    tallies.set(labels, tally);
    tally.count++;
    tally.seconds += seconds;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) tally.within[bucket] = (tally.within[bucket] ?? 0) + 1;
  }

  function begin(
    record: RequestRecord,
    method: string,
    socket: Pick<Socket, 'bytesWritten'>,
  ): (status: number | null) => void {
    const started = performance.now();
    const before = socket.bytesWritten;
    return (answered) => {
      const ms = performance.now() - started;
      const status = answered ?? ABORTED;
      count(`route="${record.route}",method="${method}",status="${String(status)[0]}xx"`, ms / 1000);
      log.info(
        {
          request: record.requestId,
          method,
          route: record.route,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - before,
        },
        'answered',
      );
    };
  }

  return {
    countCached: (status) => void cached.set(status, (cached.get(status) ?? 0) + 1),
    begin,
    track: (incoming, outgoing, requestId) => {
      const record: RequestRecord = { route: 'none', requestId };
      records.set(outgoing, record);
      const method = METHODS.has(incoming.method ?? '') ? (incoming.method ?? '') : 'other';
      const done = begin(record, method, incoming.socket);
      outgoing.once('close', () => done(outgoing.writableFinished ? outgoing.statusCode : null));
      return record;
    },
    recordOf: (outgoing) => records.get(outgoing),
    read: () => readAll(cached, tallies),
  };
}

/** The status in the log when the caller closed the connection before the response was sent. */
const ABORTED = 499;

function readAll(cached: Map<number, number>, tallies: Map<string, Tally>): Series {
  const series: Series = {};
  for (const [status, count] of cached) series[`plumbline_cache_answers_total{status="${status}"}`] = count;
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
