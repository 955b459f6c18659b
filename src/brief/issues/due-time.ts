import { Failure } from '#core/failure.ts';
import { isZone, onlyTimeOf, timesOf } from '#core/wall-time.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// The time at which a brief is sent, as an editor gives it.

/** How far ahead a brief can be scheduled, in seconds. */
const LONGEST_AHEAD = 366 * 24 * 60 * 60;

/** A local time, `2026-09-08T06:30`, and its IANA zone, as an editor gives them. */
export type DueTime = { wall: string; zone: string };

/**
 * The time, in UTC, at which clocks of the zone show this local time on this day.
 * @throws validation_failed, with both choices, when clocks skip the time or show it twice
 */
export function readDueTime({ wall, zone }: DueTime, day: string): string {
  if (!isZone(zone)) throw wrongTime('There is no such time zone.', 'Use a name such as America/New_York.');
  if (timesOf(wall, zone) === null || wall.length !== 16)
    throw wrongTime('This is not a time.', 'Give a day and a time, such as 2026-09-08T06:30.');
  if (wall.slice(0, 10) !== day)
    throw wrongTime(`The brief of ${day} is sent on that day.`, 'Give a time on the day of the brief, in your zone.');
  return onlyTimeOf(wall, zone, 'with the zone UTC');
}

function wrongTime(message: string, hint: string): Failure {
  return new Failure('validation_failed', message, { hint });
}

/** @throws validation_failed for a time in the past, or more than a year away */
export function requireAhead(deps: Deps, at: string): void {
  if (at <= now(deps))
    throw wrongTime('This time is not in the future.', `It is ${now(deps).slice(0, 16).replace('T', ' ')} UTC now.`);
  if (at > inSeconds(deps, LONGEST_AHEAD)) throw wrongTime('This time is more than a year away.', 'Check the year.');
}
