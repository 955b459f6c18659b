import { Failure } from '#core/failure.ts';
import { type DayRange, issueOf, issueSpan } from '#core/issue.ts';
import { placeOf, termOf } from './units.ts';

// The calendar of ads, in UTC days (`2026-11-21`). The Field Brief goes out every Tuesday.

/** The days an order holds at one place. A place has the id of its creative in the catalog. */
export type AdPlacement = DayRange & { place: string };

/** Places that show one advertiser at a time. */
export const EXCLUSIVE_PLACES = ['homepage-band', 'in-article', 'field-brief'] as const;

export function isExclusive(place: string): boolean {
  return EXCLUSIVE_PLACES.some((exclusive) => exclusive === place);
}

const DAY = 86_400_000;
const TUESDAY = 2;
const FOUR_WEEKS = 28;

/** How many days ahead an order may start at most, and end at most. */
const LATEST_START = 3 * 366;
const LATEST_END = 4 * 366;

/**
 * Requires a first day after `today` and at most three years ahead, and a last day at most four years ahead.
 * @throws validation_failed
 */
export function requireAhead(today: string, { startsOn, endsOn }: { startsOn: string; endsOn: string | null }): void {
  if (startsOn <= today)
    throw new Failure('validation_failed', 'The first day must be after today.', { hint: 'Choose a later day.' });
  const isFar = (day: string, most: number) => day > addDays(today, most);
  if (!isFar(startsOn, LATEST_START) && !(endsOn !== null && isFar(endsOn, LATEST_END))) return;
  throw new Failure('validation_failed', 'That day is too far ahead: an order must start within three years.', {
    hint: 'Check the year.',
  });
}

/**
 * The days an order of a unit runs, from its first day. `until` is the last day of a unit without a fixed term.
 * @throws validation_failed when the unit cannot start on that day
 */
export function spanOf(unit: string, startsOn: string, until: string | null = null): DayRange {
  switch (termOf(unit)) {
    case 'issue':
      if (issueSpan(issueOf(startsOn)).startsOn !== startsOn) throw wrongStart('An issue', 'a quarter’s first day');
      return issueSpan(issueOf(startsOn));
    case 'one send':
      if (!isSendDay(startsOn)) throw wrongStart('The Field Brief', 'a Tuesday');
      return { startsOn, endsOn: startsOn };
    case 'four weeks':
      return { startsOn, endsOn: addDays(startsOn, FOUR_WEEKS - 1) };
    case 'quarter':
      return { startsOn, endsOn: addDays(addMonths(startsOn, 3), -1) };
    default:
      if (until === null || until < startsOn) throw wrongStart('A custom program', 'its first day, and ends later');
      return { startsOn, endsOn: until };
  }
}

/** The places an order of a unit holds, with their days. */
export function placementsOf(unit: string, span: DayRange): AdPlacement[] {
  if (termOf(unit) !== 'issue') return [{ place: placeOf(unit), ...span }];
  const send = firstSendOf(issueOf(span.startsOn));
  return [
    { place: 'homepage-band', ...span },
    { place: 'in-article', ...span },
    { place: 'field-brief', startsOn: send, endsOn: send },
    { place: 'directory-logo', ...span },
  ];
}

/** The issues that contain any of the days. */
export function issuesOf({ startsOn, endsOn }: DayRange): string[] {
  const issues = [issueOf(startsOn)];
  for (let last = issues[0] ?? ''; issueSpan(last).endsOn < endsOn; last = issues.at(-1) ?? '')
    issues.push(issueOf(addDays(issueSpan(last).endsOn, 1)));
  return issues;
}

/** The day of an issue's first Field Brief. */
export function firstSendOf(issue: string): string {
  let day = issueSpan(issue).startsOn;
  while (!isSendDay(day)) day = addDays(day, 1);
  return day;
}

export function isSendDay(day: string): boolean {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay() === TUESDAY;
}

/** Every day of a range, in order. */
export function daysOf({ startsOn, endsOn }: DayRange): string[] {
  const days: string[] = [];
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) days.push(day);
  return days;
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00.000Z`) + days * DAY);
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The same day `months` later, or the last day of that month when it is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(number, last)));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function wrongStart(what: string, when: string): Failure {
  return new Failure('validation_failed', `${what} starts on ${when}.`, { hint: 'Choose another day.' });
}
