import { Failure } from '../../core/failure.ts';
import { dbErrorOf, dbUnavailable, isAway, isDbError, reasonOf } from './db-errors.ts';

/** Milliseconds between two tries to reach a database that is away: at first, and at most. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 500;

/** Where it is written what became of the database; the server's log does. */
export type ConnectionLog = {
  info: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

export const NO_LOG: ConnectionLog = { info: () => {}, error: () => {} };

/** Whether a database is here or away. */
export type ConnectionState = {
  isAvailable: () => boolean;
  /** @throws Failure `db_unavailable` while it is away */
  requireHere: () => void;
  /** Says what an error of the database is to be told as, and notes that it is away where that is what it means. */
  judge: (error: unknown) => unknown;
  /** Notes that it is away, and why: nothing is asked of it until `arrive` succeeds. */
  leave: (reason: unknown) => void;
  /**
   * Resolves when it is here or, given a `patience`, when that many milliseconds are over: it is then waited for. Where
   * waiting would not help, or there is no patience, `close` is run.
   * @throws why it is not here
   */
  settle: (patience: number | null, close: () => Promise<void>) => Promise<void>;
  close: () => void;
};

/**
 * Keeps a database that comes and goes. `arrive` opens it; what that throws is a reason to try again, for as long as it
 * takes. `depart` closes what is open, and `arrived` is called after each arrival that was waited for.
 */
export function trackConnection(
  { arrive, depart, arrived }: { arrive: () => Promise<void>; depart: () => void; arrived: () => void },
  notes: ConnectionLog,
): ConnectionState {
  let away: { reason: unknown } | null = { reason: new Failure('db_unavailable', 'it is still being opened') };
  let closed = false;
  let toldOf = '';
  let retry: NodeJS.Timeout | undefined;
  const first = tryNow().catch((error: unknown) => tryAgain(error, FIRST_PAUSE));

  async function tryNow(): Promise<void> {
    await arrive();
    if (closed) return depart();
    away = null;
    if (toldOf === '') return;
    toldOf = '';
    notes.info({}, 'the database is here again: writes are taken');
    arrived();
  }

  function tryAgain(reason: unknown, pause: number): void {
    away = { reason };
    if (closed) return;
    if (toldOf !== '') tell();
    retry = setTimeout(() => {
      tryNow().catch((error: unknown) => tryAgain(error, Math.min(pause * 2, LONGEST_PAUSE)));
    }, pause).unref();
  }

  /** Once for each reason, however often it is met. */
  function tell(): void {
    const reason = reasonOf(away?.reason) || 'no reason was given';
    if (reason === toldOf) return;
    toldOf = reason;
    notes.error({ error: reason }, 'the database is away: writes are refused, readers get the last known edition');
  }

  function leave(reason: unknown): void {
    if (away || closed) return;
    away = { reason };
    depart();
    tell();
    tryAgain(reason, FIRST_PAUSE);
  }

  return {
    isAvailable: () => away === null,
    requireHere: () => {
      if (away) throw dbUnavailable(away.reason);
    },
    judge: (error) => {
      if (isAway(error)) leave(error);
      if (error instanceof Failure) return isAway(error) ? dbUnavailable(error) : error;
      return dbErrorOf(error) ?? error;
    },
    leave,
    settle: async (patience, close) => {
      if (patience === null) await first;
      else await inTime(first, patience);
      if (!away) return;
      const { reason } = away;
      if (patience === null || !isDbError(reason)) {
        await close();
        throw reason;
      }
      tell();
    },
    close: () => {
      closed = true;
      clearTimeout(retry);
      if (!away) depart();
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
