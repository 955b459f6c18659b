import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { createLogWriter } from './log-writer.ts';
import type { Series } from './prometheus.ts';

/** The fields that a log line may have. All others are removed, so that they cannot leak. */
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
  'job',
  'journal',
] as const;

/** The log, and its metric. */
export type ServerLog = { log: Logger; read: () => Series };

/**
 * Opens the log: lines of JSON on standard output, with the allowed fields only. Lines of a worker have its process id. When
 * standard output cannot be written, the process goes on without the log.
 */
export function openLog(level: Config['logLevel'], isWorker: boolean): ServerLog {
  const out = createLogWriter(process.stdout.fd, {
    failed: ({ message }) =>
      console.error(`The log cannot be written: ${message}. The server goes on; lines may be lost.`),
    works: (lines) =>
      log.warn({ lines }, 'the log could not be written for a while; lines is the number of lost lines'),
  });
  const log = pino({ base: isWorker ? { process: process.pid } : null, level, formatters: { log: onlyNamed } }, out);
  return { log, read: () => ({ plumbline_log_lines_lost_total: out.lost() }) };
}

function onlyNamed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of FIELDS) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept;
}
