// When a message that was not delivered is tried again, as Standard Webhooks 1.0.0 proposes.

/** Seconds between a failed try and the next one; the last value repeats. */
export const WAITS = [5, 300, 1800, 7200, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600] as const;
/** An address that took nothing for this many seconds is switched off. */
export const GIVE_UP_AFTER = 5 * 24 * 3600;
/** The part of a wait by which it varies, so that messages to many sites do not all come back at once. */
const JITTER = 0.1;

/** Seconds until the next try after `tries` failed ones; `random` is from 0 to 1. */
export function waitAfter(tries: number, random: number): number {
  const wait = WAITS[Math.min(tries, WAITS.length) - 1] ?? WAITS[0];
  return wait * (1 + JITTER * (2 * random - 1));
}
