// Local times of IANA time zones. `Temporal` would do the same, but Node 24 has it only behind a flag.

import { Failure } from './failure.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Whether the word is an IANA time zone. */
export function isZone(zone: string): boolean {
  try {
    return formatFor(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The times, UTC and ISO 8601, at which clocks of a zone show a local time, `2026-11-21T09:00`, earliest first. One on most
 * days, none in the hour that clocks skip, two in the hour that they show twice. Null when the text is no local time.
 */
export function timesOf(local: string, zone: string): string[] | null {
  const asIfUtc = Date.parse(`${local.slice(0, 16)}:00.000Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(local) || Number.isNaN(asIfUtc)) return null;
  if (wallTime(asIfUtc, 'UTC') !== local.slice(0, 16)) return null;
  // Only the offsets of the day before and after can apply. The larger one gives the earlier time.
  const times = offsetsAround(asIfUtc, zone)
    .map((offset) => asIfUtc - offset)
    .filter((at) => at + offsetAt(at, zone) === asIfUtc);
  return [...new Set(times)].map((at) => new Date(at).toISOString());
}

/**
 * The local times just before and just after the hour that clocks skip, moved from `local` by that hour: `02:30` becomes `01:30` and
 * `03:30` in spring.
 */
export function aroundGap(local: string, zone: string): [string, string] {
  const asIfUtc = Date.parse(`${local.slice(0, 16)}:00.000Z`);
  const [first = 0, last = 0] = offsetsAround(asIfUtc, zone).map((offset) => asIfUtc - offset);
  return [wallTime(Math.min(first, last), zone), wallTime(Math.max(first, last), zone)];
}

/** A local time and its IANA zone, which people can give instead of the one they gave, and the time that it means. */
export type TimeChoice = { wall: string; zone: string; at: string };

/**
 * The one time, UTC and ISO 8601, at which clocks of a zone show a local time, which `timesOf` can read. `place` says where a
 * person chooses between two.
 * @throws validation_failed, with both choices, when clocks skip the time or show it twice
 */
export function onlyTimeOf(local: string, zone: string, place: string): string {
  const [day, clock] = [local.slice(0, 10), local.slice(11, 16)];
  const [at, second] = timesOf(local, zone) ?? [];
  if (at === undefined) {
    const around = aroundGap(local, zone);
    const choices = around.map((wall) => ({ wall, zone, at: timesOf(wall, zone)?.[0] ?? '' }));
    const named = around.map((wall) => (wall.startsWith(day) ? wall.slice(11) : wall.replace('T', ' ')));
    throw notOne(`Clocks in ${zone} skip ${clock} on ${day}.`, `Choose ${named.join(' or ')}.`, choices);
  }
  if (second === undefined) return at;
  const choices = [at, second].map((time) => ({ wall: time.slice(0, 16), zone: 'UTC', at: time }));
  const named = choices.map((choice) => `${choice.wall.replace('T', ' ')} UTC (at ${offsetName(choice.at, zone)})`);
  const hint = `Choose ${named.join(' or ')}, ${place}; or another time.`;
  throw notOne(`Clocks in ${zone} show ${clock} twice on ${day}.`, hint, choices);
}

function notOne(message: string, hint: string, choices: TimeChoice[]): Failure {
  return new Failure('validation_failed', message, { hint, more: { choices } });
}

/** When a day begins in a zone, UTC and ISO 8601: some days have no midnight. */
export function dayStart(day: string, zone: string): string {
  const midnight = `${day}T00:00`;
  if (Number.isNaN(Date.parse(`${midnight}:00.000Z`))) return `${midnight}:00.000Z`;
  const [first] = timesOf(midnight, zone) ?? [];
  return first ?? timesOf(aroundGap(midnight, zone)[1], zone)?.[0] ?? `${midnight}:00.000Z`;
}

/** A time, in milliseconds, as clocks of a zone show it: `2026-11-21T09:00`. */
export function wallTime(at: number, zone: string): string {
  const parts = new Map<string, string>(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((part) => parts.get(part));
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** The calendar day of a moment in a zone: `2026-11-21`. */
export function dayIn(at: string, zone = 'UTC'): string {
  return (zone === 'UTC' ? at : wallTime(Date.parse(at), zone)).slice(0, 10);
}

/** How far clocks of a zone are ahead of UTC at a time: `UTC-05:00`. */
export function offsetName(at: string, zone: string): string {
  const minutes = Math.round(offsetAt(Date.parse(at), zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function offsetsAround(asIfUtc: number, zone: string): number[] {
  return [-1, 1].map((day) => offsetAt(asIfUtc + day * DAY, zone)).sort((a, b) => b - a);
}

/** Offset of a zone from UTC at a time, in milliseconds. */
export function offsetAt(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000;
  return Date.parse(`${wallTime(minute, zone)}:00.000Z`) - minute;
}

/** A cache of the last formatter: a page prints its times in one zone, and making one takes longer than to print a time. */
let formatCache: { zone: string; format: Intl.DateTimeFormat } | undefined;

function formatFor(zone: string): Intl.DateTimeFormat {
  if (formatCache?.zone !== zone) formatCache = { zone, format: newFormat(zone) };
  return formatCache.format;
}

function newFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
}
