import type { Tx } from '../db/database.ts';

/** Where an ad stands on a page of ours, so that the page can be asked whether it shows it. */
export const PAGE_PLACES: readonly string[] = ['homepage-band', 'in-article', 'directory-logo'];

/** A run that is switched on at a place of a page, with the creative that is accepted for it, if one is. */
export type GoingRun = {
  orderId: string;
  place: string;
  startedAt: string;
  sha256: string | null;
  acceptedAt: string | null;
};

/** The runs on pages that have begun and not ended. */
export async function listGoing(tx: Tx): Promise<GoingRun[]> {
  const rows = await tx
    .selectFrom('ad_run')
    .leftJoin('creative', (on) =>
      on
        .onRef('creative.order_id', '=', 'ad_run.order_id')
        .onRef('creative.kind', '=', 'ad_run.place')
        .on('creative.state', '=', 'accepted'),
    )
    .select(['ad_run.order_id', 'ad_run.place', 'ad_run.started_at', 'creative.hash', 'creative.decided_at'])
    .where('ad_run.place', 'in', PAGE_PLACES)
    .where('ad_run.started_at', 'is not', null)
    .where('ad_run.ended_at', 'is', null)
    .orderBy('ad_run.place')
    .orderBy('ad_run.order_id')
    .execute();
  return rows.map(({ order_id, place, started_at, hash, decided_at }) => ({
    orderId: order_id,
    place,
    startedAt: started_at ?? '',
    sha256: hash,
    acceptedAt: decided_at,
  }));
}

/** A page that shows a creative, as far as the last look knows. */
export type OpenSighting = { orderId: string; place: string; path: string; sha256: string };

/** What the last look saw of runs that go on. */
export async function listOpenSightings(tx: Tx): Promise<OpenSighting[]> {
  const rows = await tx
    .selectFrom('ad_sighting as one')
    .innerJoin('ad_run', (on) =>
      on.onRef('ad_run.order_id', '=', 'one.order_id').onRef('ad_run.place', '=', 'one.place'),
    )
    .select(['one.order_id', 'one.place', 'one.path', 'one.sha256'])
    .where('ad_run.started_at', 'is not', null)
    .where('ad_run.ended_at', 'is', null)
    .where('one.act', '=', 'seen')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('ad_sighting as later')
            .select('later.seq')
            .whereRef('later.order_id', '=', 'one.order_id')
            .whereRef('later.place', '=', 'one.place')
            .whereRef('later.path', '=', 'one.path')
            .whereRef('later.sha256', '=', 'one.sha256')
            .whereRef('later.seq', '>', 'one.seq'),
        ),
      ),
    )
    .orderBy('one.path')
    .execute();
  return rows.map(({ order_id, place, path, sha256 }) => ({ orderId: order_id, place, path, sha256 }));
}

export type Look = { beganAt: string; endedAt: string; dueAt: string };

/** The last look at the pages; null before the first. */
export async function lastLook(tx: Tx): Promise<Look | null> {
  const row = await tx.selectFrom('ad_look').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? { beganAt: row.began_at, endedAt: row.ended_at, dueAt: row.due_at } : null;
}
