// The end of a fault script: its counts and missed goals.

export type Goal = { what: string; met: boolean };

/** Prints the counts and the missed goals. The process exits with 1 if a goal was missed. */
export function report(name: string, counts: Record<string, unknown>, goals: Goal[]): void {
  const missed = goals.filter(({ met }) => !met).map(({ what }) => what);
  console.log(JSON.stringify({ fault: name, ...counts, missed }));
  if (missed.length === 0) return;
  // A package with an exit handler ends the process with 0, whatever code was set before.
  process.once('exit', () => {
    process.exitCode = 1;
  });
}

let toldAt = performance.now();

/** Prints the progress of a long run on standard error, a few times a minute. */
export function tellProgress(name: string, done: number, whole: number, what: string): void {
  if (!LONG || (performance.now() - toldAt < TOLD_EVERY && done < whole)) return;
  toldAt = performance.now();
  console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${done} of ${whole} ${what}`);
}

/** Milliseconds between two lines of progress. */
const TOLD_EVERY = 15_000;

/** Whether the long form was requested. */
export const LONG = process.argv.includes('--long');
