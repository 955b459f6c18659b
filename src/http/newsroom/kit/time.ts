import { html } from 'hono/html';
import { timesOf, wallTime } from '../../../core/wall-time.ts';
import type { Html } from '../../../render/html/html.ts';

/** All time zones of this runtime, UTC first. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/**
 * Converts a local time of a zone, `2026-11-21T09:00`, to UTC (ISO 8601). When clocks go back and the time comes twice, the
 * first one. Null when the time does not exist or is invalid.
 */
export function toUtc(local: string, zone: string): string | null {
  return timesOf(local, zone)?.[0] ?? null;
}

/** A stored time in local time of a zone: `2026-11-21 09:00`. */
export function inZone(at: string, zone: string): string {
  return wallTime(Date.parse(at), zone).replace('T', ' ');
}

/** A stored time in UTC, to the minute: `2026-09-06 13:00`. */
export function formatTime(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
}
