/** A step of the clock that is larger than this many milliseconds needs a second check. */
const LARGEST_STEP = 86_400_000;
/** Milliseconds for which a clock has to stay where it stepped to. */
const CONFIRM_AFTER = 10 * 60_000;

/**
 * Compares the clock of this machine with the time that has passed since the last check. `isPlausible` is false for ten minutes after a
 * step of more than a day: a clock that is wrong for a moment must not end ads, publish, send or erase anything. After that the new time
 * counts, because the clock was corrected, or the machine slept. `passed` gives milliseconds and never steps.
 */
export function createClockWatch(
  clock: () => number,
  warn: (message: string) => void,
  passed: () => number = () => performance.now(),
): () => boolean {
  let offset = clock() - passed();
  let step: { offset: number; since: number } | null = null;
  return () => {
    const at = passed();
    const current = clock() - at;
    if (Math.abs(current - offset) <= LARGEST_STEP) {
      offset = current;
      step = null;
      return true;
    }
    if (step === null || Math.abs(current - step.offset) > LARGEST_STEP) {
      step = { offset: current, since: at };
      warn(
        `the clock of this machine stepped by ${Math.round((current - offset) / 3_600_000)} hours; background jobs wait ten minutes for it to be set right`,
      );
    }
    if (at - step.since < CONFIRM_AFTER) return false;
    offset = current;
    step = null;
    return true;
  };
}
