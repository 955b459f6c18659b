import { Failure } from '../../core/failure.ts';
import { aroundGap, isZone, offsetName, timesOf } from '../../core/wall-time.ts';
import { type Deps, inSeconds, now } from '../../runtime/deps.ts';

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
  const times = timesOf(wall, zone);
  if (times === null || wall.length !== 16)
    throw wrongTime('This is not a time.', 'Give a day and a time, such as 2026-09-08T06:30.');
  if (wall.slice(0, 10) !== day)
    throw wrongTime(`The brief of ${day} is sent on that day.`, 'Give a time on the day of the brief, in your zone.');
  const [at, second] = times;
  if (at === undefined) {
    const [before, after] = aroundGap(wall, zone);
    const choices = [before, after].map((one) => ({ wall: one, zone, at: timesOf(one, zone)?.[0] ?? '' }));
    const hint = `Choose ${before.slice(11)} or ${after.slice(11)}.`;
    throw wrongTime(`Clocks in ${zone} skip ${wall.slice(11)} on ${day}.`, hint, choices);
  }
  if (second === undefined) return at;
  const choices = [at, second].map((one) => ({ wall: one.slice(0, 16), zone: 'UTC', at: one }));
  const named = choices.map((one) => `${one.wall.replace('T', ' ')} UTC (at ${offsetName(one.at, zone)})`);
  throw wrongTime(
    `Clocks in ${zone} show ${wall.slice(11)} twice on ${day}.`,
    `Choose ${named.join(' or ')}, with the zone UTC; or another time.`,
    choices,
  );
}

function wrongTime(message: string, hint: string, choices?: (DueTime & { at: string })[]): Failure {
  return new Failure('validation_failed', message, { hint, ...(choices && { more: { choices } }) });
}

/** @throws validation_failed for a time in the past, or more than a year away */
export function requireAhead(deps: Deps, at: string): void {
  if (at <= now(deps))
    throw wrongTime('This time is not in the future.', `It is ${now(deps).slice(0, 16).replace('T', ' ')} UTC now.`);
  if (at > inSeconds(deps, LONGEST_AHEAD)) throw wrongTime('This time is more than a year away.', 'Check the year.');
}
