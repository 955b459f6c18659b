// How a fault script ends: its counts, and what it missed.

export type Goal = { what: string; met: boolean };

/** Prints the counts and the goals that were missed; the process then ends with 1 where there are any. */
export function report(name: string, counts: Record<string, unknown>, goals: Goal[]): void {
  const missed = goals.filter(({ met }) => !met).map(({ what }) => what);
  console.log(JSON.stringify({ fault: name, ...counts, missed }));
  if (missed.length === 0) return;
  // A package that waits for the end ends with 0, whatever was set before.
  process.once('exit', () => {
    process.exitCode = 1;
  });
}

let toldAt = performance.now();

/** Says on the error stream how far a long run has come, a few times a minute. */
export function tellProgress(name: string, done: number, whole: number, what: string): void {
  if (!LONG || (performance.now() - toldAt < TOLD_EVERY && done < whole)) return;
  toldAt = performance.now();
  console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${done} of ${whole} ${what}`);
}

/** Milliseconds between two lines of progress. */
const TOLD_EVERY = 15_000;

/** Whether the long form was asked for. */
export const LONG = process.argv.includes('--long');
