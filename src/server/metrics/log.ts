import { write, writeSync } from 'node:fs';
import type { Log } from '#http/context.ts';
import type { Config } from '#runtime/config/config.ts';
import { timeNow } from '#runtime/create-deps.ts';
import type { Series } from '#runtime/metric-families.ts';

/** The fields that a log line may have. All others are removed, so that they cannot leak. */
export const FIELDS = [
  'request',
  'method',
  'route',
  'status',
  'ms',
  'bytes',
  'tool',
  'error',
  'cache',
  'signal',
  'address',
  'code',
  'lines',
  'left',
  'line',
  'job',
  'journal',
] as const;

/** The lowest number that is written, by LOG_LEVEL. */
const LEAST: Record<Config['logLevel'], number> = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 };

/** The log, and its metric. */
export type ServerLog = { log: Log; read: () => Series };

/**
 * Opens the log on standard output, with the allowed fields only: lines of JSON, in a terminal lines for a person. When standard output
 * cannot be written, the process continues without the log.
 */
export function openLog(level: Config['logLevel']): ServerLog {
  const out = createLogWriter(process.stdout.fd, {
    failed: ({ message }) =>
      console.error(`The log cannot be written: ${message}. The server continues; lines may be lost.`),
    works: (lines) =>
      log.warn({ lines }, 'the log could not be written for a while; lines is the number of lost lines'),
  });
  const target = process.stdout.isTTY ? forTerminal(out) : out;
  const at = (number: number) => (fields: Record<string, unknown>, msg: string) => {
    if (number < LEAST[level]) return;
    const time = Date.parse(timeNow());
    target.write(`${JSON.stringify({ level: number, time, ...onlyNamed(fields), msg })}\n`);
  };
  const log: Log = { info: at(30), warn: at(40), error: at(50) };
  return { log, read: () => ({ plumbline_log_lines_lost_total: out.lost() }) };
}

function onlyNamed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}

/** Prints a message about the whole site: in a terminal as it is, otherwise a line of JSON for each of its lines, at every level. */
export function announce(message: string): void {
  const isTerminal = process.stdout.isTTY;
  if (isTerminal) console.log(message);
  for (const msg of isTerminal ? [] : message.split('\n'))
    console.log(JSON.stringify({ level: 30, time: Date.parse(timeNow()), msg: msg.trim() }));
}

/** Milliseconds between two lines about requests without trouble. */
const MINUTE = 60_000;
/** Routes of files. Requests for them, and responses from the cache, are not counted. */
const FILES = /^\/(?:static|media|ads|cards|favicon|apple-touch-icon)\b/;
const LEVELS: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' };

/** Turns lines of JSON into lines for a person. Requests without trouble have one line a minute together. */
export function forTerminal(out: Pick<LogWriter, 'write'>): Pick<LogWriter, 'write'> {
  let answered = 0;
  let last: number | undefined;
  return {
    write: (json) => {
      const line: TerminalLine = JSON.parse(json);
      const { level, time, journal, request, route = '', status = 0 } = line;
      if (journal !== undefined || FILES.test(route)) return;
      if (request === undefined || level >= 40 || status >= 500) return out.write(lineOf(line));
      answered++;
      last ??= time;
      if (time - last < MINUTE) return;
      out.write(`${clockOf(time)}  ${answered} ${answered === 1 ? 'request' : 'requests'} answered\n`);
      [answered, last] = [0, time];
    },
  };
}

type TerminalLine = { level: number; time: number; msg: string; error?: string } & {
  journal?: string;
  request?: string;
  route?: string;
  status?: number;
};

function lineOf({ level, time, msg, error, ...fields }: TerminalLine): string {
  const trouble = error ? `: ${error}` : '';
  return `${clockOf(time)}  ${LEVELS[level] ?? ''}${msg}${factsOf(fields)}${trouble}\n`;
}

function clockOf(time: number): string {
  return new Date(time).toTimeString().slice(0, 5);
}

function factsOf(fields: Record<string, unknown>): string {
  const facts = Object.entries(fields).filter(([, value]) => value !== undefined);
  return facts.length > 0 ? ` (${facts.map(([name, value]) => `${name} ${value}`).join(', ')})` : '';
}

/** Characters, or milliseconds, after which lines are written. Writing each line alone would cost more than a cached response. */
const AT_ONCE = 32 * 1024;
const AT_LATEST = 200;
/** Most characters that wait while nothing can be written; further lines are lost. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds in which the process tries to write the last lines at its end, and the milliseconds between two tries. */
const LAST_TRIES = 500;
const TRY_AGAIN = 10;

export type LogWriter = {
  write: (line: string) => void;
  /** Number of lines lost since the process started. */
  lost: () => number;
};

/**
 * Writes lines to a file descriptor without blocking. When it cannot write, lines wait, and after one megabyte further lines
 * are lost: a log never ends the process. `failed` is called for the first error only, `works` after each recovery with the
 * number of lines lost meanwhile.
 */
function createLogWriter(
  descriptor: number,
  { failed, works }: { failed: (error: Error) => void; works: (lost: number) => void },
): LogWriter {
  let waiting = '';
  let rest: Buffer | null = null;
  let isWriting = false;
  let isBroken = false;
  let wasReported = false;
  let [lost, lostBefore] = [0, 0];
  setInterval(flush, AT_LATEST).unref();
  process.on('exit', writeLast);

  function flush(): void {
    if (isWriting || (waiting === '' && !rest)) return;
    if (!rest) {
      rest = Buffer.from(waiting);
      waiting = '';
    }
    isWriting = true;
    write(descriptor, rest, written);
  }

  function written(error: NodeJS.ErrnoException | null, bytes: number): void {
    isWriting = false;
    if (error) {
      refused(error);
      return;
    }
    rest = rest && bytes < rest.byteLength ? rest.subarray(bytes) : null;
    if (isBroken && !rest && waiting.length < AT_ONCE) {
      isBroken = false; // only now, so that there is space for the line about it
      works(lost - lostBefore);
      lostBefore = lost;
    }
    if (rest || waiting.length >= AT_ONCE) flush();
  }

  /** Lines that were not written wait for the next try. */
  function refused(error: NodeJS.ErrnoException): void {
    if (error.code === 'EAGAIN') return; // a pipe whose reader is slow
    isBroken = true;
    if (!wasReported) failed(error);
    wasReported = true;
  }

  /** Runs without an event loop, for half a second at most. */
  function writeLast(): void {
    let last = Buffer.concat([rest ?? Buffer.alloc(0), Buffer.from(waiting)]);
    const until = performance.now() + LAST_TRIES;
    while (last.byteLength > 0 && performance.now() < until) {
      try {
        last = last.subarray(writeSync(descriptor, last));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN);
      }
    }
  }

  return {
    write: (line) => {
      if (waiting.length + line.length > MOST_WAITING) {
        lost++;
        return;
      }
      waiting += line;
      if (waiting.length >= AT_ONCE && !isBroken) flush();
    },
    lost: () => lost,
  };
}
