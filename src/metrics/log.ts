import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { createLogWriter } from './log-writer.ts';
import type { Series } from './prometheus.ts';

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
  'lines',
] as const;

/** The log, and the number of its lines that were lost. */
export type ServerLog = { log: Logger; read: () => Series };

/**
 * The log: one line of JSON each on standard output, with named fields only; a worker's with the number of its process. Where
 * standard output cannot be written to, the process goes on without it.
 */
export function openLog(level: Config['logLevel'], isWorker: boolean): ServerLog {
  const out = createLogWriter(process.stdout.fd, {
    failed: ({ message }) =>
      console.error(`The log cannot be written: ${message}. The server goes on; lines may be lost meanwhile.`),
    works: (lines) =>
      log.warn({ lines }, 'the log could not be written for a while; lines are the number that was lost'),
  });
  const log = pino({ base: isWorker ? { process: process.pid } : null, level, formatters: { log: onlyNamed } }, out);
  return { log, read: () => ({ plumbline_log_lines_lost_total: out.lost() }) };
}

function onlyNamed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}
