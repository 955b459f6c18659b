import { html } from 'hono/html';
import type { Html } from '../../../render/html/html.ts';

/** All time zones of this runtime, UTC first. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Whether the word is an IANA time zone. */
export function isZone(zone: string): boolean {
  try {
    return partsFor(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Converts a local time of a zone, `2026-11-21T09:00`, to UTC (ISO 8601). When clocks go back and the time comes twice, the
 * first one. Null when the time does not exist or is invalid.
 */
export function toUtc(local: string, zone: string): string | null {
  const asIfUtc = Date.parse(`${local.slice(0, 16)}:00.000Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(local) || Number.isNaN(asIfUtc)) return null;
  // Only the offsets of the day before and after can apply. The larger one gives the earlier time.
  const offsets = [-1, 1].map((day) => offsetAt(asIfUtc + day * DAY, zone)).sort((a, b) => b - a);
  const fits = offsets.map((offset) => asIfUtc - offset).find((at) => at + offsetAt(at, zone) === asIfUtc);
  if (fits === undefined || localParts(asIfUtc, 'UTC') !== local.slice(0, 16)) return null;
  return new Date(fits).toISOString();
}

/** A stored time in local time of a zone: `2026-11-21 09:00`. */
export function inZone(at: string, zone: string): string {
  return localParts(Date.parse(at), zone).replace('T', ' ');
}

const DAY = 24 * 60 * 60 * 1000;

/** Offset of a zone from UTC at a time, in milliseconds. */
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

/** A stored time in UTC, to the minute: `2026-09-06 13:00`. */
export function formatTime(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
}
