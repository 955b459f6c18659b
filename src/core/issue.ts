// An issue is a calendar quarter, `2026-Q4`. Days are UTC days, `2026-11-21`.

/** The first and the last day are included. */
export type DayRange = { startsOn: string; endsOn: string };

/** The issue that contains a day. */
export function issueOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The first and the last day of an issue. */
export function issueSpan(issue: string): DayRange {
  const [year = 0, quarter = 0] = issue.split('-Q').map(Number);
  const first = Date.UTC(year, (quarter - 1) * 3, 1);
  return { startsOn: dayOf(first), endsOn: dayOf(Date.UTC(year, quarter * 3, 0)) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
