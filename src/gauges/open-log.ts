import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

/** What a line of the log may say, whoever writes it. Anything else is left out: what is not named here cannot leak. */
const FIELDS = [
  'request',
  'method',
  'route',
  'status',
  'ms',
  'bytes',
  'tool',
  'error',
  'signal',
  'process',
  'address',
  'code',
] as const;

/** Characters, or milliseconds, after which lines are written out: each for itself would cost more than a plain answer. */
const AT_ONCE = 4096;
const AT_LATEST = 200;

/** The log: one line of JSON each on standard output, with named fields only; a worker's with the number of its process. */
export function openLog(level: Config['logLevel'], isWorker: boolean): Logger {
  const out = pino.destination({ dest: 1, sync: false, minLength: AT_ONCE });
  setInterval(() => out.flush(), AT_LATEST).unref();
  return pino({ base: isWorker ? { process: process.pid } : null, level, formatters: { log: onlyNamed } }, out);
}

function onlyNamed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}
