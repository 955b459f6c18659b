import { Failure } from '#core/failure.ts';
import { dbErrorOf, dbUnavailable, isAway, isDbError, reasonOf } from './db-errors.ts';

/** Milliseconds between two tries to reach a database that is away: the first and the longest pause. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 500;

/** The log for changes of the connection. */
export type ConnectionLog = {
  info: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

export const NO_LOG: ConnectionLog = { info: () => {}, error: () => {} };

/** Whether a database is available or away. */
export type ConnectionState = {
  isAvailable: () => boolean;
  /** @throws Failure `db_unavailable` while it is away */
  requireHere: () => void;
  /** Turns a database error into the error for the caller. When it means that the database is away, the state changes to away. */
  translate: (error: unknown) => unknown;
  /** Changes the state to away. Nothing is sent to the database until `open` succeeds. */
  leave: (reason: unknown) => void;
  /**
   * Resolves when the database is available, or after `patience` milliseconds; the tries then continue in the background. Without
   * `patience`, or when waiting cannot help, runs `giveUp` and throws.
   * @throws the reason why the database is not available
   */
  settle: (patience: number | null, giveUp: () => Promise<void>) => Promise<void>;
  close: () => void;
};

/**
 * Tracks whether a database is available and reopens it. `open` opens it and is repeated until it does not throw. `close` closes it.
 * `reopened` is called after each `open` that followed a time away. `onlyReads` says whether the opened database refuses writes. `refused`
 * is called instead of another try, when waiting cannot help and the database was never open, which is known only after `settle`.
 */
export function trackConnection(
  {
    open,
    close,
    reopened,
    onlyReads = () => false,
    refused,
  }: {
    open: () => Promise<void>;
    close: () => void;
    reopened: () => void;
    onlyReads?: () => boolean;
    refused?: ((reason: unknown) => void) | undefined;
  },
  log: ConnectionLog,
): ConnectionState {
  let away: { reason: unknown } | null = { reason: new Failure('db_unavailable', 'it is still being opened') };
  let isClosed = false;
  let isSettled = false;
  let wasOpen = false;
  let loggedReason = '';
  let retry: NodeJS.Timeout | undefined;
  const first = tryOnce().catch((error: unknown) => tryAgain(error, FIRST_PAUSE));

  async function tryOnce(): Promise<void> {
    await open();
    if (isClosed) return close();
    away = null;
    wasOpen = true;
    if (loggedReason === '') return;
    loggedReason = '';
    if (onlyReads()) log.error({}, 'the database is available again, but it only reads: writes are refused');
    else log.info({}, 'the database is available again: writes are accepted');
    reopened();
  }

  function tryAgain(reason: unknown, pause: number): void {
    away = { reason };
    if (isClosed) return;
    if (refused && isSettled && !wasOpen && !isDbError(reason)) {
      refused(reason);
      return;
    }
    if (loggedReason !== '') logReason();
    retry = setTimeout(() => {
      tryOnce().catch((error: unknown) => tryAgain(error, Math.min(pause * 2, LONGEST_PAUSE)));
    }, pause).unref();
  }

  /** Logs each reason once, although every try may meet it. */
  function logReason(): void {
    const reason = reasonOf(away?.reason) || 'no reason was given';
    if (reason === loggedReason) return;
    loggedReason = reason;
    log.error({ error: reason }, 'the database is away: writes are refused, readers get only what the cache has');
  }

  function leave(reason: unknown): void {
    if (away || isClosed) return;
    away = { reason };
    close();
    logReason();
    tryAgain(reason, FIRST_PAUSE);
  }

  return {
    isAvailable: () => away === null,
    requireHere: () => {
      if (away) throw dbUnavailable(away.reason);
    },
    translate: (error) => {
      if (isAway(error)) leave(error);
      if (error instanceof Failure) return isAway(error) ? dbUnavailable(error) : error;
      return dbErrorOf(error) ?? error;
    },
    leave,
    settle: async (patience, giveUp) => {
      if (patience === null) await first;
      else await inTime(first, patience);
      isSettled = true;
      if (!away) return;
      const { reason } = away;
      if (patience === null || !isDbError(reason)) {
        await giveUp();
        throw reason;
      }
      logReason();
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      if (!away) close();
    },
  };
}

async function inTime(work: Promise<void>, patience: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const patient = new Promise<void>((resolve) => {
    late = setTimeout(resolve, patience);
  });
  await Promise.race([work, patient]);
  clearTimeout(late);
}
