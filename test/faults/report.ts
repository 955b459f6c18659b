// How a fault script ends: its counts, and what it missed.

export type Goal = { what: string; met: boolean };

/** Prints the counts and the goals that were missed; the process then ends with 1 where there are any. */
export function report(name: string, counts: Record<string, unknown>, goals: Goal[]): void {
  const missed = goals.filter(({ met }) => !met).map(({ what }) => what);
  console.log(JSON.stringify({ fault: name, ...counts, missed }));
  if (missed.length > 0) process.exitCode = 1;
}

/** Whether the long form was asked for. */
export const LONG = process.argv.includes('--long');
