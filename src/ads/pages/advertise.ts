import { type Availability, readAvailability } from '#ads/catalog/availability.ts';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { Failure } from '#core/failure.ts';
import { jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendPublic } from '#http/respond.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** `GET /api/v1/advertise`: the rate card. */
export function readCatalog(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(advertisingCatalog(siteSnapshot().publication), { about: [] }));
}

/** `GET /api/v1/advertise/availability`: free dates of every unit. It is not cached, because it changes with the day. */
export async function readFreeDates(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(await freeDates(c)));
}

/** Free dates as of today, cached in memory until the next commit. @throws db_unavailable */
export function freeDates(c: Context): Promise<Availability> {
  const { deps } = c.var;
  const today = now(deps).slice(0, 10);
  const { units } = advertisingCatalog(siteSnapshot().publication);
  return deps.db.readCached(`free dates of ads on ${today}`, (tx) => readAvailability(tx, units, today));
}

/** Null while the database is unavailable: readers still get the rate card. */
export async function freeDatesOrNull(c: Context): Promise<Availability | null> {
  try {
    return await freeDates(c);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'db_unavailable') return null;
    throw error;
  }
}
