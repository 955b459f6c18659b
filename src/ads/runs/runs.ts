import { type Actor, requireAdDesk } from '#core/actor.ts';
import type { DayRange } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';

/** An order at one place: its booked days, the time it ran from `startedAt` to `endedAt`, and its current problem in `trouble`. */
export type Run = DayRange & {
  place: string;
  startedAt: string | null;
  endedAt: string | null;
  missedAt: string | null;
  trouble: string | null;
};

/** The runs of an order, by place. */
export async function listRuns(tx: Tx, orderId: string): Promise<Run[]> {
  return runs(tx).where('ad_run.order_id', '=', orderId).orderBy('place').execute();
}

export type BookedRun = Run & { orderId: string; advertiser: string; reference: string };

/** The booked runs in a range of days, by place and first day. @throws forbidden */
export async function listBookedRuns(tx: Tx, actor: Actor, { startsOn, endsOn }: DayRange): Promise<BookedRun[]> {
  requireAdDesk(actor, 'see who holds which days');
  return runs(tx)
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id as orderId', 'advertiser.name as advertiser', 'ad_order.reference'])
    .where('ad_run.starts_on', '<=', endsOn)
    .where('ad_run.ends_on', '>=', startsOn)
    .where('ad_order.state', '<>', 'cancelled')
    .orderBy('place')
    .orderBy('startsOn')
    .limit(1000)
    .execute();
}

function runs(tx: Tx) {
  return tx
    .selectFrom('ad_run')
    .select(['place', 'ad_run.starts_on as startsOn', 'ad_run.ends_on as endsOn'])
    .select(['started_at as startedAt', 'ended_at as endedAt', 'missed_at as missedAt'])
    .select('ad_run.trouble');
}

/** Whether an ad of an order has started to run at any place. */
export async function hasStarted(tx: Tx, orderId: string): Promise<boolean> {
  return (await listRuns(tx, orderId)).some(({ startedAt }) => startedAt !== null);
}

/** The published articles that can show an ad: custom pages carry none. */
export function liveArticles(tx: Tx) {
  return tx
    .selectFrom('article')
    .select('article.id')
    .where('article.live_revision', 'is not', null)
    .where('article.live_desk', '<>', 'pages');
}

/** Places on pages of this site. The service can check whether a page shows the ad. */
export const PAGE_PLACES: readonly string[] = ['homepage-band', 'in-article', 'directory-logo'];

/** A started run at a place on a page, with its accepted creative, if any. */
export type ActiveRun = {
  orderId: string;
  place: string;
  startedAt: string;
  sha256: string | null;
  acceptedAt: string | null;
  /** Whether a row of the supplier directory names the order. */
  hasRow: boolean;
};

/** The runs on pages that have started and not ended. */
export async function listActiveRuns(tx: Tx): Promise<ActiveRun[]> {
  const rows = await tx
    .selectFrom('ad_run')
    .leftJoin('creative', (on) =>
      on
        .onRef('creative.order_id', '=', 'ad_run.order_id')
        .onRef('creative.kind', '=', 'ad_run.place')
        .on('creative.state', '=', 'accepted'),
    )
    .select(['ad_run.order_id', 'ad_run.place', 'ad_run.started_at', 'creative.hash', 'creative.decided_at'])
    .select((is) =>
      is
        .selectFrom('supplier')
        .select('supplier.id')
        .whereRef('supplier.order_id', '=', 'ad_run.order_id')
        .where('supplier.removed_at', 'is', null)
        .limit(1)
        .as('row_id'),
    )
    .where('ad_run.place', 'in', PAGE_PLACES)
    .where('ad_run.started_at', 'is not', null)
    .where('ad_run.ended_at', 'is', null)
    .orderBy('ad_run.place')
    .orderBy('ad_run.order_id')
    .execute();
  return rows.map(({ order_id, place, started_at, hash, decided_at, row_id }) => ({
    orderId: order_id,
    place,
    startedAt: started_at ?? '',
    sha256: hash,
    acceptedAt: decided_at,
    hasRow: row_id !== null,
  }));
}

/** A page that showed a creative at the last check. */
export type OpenSighting = { orderId: string; place: string; path: string; sha256: string };

/** The pages that showed ads of active runs at the last check. */
export async function listOpenSightings(tx: Tx): Promise<OpenSighting[]> {
  return (await openSightings(tx).orderBy('one.path').execute()).map(sightingOf);
}

/** One page that showed a creative of an active run at the last check; null when no page did. */
export async function findOpenSighting(
  tx: Tx,
  { orderId, place, sha256 }: Omit<OpenSighting, 'path'>,
): Promise<OpenSighting | null> {
  const row = await openSightings(tx)
    .where('one.order_id', '=', orderId)
    .where('one.place', '=', place)
    .where('one.sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row ? sightingOf(row) : null;
}

function openSightings(tx: Tx) {
  return tx
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
    );
}

function sightingOf(row: { order_id: string; place: string; path: string; sha256: string }): OpenSighting {
  return { orderId: row.order_id, place: row.place, path: row.path, sha256: row.sha256 };
}

export type PageCheck = { beganAt: string; endedAt: string; dueAt: string };

/** The last check of the pages; null before the first one. */
export async function lastPageCheck(tx: Tx): Promise<PageCheck | null> {
  const row = await tx.selectFrom('ad_look').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? { beganAt: row.began_at, endedAt: row.ended_at, dueAt: row.due_at } : null;
}
