import * as z from 'zod';
import { type DayRange, issueOf, issueSpan } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';
import { addDays, EXCLUSIVE_PLACES, isExclusive, isSendDay, spanOf } from './ad-calendar.ts';
import type { Unit } from './catalog-schema.ts';
import { placeOf, termOf } from './units.ts';

/** Issues covered: the current one and those after it. */
const ISSUES = 5;

/** The days of every unit with dates that are neither booked nor on hold, from tomorrow to the end of the fourth issue ahead. */
export async function readAvailability(
  tx: Tx,
  units: readonly Pick<Unit, 'id' | 'title' | 'term'>[],
  today: string,
): Promise<Availability> {
  const { from, until, issues } = horizon(today);
  const rows = await tx
    .selectFrom('ad_slot')
    .select(['place', 'day'])
    .where('place', 'in', EXCLUSIVE_PLACES)
    .where('day', '>=', issueSpan(issueOf(from)).startsOn)
    .where('day', '<=', until)
    .execute();
  const held = await tx
    .selectFrom('ad_hold')
    .select(['place', 'day'])
    .where('until', '>=', today)
    .where('day', '>=', issueSpan(issueOf(from)).startsOn)
    .where('day', '<=', until)
    .execute();
  const taken = new Set([...rows, ...held].map(({ place, day }) => `${place} ${day}`));
  const days: string[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  const isFree = (place: string) => (day: string) => !taken.has(`${place} ${day}`);
  const dated = units.filter(({ id }) => termOf(id) !== 'as agreed');
  return {
    from,
    until,
    units: dated.map(({ id, title, term }) => ({ id, title, term, ...freeOf(id, { days, issues, isFree }) })),
  };
}

type Calendar = {
  days: readonly string[];
  issues: readonly DayRange[];
  isFree: (place: string) => (day: string) => boolean;
};

function freeOf(unit: string, { days, issues, isFree }: Calendar): { free: DaySpan[]; starts: DaySpan[] } {
  switch (termOf(unit)) {
    case 'issue': {
      const free = issues
        .filter((issue) => isIssueFree(issue, isFree))
        .map(({ startsOn, endsOn }) => ({ from: startsOn, to: endsOn }));
      return { free, starts: free.map(({ from }) => ({ from, to: from })) };
    }
    case 'one send': {
      const sends = days
        .filter((day) => isSendDay(day) && isFree(placeOf(unit))(day))
        .map((day) => ({ from: day, to: day }));
      return { free: sends, starts: sends };
    }
    default: {
      const free = spansOf(days, isFree(placeOf(unit)));
      return { free, starts: isExclusive(placeOf(unit)) ? free.flatMap((span) => startsIn(unit, span)) : free };
    }
  }
}

/** The first days on which a whole term is free within free days. */
function startsIn(unit: string, { from, to }: DaySpan): DaySpan[] {
  let last = to;
  while (last >= from && spanOf(unit, last).endsOn > to) last = addDays(last, -1);
  return last < from ? [] : [{ from, to: last }];
}

/** Whether every exclusive place that a sponsorship books is free for the whole issue. */
function isIssueFree(issue: DayRange, isFree: Calendar['isFree']): boolean {
  const days: string[] = [];
  for (let day = issue.startsOn; day <= issue.endsOn; day = addDays(day, 1)) days.push(day);
  const send = days.find(isSendDay) ?? issue.startsOn;
  return days.every(isFree('homepage-band')) && days.every(isFree('in-article')) && isFree('field-brief')(send);
}

function spansOf(days: readonly string[], isFree: (day: string) => boolean): DaySpan[] {
  const spans: DaySpan[] = [];
  for (const day of days) {
    if (!isFree(day)) continue;
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

function horizon(today: string): { from: string; until: string; issues: DayRange[] } {
  const from = addDays(today, 1);
  const issues: DayRange[] = [];
  for (
    let issue = issueSpan(issueOf(from));
    issues.length < ISSUES;
    issue = issueSpan(issueOf(addDays(issue.endsOn, 1)))
  )
    issues.push(issue);
  // An issue that has begun is no longer sold.
  return { from, until: issues.at(-1)?.endsOn ?? from, issues: issues.filter(({ startsOn }) => startsOn >= from) };
}

const daySpanSchema = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .meta({ id: 'AdDays', description: 'From one day to another, both included.' });
export type DaySpan = z.infer<typeof daySpanSchema>;

const freeUnitSchema = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    term: z.string(),
    free: z.array(daySpanSchema).describe('Days that no order holds.'),
    starts: z.array(daySpanSchema).describe('First days on which the whole term is free.'),
  })
  .meta({ id: 'AdFreeUnit', description: 'When a unit of the catalog is free.' });
export type FreeUnit = z.infer<typeof freeUnitSchema>;

export const availabilitySchema = z
  .strictObject({
    from: z.iso.date().describe('Tomorrow.'),
    until: z.iso.date().describe('The last day of the fourth issue ahead.'),
    units: z.array(freeUnitSchema),
  })
  .meta({
    id: 'AdAvailability',
    description: 'Free dates of every unit with dates. Days are UTC. An issue is a calendar quarter.',
  });
export type Availability = z.infer<typeof availabilitySchema>;

/** The schemas by their names in the API description. */
export const availabilitySchemas = {
  daySpanSchema,
  freeUnitSchema,
  availabilitySchema,
};
