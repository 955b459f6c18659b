import { Failure } from '#core/failure.ts';

/** A span of UTC days from `from` to `to`, both included; either may be left out. @throws bad_request when it ends before it begins */
export function daysOf(from?: string, to?: string): { days?: { startsOn: string; endsOn: string } } {
  if (!from && !to) return {};
  if (from && to && from > to)
    throw new Failure('bad_request', 'The first day is after the last day.', { hint: 'Exchange from and to.' });
  return { days: { startsOn: from || '0001-01-01', endsOn: to || '9999-12-31' } };
}

/** The first and the last day of a month such as `2026-09`; null for another text. */
export function monthDays(month: string): { from: string; to: string } | null {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year || !number) return null;
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
