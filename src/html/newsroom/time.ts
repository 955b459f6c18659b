import { html } from 'hono/html';
import type { Session } from '#core/session.ts';
import { wallTime } from '#core/wall-time.ts';
import { type Html, longDate, weekday } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** A stored time in local time of a zone: `2026-11-21 09:00`. */
export function inZone(at: string, zone: string): string {
  return wallTime(Date.parse(at), zone).replace('T', ' ');
}

/** The zone in which the reader of a page sees times: their own, or that of the publication. */
export function zoneOf(c: Context): string {
  const session: Session | undefined = c.get('session');
  return session?.timeZone ?? siteSnapshot().publication.timeZone;
}

/** The day that it is now for the reader of a page, `2026-09-06`. */
export function todayOf(c: Context): string {
  return wallTime(c.var.deps.clock(), zoneOf(c)).slice(0, 10);
}

/** A time of the recent days, in the zone of the reader: `today 13:00`, `yesterday 13:00`, or with its date. */
export function formatRecent(c: Context, at: string): Html {
  const local = inZone(at, zoneOf(c));
  const today = todayOf(c);
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const day = local.slice(0, 10);
  const words = day === today ? 'today' : day === yesterday ? 'yesterday' : day;
  return html`<time datetime="${at}" title="${utcWords(at)}">${words} ${local.slice(11)}</time>`;
}

const PRINTED = /<time datetime="(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)\.\d{3}Z)">([^<]*)<\/time>(?: UTC| \(UTC\))?/g;
/** Heads and labels of times. Those of days stay: they are days of UTC. */
const LABELLED = /(<(?:th|dt)\b[^>]*>(?:<a [^>]*>)?(?!Days?\b|First day|Last day|Last order)[^<]*?) \(UTC\)/g;

/**
 * Puts the times of a printed page, which `formatTime` writes in UTC, into the zone of its reader, with UTC as the tooltip. Text
 * of people cannot contain such an element, because it is escaped.
 */
export function toReadersZone(c: Context, markup: string): string {
  const zone = zoneOf(c);
  if (zone === 'UTC') return markup;
  return markup
    .replace(
      PRINTED,
      (_, at: string, seconds: string, printed: string) =>
        `<time datetime="${at}" title="${utcWords(at)}">${inZone(at, zone)}${printed.length === 19 ? seconds : ''}</time>`,
    )
    .replace(LABELLED, '$1');
}

function utcWords(at: string): string {
  return `${inZone(at, 'UTC')} UTC`;
}

/** A stored time in UTC, to the minute: `2026-09-06 13:00`. `toReadersZone` puts it into the zone of the reader. */
export function formatTime(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)}</time>`;
}

/** The same to the second, for records. */
export function formatSecond(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time>`;
}

/** A day that many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day in words: `today`, `Tue 24` within a week, `24 November` otherwise; with the year when it is another one. */
export function dayWords(day: string, today: string): string {
  if (day === today) return 'today';
  if (day > addDays(today, -7) && day < addDays(today, 7)) return `${weekday(day).slice(0, 3)} ${Number(day.slice(8))}`;
  const long = longDate(day);
  return day.slice(0, 4) === today.slice(0, 4) ? long.replace(/ \d{4}$/, '') : long;
}
