import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';

/** The zones of this runtime, UTC first, for the list under a field. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Whether a word names a time zone (IANA, Time Zone Database). */
export function isZone(zone: string): boolean {
  try {
    return partsFor(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The time in UTC (ISO 8601) that clocks of a zone show as `local`, `2026-11-21T09:00`. The first of two, where they are set
 * back; null where they never show it, or it is no time at all.
 */
export function toUtc(local: string, zone: string): string | null {
  const asIfUtc = Date.parse(`${local.slice(0, 16)}:00.000Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(local) || Number.isNaN(asIfUtc)) return null;
  // Offsets of a day before and after are all that can hold at that time; the larger one comes first.
  const offsets = [-1, 1].map((day) => offsetAt(asIfUtc + day * DAY, zone)).sort((a, b) => b - a);
  const fits = offsets.map((offset) => asIfUtc - offset).find((at) => at + offsetAt(at, zone) === asIfUtc);
  if (fits === undefined || localParts(asIfUtc, 'UTC') !== local.slice(0, 16)) return null;
  return new Date(fits).toISOString();
}

/** A stored time as clocks of a zone show it: `2026-11-21 09:00`. */
export function inZone(at: string, zone: string): string {
  return localParts(Date.parse(at), zone).replace('T', ' ');
}

const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds by which a zone's clocks are ahead of UTC at a time. */
function offsetAt(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000;
  return Date.parse(`${localParts(minute, zone)}:00.000Z`) - minute;
}

function localParts(at: number, zone: string): string {
  const parts = new Map<string, string>(
    partsFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((part) => parts.get(part));
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

function partsFor(zone: string): Intl.DateTimeFormat {
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

/** A stored time to the minute, in UTC, with the figures of a column under each other: `2026-09-06 13:00`. */
export function formatTime(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
}
