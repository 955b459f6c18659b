import { isZone, offsetAt } from '#core/wall-time.ts';

// Times of other systems, with the offset of their clocks: readers of the old site saw the day by these clocks.

const MINUTE = 60_000;
/** The largest offset of clocks from UTC, in minutes. */
const FARTHEST = 14 * 60;

/**
 * A time as ISO 8601 with the offset that it carries. A time in UTC or without an offset is by the clocks of `zone`, the time zone of the
 * old site, if that is known. Null for none, and for one that cannot be read.
 */
export function toIso(given: unknown, zone: string | null = null): string | null {
  if (given === null || given === undefined || given === '') return null;
  const text = given instanceof Date ? given.toISOString() : String(given).trim();
  const [, day, clock = '00:00', sign = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  if (text.startsWith('0000')) return null;
  const carried = minutesOf(sign || (/\d\d:\d\d.*?([+-]\d\d:?\d\d)$/.exec(text)?.[1] ?? ''));
  const known = zone !== null && isZone(zone) ? zone : null;
  if (day === undefined) return print(Date.parse(text), carried, known);
  const local = Date.parse(`${day}T${clock}Z`);
  return print(sign === '' ? fromLocal(local, known) : local - carried * MINUTE, carried, known);
}

/** A time in UTC with the offset that the same time by local clocks shows; as it is where that is no offset. */
export function withLocal(utc: string | null, local: string | null): string | null {
  if (utc === null || local === null) return utc;
  const offset = Math.round((Date.parse(local) - Date.parse(utc)) / MINUTE);
  return offset % 15 === 0 && Math.abs(offset) <= FARTHEST ? print(Date.parse(utc), offset, null) : utc;
}

function minutesOf(sign: string): number {
  const [, side, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(sign) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return side === '-' ? -offset : offset;
}

function offsetIn(at: number, zone: string | null): number {
  return zone === null || Number.isNaN(at) ? 0 : Math.round(offsetAt(at, zone) / MINUTE);
}

/** When clocks of a zone show a local time. */
function fromLocal(local: number, zone: string | null): number {
  const near = local - offsetIn(local, zone) * MINUTE;
  return local - offsetIn(near, zone) * MINUTE;
}

/** A time by an offset; without one by the clocks of a zone. */
function print(at: number, carried: number, zone: string | null): string | null {
  const offset = carried || offsetIn(at, zone);
  const time = new Date(at + offset * MINUTE);
  const year = time.getUTCFullYear();
  if (!(year >= 1000 && year <= 9999)) return null;
  if (offset === 0) return time.toISOString();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${time.toISOString().slice(0, -1)}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}
