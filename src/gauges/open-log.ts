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

/** The log: one line of JSON each on standard output, with named fields only; a worker's with the number of its process. */
export function openLog(level: Config['logLevel'], isWorker: boolean): Logger {
  return pino({ base: isWorker ? { process: process.pid } : null, level, formatters: { log: onlyNamed } });
}

function onlyNamed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}
