import { Failure } from '../ground/failure.ts';
import { isAway, isTrouble, reasonOf, troubleOf, unavailable } from './trouble.ts';

/** Milliseconds between two tries to reach a database that is away: at first, and at most. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 500;

/** Where it is written what became of the database; the server's log does. */
export type Notes = {
  info: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

export const NO_NOTES: Notes = { info: () => {}, error: () => {} };

/** Whether a database is here or away. */
export type Standing = {
  isHere: () => boolean;
  /** @throws Failure `db_unavailable` while it is away */
  requireHere: () => void;
  /** Says what an error of the database is to be told as, and notes that it is away where that is what it means. */
  judge: (error: unknown) => unknown;
  /** Notes that it is away, and why: nothing is asked of it until `arrive` succeeds. */
  leave: (reason: unknown) => void;
  /** Resolves when the first try has ended, well or not, or after `patience` milliseconds where it has an end. @throws what is no trouble of the database */
  settle: (patience: number | null) => Promise<void>;
  /** Why it is away; null while it is here. */
  reason: () => unknown;
  close: () => void;
};

/**
 * Keeps a database that comes and goes. `arrive` opens it; what that throws is a reason to try again, for as long as it
 * takes. `depart` closes what is open, and `arrived` is called after each arrival but the first.
 */
export function keepStanding(
  { arrive, depart, arrived }: { arrive: () => Promise<void>; depart: () => void; arrived: () => void },
  notes: Notes,
): Standing {
  let away: { reason: unknown } | null = { reason: new Error('it is being opened') };
  let closed = false;
  let toldOf = '';
  let retry: NodeJS.Timeout | undefined;
  const first = arrive().then(
    () => {
      away = null;
    },
    (error: unknown) => {
      away = { reason: error };
      tryAgain(FIRST_PAUSE);
    },
  );

  function tryAgain(pause: number): void {
    if (closed) return;
    retry = setTimeout(async () => {
      try {
        await arrive();
        if (closed) return depart();
        away = null;
        toldOf = '';
        notes.info({}, 'the database is here again: writes are taken');
        arrived();
      } catch (error) {
        away = { reason: error };
        tell();
        tryAgain(Math.min(pause * 2, LONGEST_PAUSE));
      }
    }, pause).unref();
  }

  /** Once for each reason, however often it is met. */
  function tell(): void {
    const reason = reasonOf(away?.reason);
    if (reason === toldOf) return;
    toldOf = reason;
    notes.error({ error: reason }, 'the database is away: writes are refused, readers get the last known edition');
  }

  function leave(reason: unknown): void {
    if (away || closed) return;
    away = { reason };
    depart();
    tell();
    tryAgain(FIRST_PAUSE);
  }

  return {
    isHere: () => away === null,
    requireHere: () => {
      if (away) throw unavailable(away.reason);
    },
    judge: (error) => {
      if (isAway(error)) leave(error);
      if (error instanceof Failure) return isAway(error) ? unavailable(error) : error;
      return troubleOf(error) ?? error;
    },
    leave,
    settle: async (patience) => {
      if (patience === null) await first;
      else await inTime(first, patience);
      if (!away) return;
      if (!isTrouble(away.reason)) throw away.reason;
      tell();
      void first.then(() => !away && arrived());
    },
    reason: () => away?.reason ?? null,
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
