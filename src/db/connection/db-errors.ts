import { Failure } from '#core/failure.ts';

type ErrorKind = 'busy' | 'full' | 'away';

/** SQLite's primary result codes for a file that cannot be used now. */
const SQLITE: Record<number, ErrorKind> = {
  5: 'busy',
  6: 'busy',
  8: 'away',
  10: 'away',
  11: 'away',
  13: 'full',
  14: 'away',
  26: 'away',
};
/** SQLITE_IOERR_SHMSIZE: no disk space for the index of the write-ahead log. */
const NO_ROOM_FOR_INDEX = 4874;

/** Error codes of PostgreSQL (its Appendix A) and of the system (errno) for a server that is absent or shutting down. */
const AWAY =
  /^(?:08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|ERR_INVALID_STATE)$/;
/** 25006: a server that only reads, such as a standby before it takes over. */
const BUSY = /^(?:55P03|57014|53[23]00|40001|40P01|25006)$/;
const FULL = /^(?:53100|ENOSPC)$/;
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** The refusal for a database error; null when the error is a defect of this program. */
export function dbErrorOf(error: unknown): Failure | null {
  switch (kindOf(error)) {
    case 'busy':
      return dbBusy(error);
    case 'full':
      return storageFull(error);
    case 'away':
      return dbUnavailable(error);
    default:
      return null;
  }
}

/** The refusal of a write that got no turn in time. */
export function dbBusy(cause?: unknown): Failure {
  return caused(cause, 'busy', 'The database is busy; nothing was written.', {
    hint: 'Send the same request again, with the same Idempotency-Key, after Retry-After seconds.',
    retryAfter: 5,
  });
}

/** The refusal of a write when the disk is full. */
export function storageFull(cause?: unknown): Failure {
  return caused(cause, 'storage_full', 'The disk is full; nothing was written.', {
    hint: 'Send the same request again, with the same Idempotency-Key, after Retry-After seconds.',
    retryAfter: 30,
  });
}

/** The refusal while the database is away. A write that was already sent may have been committed; with an idempotency key it can be repeated safely. */
export function dbUnavailable(cause?: unknown): Failure {
  return caused(cause, 'db_unavailable', 'The database cannot be reached.', {
    hint: 'Articles can still be read. After Retry-After seconds, send the same request again with the same Idempotency-Key: it is written only once.',
    retryAfter: 30,
  });
}

/** Whether another process holds the lock. */
export function isLocked(error: unknown): boolean {
  return kindOf(error) === 'busy';
}

/** Whether an error means that the database is away. */
export function isAway(error: unknown): boolean {
  return error instanceof Failure ? error.kind === 'db_unavailable' : kindOf(error) === 'away';
}

/** Whether a refusal means that the disk is full. */
export function isFull(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'storage_full';
}

/** Whether an error comes from the state of the database, as a `Failure` or as a raw error, and not from the request. */
export function isDbError(error: unknown): boolean {
  if (error instanceof Failure) return ['busy', 'db_unavailable', 'storage_full'].includes(error.kind);
  return kindOf(error) !== null;
}

/** An error as text, for the log. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function caused(cause: unknown, ...[kind, message, detail]: ConstructorParameters<typeof Failure>): Failure {
  const failure = new Failure(kind, message, detail);
  if (cause !== undefined) failure.cause = cause;
  return failure;
}

function kindOf(error: unknown): ErrorKind | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) {
    return Number(error.errcode) === NO_ROOM_FOR_INDEX ? 'full' : (SQLITE[Number(error.errcode) & 0xff] ?? null);
  }
  if (LOST.test(error.message)) return 'away';
  if (error instanceof AggregateError) return kindOf(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY.test(code)) return 'away';
  if (FULL.test(code)) return 'full';
  return BUSY.test(code) ? 'busy' : null;
}
