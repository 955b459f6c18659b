import { Failure } from '../ground/failure.ts';

/** SQLite's primary result codes that say the file cannot be used as it is. */
const SQLITE: Record<number, 'busy' | 'full' | 'away'> = {
  5: 'busy',
  6: 'busy',
  8: 'away',
  10: 'away',
  11: 'away',
  13: 'full',
  14: 'away',
  26: 'away',
};

/** PostgreSQL's states, and the system's, that say the server is not there or going (its Appendix A; errno). */
const AWAY = /^(?:08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/;
const BUSY = /^(?:55P03|57014|53[23]00|40001|40P01)$/;
const FULL = /^(?:53100|ENOSPC)$/;

/** The refusal that an error of the database amounts to; null when it is a defect of ours. */
export function troubleOf(error: unknown): Failure | null {
  switch (kindOf(error)) {
    case 'busy':
      return tooBusy();
    case 'full':
      return new Failure('storage_full', 'The disk is full; nothing was written.', {
        hint: 'Send the same request again, with the same Idempotency-Key, after Retry-After seconds.',
        retryAfter: 30,
      });
    case 'away':
      return new Failure('db_unavailable', 'The database cannot be reached; nothing was written.', {
        hint: 'Reading goes on. Send the same request again, with the same Idempotency-Key, after Retry-After seconds.',
        retryAfter: 30,
      });
    default:
      return null;
  }
}

/** Refuses a write that did not get its turn in time. */
export function tooBusy(): Failure {
  return new Failure('busy', 'The database is busy; nothing was written.', {
    hint: 'Send the same request again, with the same Idempotency-Key, after Retry-After seconds.',
    retryAfter: 5,
  });
}

/** Whether another process holds the lock that was asked for. */
export function isLocked(error: unknown): boolean {
  return kindOf(error) === 'busy';
}

function kindOf(error: unknown): 'busy' | 'full' | 'away' | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return SQLITE[Number(error.errcode) & 0xff] ?? null;
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  ) {
    return 'away';
  }
  if (error instanceof AggregateError) return kindOf(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY.test(code)) return 'away';
  if (FULL.test(code)) return 'full';
  return BUSY.test(code) ? 'busy' : null;
}
